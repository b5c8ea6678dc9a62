import { sql, type Kysely } from "kysely";

/** Younger events are never removed: one year and a month. */
const KEPT_DAYS = 400;

const STAMP = sql`
CREATE FUNCTION stamp_audit_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.at := now();
  RETURN NEW;
END $$`;

const REFUSE = sql`
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.at < now() - ${sql.lit(KEPT_DAYS)} * interval '1 day' THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION 'audit_events is append-only' USING ERRCODE = 'insufficient_privilege';
END $$`;

/**
 * The audit log. The database itself refuses to change or empty it: rows are only added, at the
 * time of the database's clock, and removed when they are older than the shortest retention.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("audit_events")
    .addColumn("id", "bigint", (column) => column.generatedAlwaysAsIdentity().primaryKey())
    .addColumn("at", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn("action", "text", (column) => column.notNull())
    // A person, the program itself, or somebody who was not signed in.
    .addColumn("actor", "text", (column) =>
      column.notNull().check(sql`actor IN ('person', 'swath', 'nobody')`),
    )
    .addColumn("subject", "text", (column) =>
      column.check(sql`(actor = 'person') = (subject IS NOT NULL)`),
    )
    .addColumn("name", "text")
    // No references: the log outlives what it records.
    .addColumn("flight_id", "text")
    .addColumn("upload_id", "text")
    .addColumn("detail", "jsonb", (column) =>
      column.notNull().check(sql`octet_length(detail::text) <= 16384`),
    )
    // The caller's address as the trusted proxies report it, and the identifier of its call.
    .addColumn("address", "text", (column) => column.check(sql`length(address) <= 256`))
    .addColumn("request_id", "text")
    .execute();
  await sql`CREATE INDEX audit_events_of_flight ON audit_events (flight_id, id)
    WHERE flight_id IS NOT NULL`.execute(db);
  await sql`CREATE INDEX audit_events_by_time ON audit_events USING brin (at)`.execute(db);
  await STAMP.execute(db);
  await REFUSE.execute(db);
  await sql`CREATE TRIGGER audit_events_stamp BEFORE INSERT ON audit_events
    FOR EACH ROW EXECUTE FUNCTION stamp_audit_event()`.execute(db);
  await sql`CREATE TRIGGER audit_events_keep BEFORE UPDATE OR DELETE ON audit_events
    FOR EACH ROW EXECUTE FUNCTION refuse_audit_change()`.execute(db);
  await sql`CREATE TRIGGER audit_events_keep_all BEFORE TRUNCATE ON audit_events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()`.execute(db);
}
