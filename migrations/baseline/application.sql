-- The application itself: its installation, settings, people's views and support issues, background work.

-- The installation that the database belongs to (decision 22): one row, written by the first start.
CREATE TABLE installation (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  id uuid NOT NULL,
  since timestamptz NOT NULL DEFAULT now()
);
-- Public keys of receipts and thumbprints of session keys; the private halves stay in data folders.
CREATE TABLE installation_keys (
  purpose text NOT NULL CHECK (purpose IN ('receipts', 'sessions')),
  kid text NOT NULL,
  x text,
  place bigint GENERATED ALWAYS AS IDENTITY,
  since timestamptz NOT NULL DEFAULT now(),
  revoked timestamptz,
  PRIMARY KEY (purpose, kid)
);

-- Settings that an administrator changes; servers are notified as a change is committed.
CREATE TABLE application_settings (
  name text PRIMARY KEY,
  value text NOT NULL,
  -- Null where the configuration gave the first value.
  changed_by text,
  updated timestamptz NOT NULL DEFAULT now()
);
CREATE FUNCTION notify_settings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NOTIFY swath_settings;
  RETURN NULL;
END $$;
CREATE TRIGGER settings_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE
  ON application_settings FOR EACH STATEMENT EXECUTE FUNCTION notify_settings();

-- Named filters of a list.
CREATE TABLE views (
  id text PRIMARY KEY,
  -- The owner.
  subject text NOT NULL,
  owner_name text NOT NULL,
  name text NOT NULL,
  shared boolean NOT NULL,
  -- As in the list's address.
  filters jsonb NOT NULL,
  updated timestamptz NOT NULL DEFAULT now(),
  list text NOT NULL,
  -- For lists with a choice of page sizes.
  page_size integer
);
-- Finds one person's views, too.
CREATE UNIQUE INDEX views_name_of_owner ON views (subject, list, lower(name));
CREATE INDEX views_shared ON views (list, lower(name)) WHERE shared;

-- Support issues that Jira did not take: the whole issue, or only its attachment.
CREATE TABLE support_issues (
  -- The key of the issue is SUP- and this number.
  number integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  created timestamptz NOT NULL DEFAULT now(),
  subject text NOT NULL,
  user_name text NOT NULL,
  email text NOT NULL,
  summary text NOT NULL,
  description text NOT NULL,
  -- 4 low, 3 medium, 2 high.
  priority int2 NOT NULL,
  -- As the browser reported it; never fetched.
  url text NOT NULL,
  -- The attachment: its name as reported, and its object in the support bucket.
  file_name text,
  file_bytes bigint,
  file_key text,
  -- Set where Jira has the issue and only its attachment is here.
  jira_key text,
  -- Why Jira did not take it; null where none is configured.
  jira_problem text
);

-- Work that one process at a time may do: a later process may take it after `expires`, by the database's
-- clock.
CREATE TABLE exclusive_runs (
  name text PRIMARY KEY,
  holder uuid NOT NULL,
  expires timestamptz NOT NULL
);
CREATE TABLE job_progress (
  job_id uuid PRIMARY KEY,
  done bigint NOT NULL,
  total bigint NOT NULL
);
