import { sql, type Kysely } from "kysely";

/** Logs that are removed before outputs; tasks that failed in some of their files; how long stages took. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // When the folders with its tasks' logs were removed.
  await sql`ALTER TABLE processing_runs ADD COLUMN logs_swept timestamptz`.execute(db);
  await sql`UPDATE processing_runs SET logs_swept = swept WHERE swept IS NOT NULL`.execute(db);
  await sql`CREATE INDEX processing_runs_logs ON processing_runs (ended)
    WHERE state = 'ended' AND logs_swept IS NULL`.execute(db);
  await sql`CREATE INDEX processing_runs_took ON processing_runs ((stage ->> 'name'), ended DESC)
    WHERE outcome = 'succeed'`.execute(db);
  // Files of the inputs that a task failed in by its own words, and those of them that it failed in.
  await sql`ALTER TABLE run_tasks ADD COLUMN files integer, ADD COLUMN failed_files integer,
    ADD CHECK (failed_files BETWEEN 1 AND files)`.execute(db);
}
