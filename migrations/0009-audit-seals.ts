import { sql, type Kysely } from "kysely";

/**
 * What an entry is sealed by (docs/formats.md): a hash of its facts, and a salted one of whom it names.
 * Servers may not change the log, and its owner not unseen.
 */
const DIGESTS = `
CREATE FUNCTION audit.field(value text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(octet_length(value) || ':' || value, '-')
$$;
CREATE FUNCTION audit.micros(at timestamptz) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT (extract(epoch FROM at) * 1000000)::bigint::text
$$;
CREATE FUNCTION audit.facts_of(entry audit.events) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(convert_to('swath audit facts 1' || audit.field(entry.id::text)
    || audit.field(audit.micros(entry.at)) || audit.field(entry.action) || audit.field(entry.actor)
    || audit.field(entry.flight_id) || audit.field(entry.upload_id) || audit.field(entry.request_id)
    || audit.field((entry.detail - '{person,owner,orderedBy}'::text[])::text), 'UTF8'))
$$;
CREATE FUNCTION audit.person_of(entry audit.events, salt uuid) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(convert_to('swath audit person 1' || audit.field(salt::text)
    || audit.field(entry.subject) || audit.field(entry.name) || audit.field(entry.address)
    || audit.field(entry.detail ->> 'person') || audit.field(entry.detail ->> 'owner')
    || audit.field(entry.detail ->> 'orderedBy'), 'UTF8'))
$$;`;

const TABLES = `
CREATE TABLE audit.seals (
  number bigint PRIMARY KEY,
  -- All identifiers after the seal before, whether an entry has them or not.
  from_id bigint NOT NULL,
  to_id bigint NOT NULL UNIQUE,
  -- The latest time of an entry, and when they were sealed.
  latest timestamptz NOT NULL,
  sealed timestamptz NOT NULL,
  ids bigint[] NOT NULL,
  -- 64 bytes for each entry, and 16; a salt is zero once the person was removed.
  digests bytea NOT NULL,
  salts bytea NOT NULL,
  previous bytea NOT NULL,
  sha256 bytea NOT NULL
);
-- What retention removed last: the oldest seal kept follows it.
CREATE TABLE audit.removed_seals (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  number bigint NOT NULL,
  to_id bigint NOT NULL,
  latest timestamptz NOT NULL,
  sha256 bytea NOT NULL
);
-- Up to where entries can be sealed once the transactions that wrote then have ended.
CREATE TABLE audit.seal_marks (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  to_id bigint NOT NULL,
  writers text[] NOT NULL
);

CREATE FUNCTION audit.seal_hash(seal audit.seals) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(convert_to('swath audit seal 1' || audit.field(seal.number::text)
    || audit.field(seal.from_id::text) || audit.field(seal.to_id::text)
    || audit.field(audit.micros(seal.latest)) || audit.field(audit.micros(seal.sealed))
    || audit.field(array_to_string(seal.ids, ','))
    || audit.field(encode(sha256(seal.digests), 'hex'))
    || audit.field(encode(seal.previous, 'hex')), 'UTF8'))
$$;`;

/**
 * An entry gets its identifier before its transaction ends, and so may appear after a later one. Whoever
 * writes holds a lock on the table from before that until then: what was numbered before the look at the
 * locks is complete once none of those transactions is left. Nobody waits for anybody.
 */
const SEALING = `
CREATE FUNCTION audit.complete_to() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  mark audit.seal_marks;
  newest bigint;
  writing text[];
BEGIN
  SELECT CASE WHEN is_called THEN last_value ELSE 0 END INTO newest FROM audit.audit_events_id_seq;
  writing := ARRAY(SELECT virtualtransaction FROM pg_locks
    WHERE relation = 'audit.events'::regclass AND mode = 'RowExclusiveLock' AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND pid IS DISTINCT FROM pg_backend_pid());
  SELECT * INTO mark FROM audit.seal_marks;
  IF writing = '{}' THEN
    DELETE FROM audit.seal_marks;
    RETURN newest;
  END IF;
  IF mark.writers && writing THEN RETURN 0; END IF;
  INSERT INTO audit.seal_marks (to_id, writers) VALUES (newest, writing)
    ON CONFLICT (is_only) DO UPDATE SET to_id = EXCLUDED.to_id, writers = EXCLUDED.writers;
  RETURN coalesce(mark.to_id, 0);
END $$;

-- Seals up to so many entries; answers how many. Runs as the owner: a server may ask for it, and no more.
CREATE FUNCTION audit.seal_entries(most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  seal audit.seals;
  complete bigint;
  room integer := greatest(least(most, 10000), 1);
BEGIN
  -- A snapshot of before the look at the locks would miss what was committed in between.
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'entries are sealed in read committed' USING ERRCODE = 'invalid_transaction_state';
  END IF;
  IF NOT pg_try_advisory_xact_lock(hashtext('swath audit seals')) THEN RETURN 0; END IF;
  complete := audit.complete_to();
  SELECT number + 1, to_id + 1, sha256 INTO seal.number, seal.from_id, seal.previous FROM (
    SELECT number, to_id, sha256 FROM audit.seals
    UNION ALL SELECT number, to_id, sha256 FROM audit.removed_seals
    UNION ALL SELECT 0, 0, decode(repeat('00', 32), 'hex')) AS known
    ORDER BY number DESC LIMIT 1;
  WITH chosen AS MATERIALIZED (
    SELECT event, gen_random_uuid() AS salt FROM (
      SELECT event FROM audit.events AS event WHERE id BETWEEN seal.from_id AND complete
        ORDER BY id LIMIT room) AS next)
  SELECT array_agg((event).id ORDER BY (event).id), max((event).at),
      string_agg(audit.facts_of(event) || audit.person_of(event, salt), '' ORDER BY (event).id),
      string_agg(uuid_send(salt), '' ORDER BY (event).id)
    INTO seal.ids, seal.latest, seal.digests, seal.salts FROM chosen;
  IF seal.ids IS NULL THEN RETURN 0; END IF;
  seal.to_id := CASE WHEN cardinality(seal.ids) < room THEN complete
    ELSE seal.ids[cardinality(seal.ids)] END;
  seal.sealed := clock_timestamp();
  seal.sha256 := audit.seal_hash(seal);
  INSERT INTO audit.seals SELECT seal.*;
  RETURN cardinality(seal.ids);
END $$;
REVOKE ALL ON FUNCTION audit.seal_entries(integer) FROM PUBLIC;`;

