import { sql, type Kysely } from "kysely";

/** What somebody may download as one ZIP, by the hash of the address that was given out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE zip_downloads (
    address_hash text PRIMARY KEY,
    bucket text NOT NULL,
    name text NOT NULL,
    entries jsonb NOT NULL,
    crcs jsonb NOT NULL DEFAULT '{}',
    expires timestamptz NOT NULL
  )`.execute(db);
  await sql`CREATE INDEX zip_downloads_expires ON zip_downloads (expires)`.execute(db);
}
