import { sql, type Kysely } from "kysely";

/** Who runs what only one process may run at a time, and how far background jobs have come. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE exclusive_runs (
    name text PRIMARY KEY,
    holder uuid NOT NULL,
    -- By the database's clock; a later holder may take it from then on.
    expires timestamptz NOT NULL)`.execute(db);
  await sql`CREATE TABLE job_progress (
    job_id uuid PRIMARY KEY,
    done bigint NOT NULL,
    total bigint NOT NULL)`.execute(db);
}
