import { sql, type Kysely } from "kysely";

/** Stored data is read again by schedule: how far that is, and what it found. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE scrubs (
    upload_id text PRIMARY KEY REFERENCES uploads (id) ON DELETE CASCADE,
    begun timestamptz NOT NULL,
    ended timestamptz,
    sealed text NOT NULL,
    position integer NOT NULL,
    bytes bigint NOT NULL
  )`.execute(db);
  await sql`CREATE TABLE scrub_findings (
    upload_id text NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
    bucket text NOT NULL,
    key text NOT NULL,
    fault text NOT NULL CHECK (fault IN ('missing', 'size', 'content')),
    found timestamptz NOT NULL,
    PRIMARY KEY (bucket, key)
  )`.execute(db);
}