/** An entry's names may be replaced, by the function for it alone, and a seal's salts be emptied. */
const CHANGES = `
CREATE OR REPLACE FUNCTION audit.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.at < now() - 400 * interval '1 day' THEN RETURN OLD; END IF;
  ELSIF TG_OP = 'UPDATE' THEN
    IF current_setting('swath.removes_person', true) = 'on'
      AND audit.facts_of(OLD) = audit.facts_of(NEW) THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE FUNCTION audit.refuse_unsealing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.latest < now() - 400 * interval '1 day' THEN RETURN OLD; END IF;
  ELSIF TG_OP = 'UPDATE' THEN
    IF current_setting('swath.removes_person', true) = 'on'
      AND to_jsonb(OLD) - 'salts' = to_jsonb(NEW) - 'salts' THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'seals of the audit log are kept' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER seals_keep BEFORE UPDATE OR DELETE ON audit.seals
  FOR EACH ROW EXECUTE FUNCTION audit.refuse_unsealing();
CREATE TRIGGER seals_keep_all BEFORE TRUNCATE ON audit.seals
  FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_unsealing();

-- Whole seals, oldest first: the chain holds from the oldest kept one on.
CREATE OR REPLACE FUNCTION audit.remove_older_than(days integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  oldest timestamptz := now() - greatest(days, 400) * interval '1 day';
  gone audit.seals;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('swath audit seals'));
  SELECT * INTO gone FROM audit.seals WHERE number <
    coalesce((SELECT min(number) FROM audit.seals WHERE latest >= oldest), 'infinity'::float8)
    ORDER BY number DESC LIMIT 1;
  IF gone.number IS NULL THEN RETURN; END IF;
  DELETE FROM audit.events WHERE id <= gone.to_id AND at < oldest;
  DELETE FROM audit.seals WHERE number <= gone.number;
  INSERT INTO audit.removed_seals (number, to_id, latest, sha256)
    VALUES (gone.number, gone.to_id, gone.latest, gone.sha256)
    ON CONFLICT (is_only) DO UPDATE SET number = EXCLUDED.number, to_id = EXCLUDED.to_id,
      latest = EXCLUDED.latest, sha256 = EXCLUDED.sha256;
END $$;
REVOKE ALL ON FUNCTION audit.remove_older_than(integer) FROM PUBLIC;`;

/** Without its salt nobody can try names against the hash that the seal keeps. */
const REMOVAL = `
CREATE FUNCTION audit.remove_person(removed text, known_as text, pseudonym text) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  changed bigint[];
  seal audit.seals;
  kept bytea;
BEGIN
  IF pseudonym !~ '^removed-person-[0-9a-f]{16}$' THEN
    RAISE EXCEPTION 'a pseudonym is removed-person- and 16 digits' USING ERRCODE = 'check_violation';
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('swath audit seals'));
  PERFORM set_config('swath.removes_person', 'on', true);
  WITH named AS (
    UPDATE audit.events AS event SET
      name = CASE WHEN subject = removed THEN pseudonym ELSE name END,
      address = CASE WHEN subject = removed THEN NULL ELSE address END,
      subject = CASE WHEN subject = removed THEN pseudonym ELSE subject END,
      detail = detail || (SELECT coalesce(jsonb_object_agg(key, pseudonym), '{}') FROM jsonb_each_text(detail)
        WHERE key IN ('person', 'owner', 'orderedBy') AND value IN (removed, known_as))
    WHERE subject = removed OR detail ->> 'person' IN (removed, known_as)
      OR detail ->> 'owner' IN (removed, known_as) OR detail ->> 'orderedBy' IN (removed, known_as)
    RETURNING id)
  SELECT coalesce(array_agg(id ORDER BY id), '{}') INTO changed FROM named;
  FOR seal IN SELECT * FROM audit.seals WHERE ids && changed LOOP
    kept := seal.salts || '';
    UPDATE audit.seals SET salts = (
      SELECT string_agg(CASE WHEN hit.id IS NULL THEN substr(kept, place::int * 16 - 15, 16)
        ELSE decode(repeat('00', 16), 'hex') END, '' ORDER BY place)
      FROM unnest(seal.ids) WITH ORDINALITY AS sealed (id, place)
      LEFT JOIN unnest(changed) AS hit (id) ON hit.id = sealed.id)
    WHERE number = seal.number;
  END LOOP;
  PERFORM set_config('swath.removes_person', '', true);
  RETURN cardinality(changed);
END $$;
REVOKE ALL ON FUNCTION audit.remove_person(text, text, text) FROM PUBLIC;`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statements of [DIGESTS, TABLES, SEALING, CHANGES, REMOVAL])
    await sql.raw(statements).execute(db);
}
