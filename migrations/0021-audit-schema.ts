import { sql, type Kysely } from "kysely";

/** Younger events are never removed: one year and a month. */
const KEPT_DAYS = 400;

const REFUSE = sql`
CREATE OR REPLACE FUNCTION audit.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.at < now() - ${sql.lit(KEPT_DAYS)} * interval '1 day' THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'insufficient_privilege';
END $$`;

/** As its owner, who alone may delete: a server's role has no more than this. */
const REMOVE = sql`
CREATE FUNCTION audit.remove_older_than(days integer) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = audit, pg_temp AS $$
  DELETE FROM audit.events
  WHERE at < now() - greatest(days, ${sql.lit(KEPT_DAYS)}) * interval '1 day'
$$`;

/** The audit log in a schema of its own, to which the servers' role can only append. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE SCHEMA audit`.execute(db);
  await sql`ALTER TABLE audit_events SET SCHEMA audit`.execute(db);
  await sql`ALTER TABLE audit.audit_events RENAME TO events`.execute(db);
  await sql`ALTER FUNCTION stamp_audit_event() SET SCHEMA audit`.execute(db);
  await sql`ALTER FUNCTION refuse_audit_change() SET SCHEMA audit`.execute(db);
  await sql`ALTER FUNCTION audit.stamp_audit_event() RENAME TO stamp_event`.execute(db);
  await sql`ALTER FUNCTION audit.refuse_audit_change() RENAME TO refuse_change`.execute(db);
  await REFUSE.execute(db);
  await REMOVE.execute(db);
  await sql`REVOKE ALL ON FUNCTION audit.remove_older_than(integer) FROM PUBLIC`.execute(db);
}
