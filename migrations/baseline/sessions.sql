-- Sessions of signed-in browsers, and the records of the embedded identity provider.

CREATE TABLE sessions (
  -- SHA-256 of the cookie's value: who reads the table cannot use a session.
  id text PRIMARY KEY,
  subject text NOT NULL,
  -- Refresh, access and identity token, encrypted.
  tokens bytea NOT NULL,
  created timestamptz NOT NULL,
  expires timestamptz NOT NULL,
  -- The name of the session in calls; the cookie's hash stays inside.
  handle uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL DEFAULT '',
  device text NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT '',
  last_used timestamptz NOT NULL DEFAULT now(),
  -- When the person last proved their identity; null where the provider did not say.
  authenticated timestamptz
);
CREATE INDEX sessions_expires ON sessions (expires);
CREATE UNIQUE INDEX sessions_handle ON sessions (handle);
CREATE INDEX sessions_subject ON sessions (subject);

CREATE TABLE session_tokens (
  -- SHA-256 of an access token.
  digest text PRIMARY KEY,
  session text NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  expires timestamptz NOT NULL
);
CREATE INDEX session_tokens_session ON session_tokens (session);
CREATE INDEX session_tokens_expires ON session_tokens (expires);

-- Access tokens that expire later than their session ended. Every server is notified of each.
CREATE TABLE denied_tokens (
  digest text PRIMARY KEY,
  expires timestamptz NOT NULL
);
CREATE INDEX denied_tokens_expires ON denied_tokens (expires);
CREATE FUNCTION tell_tokens_denied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NOTIFY swath_denied_tokens;
  RETURN NULL;
END $$;
CREATE TRIGGER denied_tokens_tell AFTER INSERT ON denied_tokens
  FOR EACH STATEMENT EXECUTE FUNCTION tell_tokens_denied();

CREATE TABLE provider_records (
  model text NOT NULL,
  id text NOT NULL,
  payload jsonb NOT NULL,
  grant_id text,
  uid text,
  expires timestamptz,
  CONSTRAINT provider_records_key PRIMARY KEY (model, id)
);
CREATE INDEX provider_records_grant ON provider_records (grant_id);
CREATE INDEX provider_records_uid ON provider_records (model, uid);
CREATE INDEX provider_records_expires ON provider_records (expires);
