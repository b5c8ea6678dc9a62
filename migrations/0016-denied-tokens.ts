import { sql, type Kysely } from "kysely";

/** Access tokens whose session has ended before they expire; servers are notified of each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE denied_tokens (
    -- SHA-256 of the token: the table alone opens nothing.
    digest text PRIMARY KEY,
    expires timestamptz NOT NULL)`.execute(db);
  await sql`CREATE INDEX denied_tokens_expires ON denied_tokens (expires)`.execute(db);
  await sql`CREATE FUNCTION tell_tokens_denied() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NOTIFY swath_denied_tokens;
      RETURN NULL;
    END $$`.execute(db);
  await sql`CREATE TRIGGER denied_tokens_tell AFTER INSERT ON denied_tokens
    FOR EACH STATEMENT EXECUTE FUNCTION tell_tokens_denied()`.execute(db);
}
