-- The audit log. The database itself refuses to change or empty it: a row is added at the time of the
-- database's clock, and removed only once it is older than 400 days, a year and a month.

-- A schema of its own: the servers' role may append to it and read it, and no more.
CREATE SCHEMA audit;

CREATE TABLE audit.audit_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  action text NOT NULL,
  -- A person, the program itself, or a caller who was not signed in.
  actor text NOT NULL CHECK (actor IN ('person', 'swath', 'nobody')),
  subject text CHECK ((actor = 'person') = (subject IS NOT NULL)),
  name text,
  -- Without references: the log outlives the records that it names.
  flight_id text,
  upload_id text,
  detail jsonb NOT NULL CHECK (octet_length(detail::text) <= 16384),
  -- The caller's address as the trusted proxies report it, and the identifier of the call.
  address text CHECK (length(address) <= 256),
  request_id text
);
-- Constraints and sequence keep the prefix audit_events_, which they have in older databases too.
ALTER TABLE audit.audit_events RENAME TO events;
CREATE INDEX audit_events_of_flight ON audit.events (flight_id, id) WHERE flight_id IS NOT NULL;
CREATE INDEX audit_events_of_a_processing ON audit.events ((detail ->> 'processing'), id DESC)
  WHERE detail ? 'processing';
CREATE INDEX audit_events_of_settings ON audit.events (id) WHERE action = 'setting.changed';
CREATE INDEX audit_events_by_time ON audit.events USING brin (at);

CREATE FUNCTION audit.stamp_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.at := now();
  RETURN NEW;
END $$;
CREATE TRIGGER audit_events_stamp BEFORE INSERT ON audit.events
  FOR EACH ROW EXECUTE FUNCTION audit.stamp_event();

CREATE FUNCTION audit.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.at < now() - 400 * interval '1 day' THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER audit_events_keep BEFORE UPDATE OR DELETE ON audit.events
  FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();
CREATE TRIGGER audit_events_keep_all BEFORE TRUNCATE ON audit.events
  FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();

-- Runs as the owner, who alone may delete: the servers' role removes old events by this call only.
CREATE FUNCTION audit.remove_older_than(days integer) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = audit, pg_temp AS $$
  DELETE FROM audit.events
  WHERE at < now() - greatest(days, 400) * interval '1 day'
$$;
REVOKE ALL ON FUNCTION audit.remove_older_than(integer) FROM PUBLIC;
