import type { Selectable } from "kysely";
import type { ProcessingJob } from "../../domain/processing/move-job-status.ts";
import type { Database, Db } from "../../platform/postgres/schema.ts";
import type { Processing } from "../../domain/processing/processing.tables.ts";

export type Run = Selectable<Database["processing_runs"]>;
export type Submission = Selectable<Database["run_submissions"]>;

/** A run with the job and the processing that it is of. */
export interface RunRecord {
  readonly run: Run;
  readonly job: ProcessingJob;
  readonly processing: Processing;
}

export async function readRun(db: Db, runId: string): Promise<RunRecord> {
  const run = await db
    .selectFrom("processing_runs")
    .selectAll()
    .where("id", "=", runId)
    .executeTakeFirstOrThrow();
  const job = await db
    .selectFrom("processing_jobs")
    .selectAll()
    .where("id", "=", run.job_id)
    .executeTakeFirstOrThrow();
  const processing = await db
    .selectFrom("processings")
    .selectAll()
    .where("id", "=", job.processing_id)
    .executeTakeFirstOrThrow();
  return { run, job, processing };
}
