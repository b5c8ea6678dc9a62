import type { FailedFiles, JobStatus } from "@swath/contract/processing";
import { sql } from "kysely";
import { failureOf, formerFailureOf } from "../domain/processing/job-failure.ts";
import type { Db, Trx } from "../platform/postgres/schema.ts";
import type { Queues } from "../platform/queues/queues.ts";
import { completeRecords, startProcessings } from "./orchestrate/start-processings.ts";
import {
  removeOldAttempts,
  removeOldLogs,
  removeOrphanFolders,
} from "./attempts/remove-old-attempts.ts";
import { keepOrchestrating } from "./orchestrate/keep-orchestrating.ts";
import type { RunDeps } from "./processing-deps.ts";

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

const START_SECONDS = 2;
const COMPACT_SECONDS = 60;
const HOURLY_SECONDS = 3_600;

/** Runs the background work of processings on this process, until it is stopped. */
export async function workProcessings(
  deps: RunDeps & {
    readonly queues: Queues;
    readonly attemptDays: number;
    readonly logDays: number;
  },
): Promise<{ readonly stop: () => Promise<void> }> {
  const { db, queues } = deps;
  await queues.every("start-processings", START_SECONDS, () => startProcessings(deps));
  await queues.every("complete-processings", HOURLY_SECONDS, () => completeRecords(deps));
  await queues.every("name-failures", START_SECONDS, () => nameFailures(db));
  await queues.every("failure-counts", COMPACT_SECONDS, async () => {
    await sql`SELECT compact_failure_counts()`.execute(db);
  });
  await queues.every("old-attempts", HOURLY_SECONDS, async () => {
    await removeOldAttempts(deps, deps.attemptDays);
    while ((await removeOldLogs(deps, deps.logDays)) > 0);
    await removeOrphanFolders(deps);
  });
  const stopping = new AbortController();
  const orchestrating = keepOrchestrating(deps, stopping.signal);
  return {
    stop: async () => {
      stopping.abort(new Error("the worker stops"));
      await orchestrating;
    },
  };
}
