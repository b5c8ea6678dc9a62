import type { Insertable } from "kysely";
import { keepFormerFailure } from "../../domain/processing/job-failure.ts";
import type { Database, Trx } from "../../platform/postgres/schema.ts";

type JobRow = Insertable<Database["processing_jobs"]>;

/**
 * Replaces a job by what it was before it came here; no change of its status, so not in the audit
 * log. Its history begins with it.
 */
export async function restoreJob(trx: Trx, row: JobRow, actor: string): Promise<void> {
  await trx
    .deleteFrom("processing_jobs")
    .where("processing_id", "=", row.processing_id)
    .where("name", "=", row.name)
    .execute();
  await trx.insertInto("processing_jobs").values(row).execute();
  await keepFormerFailure(trx, row);
  await trx
    .insertInto("processing_job_history")
    .values({ job_id: row.id, status: row.status, actor, reason: row.reason ?? null })
    .execute();
}
