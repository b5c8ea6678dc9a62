import type { FailedFiles, JobStatus } from "@swath/contract/processing";
import { sql } from "kysely";
import { failureOf, formerFailureOf } from "../../domain/processing/job-failure.ts";
import type { Db, Trx } from "../../platform/postgres/schema.ts";

const AT_ONCE = 500;

interface Unnamed {
  readonly job_id: string;
  readonly status: JobStatus;
  readonly reason: string | null;
  readonly failed_files: readonly FailedFiles[];
}

async function nameSome(trx: Trx): Promise<number> {
  const { rows } = await sql<Unnamed>`SELECT f.job_id, j.status, j.reason, j.failed_files
    FROM job_failures f JOIN processing_jobs j ON j.id = f.job_id
    WHERE f.key IS NULL ORDER BY f.job_id LIMIT ${AT_ONCE} FOR UPDATE OF f SKIP LOCKED`.execute(
    trx,
  );
  const named = rows.map(({ job_id, failed_files: files, ...job }) => ({
    job_id,
    ...(formerFailureOf({ ...job, files }) ?? failureOf({ event: "fail", reason: job.reason })),
  }));
  if (named.length > 0)
    await sql`UPDATE job_failures f SET key = n.key, kind = n.kind, message = n.message, example = n.example
      FROM jsonb_to_recordset(${JSON.stringify(named)}::jsonb)
        AS n (job_id text, key text, kind text, message text, example text)
      WHERE f.job_id = n.job_id`.execute(trx);
  return rows.length;
}

/** Names the failures that were there before there was an inbox, and the demonstration's. */
export async function nameFailures(db: Db): Promise<void> {
  let named: number;
  do named = await db.transaction().execute(nameSome);
  while (named === AT_ONCE);
}
