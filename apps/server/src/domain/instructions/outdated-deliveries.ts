import { sql } from "kysely";
import type { Trx } from "../../platform/postgres/schema.ts";

/** Runs by the instructions of these identifiers. */
const runsBy = (instructionIds: readonly string[]) =>
  sql`r.instruction ->> 'instructionId' = ANY (${instructionIds}::text[])`;

/** Whether a job published what another version of its instruction, later saved, would make otherwise. */
const IS_OUTDATED = sql`EXISTS (SELECT FROM processing_runs r
  JOIN instructions i ON i.id = r.instruction ->> 'instructionId'
  WHERE r.job_id = j.id AND r.published AND r.instruction IS NOT NULL
    AND date_trunc('milliseconds', i.updated) > (r.instruction ->> 'Updated')::timestamptz)`;

/** Marks what was published by former versions of instructions that were saved. */
export async function markOutdated(trx: Trx, instructionIds: readonly string[]): Promise<void> {
  // Of a run that is about to be published, too: its job is locked until it is, and read after it.
  await sql`SELECT FROM processing_jobs j WHERE j.id IN (SELECT r.job_id FROM processing_runs r
    WHERE ${runsBy(instructionIds)}) ORDER BY j.id FOR UPDATE`.execute(trx);
  await sql`UPDATE processing_jobs j SET is_outdated = true
    WHERE j.id IN (SELECT r.job_id FROM processing_runs r WHERE ${runsBy(instructionIds)})
      AND NOT j.is_outdated AND ${IS_OUTDATED}`.execute(trx);
}

/** Marks a job by what it publishes now, or takes its mark away. The job is locked. */
export async function settleOutdated(trx: Trx, jobId: string): Promise<void> {
  await sql`UPDATE processing_jobs j SET is_outdated = NOT j.is_outdated
    WHERE j.id = ${jobId} AND j.is_outdated <> ${IS_OUTDATED}`.execute(trx);
}
