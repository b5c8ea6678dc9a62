import { sql, type Kysely } from "kysely";

/** What people see of their sessions, when each was signed in for, and which tokens are whose. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE sessions
    -- What calls name it by; the cookie's hash stays inside.
    ADD COLUMN handle uuid NOT NULL DEFAULT gen_random_uuid(),
    ADD COLUMN name text NOT NULL DEFAULT '',
    ADD COLUMN device text NOT NULL DEFAULT '',
    ADD COLUMN address text NOT NULL DEFAULT '',
    ADD COLUMN last_used timestamptz NOT NULL DEFAULT now(),
    -- When the person proved who they are to the provider, where it said so.
    ADD COLUMN authenticated timestamptz`.execute(db);
  await sql`CREATE UNIQUE INDEX sessions_handle ON sessions (handle)`.execute(db);
  await sql`CREATE INDEX sessions_subject ON sessions (subject)`.execute(db);
  await sql`CREATE TABLE session_tokens (
    -- SHA-256 of an access token.
    digest text PRIMARY KEY,
    session text NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    expires timestamptz NOT NULL)`.execute(db);
  await sql`CREATE INDEX session_tokens_session ON session_tokens (session)`.execute(db);
  await sql`CREATE INDEX session_tokens_expires ON session_tokens (expires)`.execute(db);
}
