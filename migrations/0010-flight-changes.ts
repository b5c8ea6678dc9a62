import { sql, type Kysely } from "kysely";

/** What a page of flights is made of, beside the uploads. */
const TABLES = ["aircraft", "projects", "flights", "flight_sensors"];
/** Of an upload, what a page of flights shows; a heartbeat changes nothing of it. */
const SHOWN = ["status", "subject", "user_name", "updated", "is_update", "locations"];

const row = (name: string): string => `ROW(${SHOWN.map((column) => `${name}.${column}`).join()})`;

/**
 * Notifies every listening server, when a transaction is committed, that pages of flights may have
 * changed: what servers remember of them is forgotten then.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE FUNCTION tell_flights_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NOTIFY swath_flights;
      RETURN NULL;
    END $$`.execute(db);
  for (const table of TABLES)
    await sql`CREATE TRIGGER ${sql.ref(`${table}_tell`)}
      AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON ${sql.table(table)}
      FOR EACH STATEMENT EXECUTE FUNCTION tell_flights_changed()`.execute(db);
  await sql`CREATE TRIGGER uploads_tell AFTER INSERT OR DELETE ON uploads
    FOR EACH STATEMENT EXECUTE FUNCTION tell_flights_changed()`.execute(db);
  await sql`CREATE TRIGGER uploads_tell_shown AFTER UPDATE ON uploads
    FOR EACH ROW WHEN (${sql.raw(`${row("OLD")} IS DISTINCT FROM ${row("NEW")}`)})
    EXECUTE FUNCTION tell_flights_changed()`.execute(db);
}
