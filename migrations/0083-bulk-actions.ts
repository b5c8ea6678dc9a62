import { sql, type Kysely } from "kysely";

/** Actions on many jobs: what a preview found, and what became of each job, for an hour. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE processing_bulks (
    subject text NOT NULL,
    key uuid NOT NULL,
    -- SHA-256 of the action and of what it was to be done to.
    request text NOT NULL,
    -- The jobs, in the order in which they are acted on.
    jobs jsonb NOT NULL,
    -- Jobs that the filters found when it was acted on, and had not before; null: not acted on yet.
    added integer,
    created timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (subject, key))`.execute(db);
  await sql`CREATE INDEX processing_bulks_by_age ON processing_bulks (created)`.execute(db);
  // Each part is written in the transaction that acts on its jobs: done once, or not at all.
  await sql`CREATE TABLE processing_bulk_parts (
    subject text NOT NULL,
    key uuid NOT NULL,
    part integer NOT NULL,
    rows jsonb NOT NULL,
    PRIMARY KEY (subject, key, part),
    FOREIGN KEY (subject, key) REFERENCES processing_bulks ON DELETE CASCADE)`.execute(db);
}
