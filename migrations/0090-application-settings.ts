import { sql, type Kysely } from "kysely";

/** What an administrator sets in the application; each change is notified as it is committed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE application_settings (
    name text PRIMARY KEY,
    value text NOT NULL,
    -- Null where the configuration gave the first value.
    changed_by text,
    updated timestamptz NOT NULL DEFAULT now())`.execute(db);
  await sql`CREATE INDEX audit_events_of_settings ON audit.events (id)
    WHERE action = 'setting.changed'`.execute(db);
  await sql`CREATE FUNCTION notify_settings() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NOTIFY swath_settings;
      RETURN NULL;
    END $$`.execute(db);
  await sql`CREATE TRIGGER settings_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE
    ON application_settings FOR EACH STATEMENT EXECUTE FUNCTION notify_settings()`.execute(db);
}
