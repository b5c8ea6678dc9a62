import { AppError } from "@swath/contract/errors";
import { isRunning, JOB_STATES, type OutputManifest } from "@swath/contract/processing";
import {
  type JobChange,
  moveJobStatus,
  type ProcessingJob,
} from "../../../domain/processing/move-job-status.ts";
import { attemptPath, outputManifestKey } from "../../../domain/processing/output-place.ts";
import { recordEvent } from "../../../platform/audit/record-event.ts";
import type { Trx } from "../../../platform/postgres/schema.ts";
import { markPublished, writeManifest } from "../finish/conclude-run.ts";
import type { Run } from "../finish/run-record.ts";
import { settleAfterFailure } from "../finish/settle-manifest.ts";
import type { Processing, RunDeps } from "../run-deps.ts";
import { earlierStages, type StageCatalogue } from "../stages/stage-catalogue.ts";
import { attemptManifest } from "./attempt-files.ts";

/** Statuses of a job whose outputs may be replaced by an earlier attempt's. */
const RESTORABLE: ReadonlySet<string> = new Set([
  "COMPLETED",
  "COMPLETED_WITH_ERRORS",
  "FAILED",
  "QA_COMPLETED",
  "QA_COMPLETED_WITH_ERRORS",
  "MANUALLY_PROCESSED",
  "IGNORE",
]);

type Restorer = Pick<JobChange, "actor" | "from">;
type Deps = Pick<RunDeps, "db" | "store" | "catalogue">;

interface Restored {
  readonly processing: Processing;
  readonly run: Run;
}

/** The jobs that come after one, directly or not. */
function laterJobs<J extends { readonly name: string }>(
  { stages }: StageCatalogue,
  name: string,
  jobs: readonly J[],
): J[] {
  const later = new Set([name]);
  let size = 0;
  while (size !== later.size) {
    size = later.size;
    for (const job of jobs) {
      const stage = stages.get(job.name)?.file;
      if (stage !== undefined && earlierStages(stage).some((each) => later.has(each)))
        later.add(job.name);
    }
  }
  return jobs.filter((job) => job.name !== name && later.has(job.name));
}

function refuse(jobs: readonly ProcessingJob[], own: ProcessingJob): void {
  if (jobs.some(({ status }) => isRunning(status)))
    throw new AppError("INVALID_TRANSITION", "a job of this processing is queued or running");
  if (!RESTORABLE.has(own.status))
    throw new AppError("INVALID_TRANSITION", `nothing is restored while the job is ${own.status}`);
}

async function lockJobs(trx: Trx, processingId: string): Promise<ProcessingJob[]> {
  return trx
    .selectFrom("processing_jobs")
    .selectAll()
    .where("processing_id", "=", processingId)
    .orderBy("position")
    .forUpdate()
    .execute();
}

async function publish(
  trx: Trx,
  { store }: Pick<RunDeps, "store">,
  { processing, run }: Restored,
  manifest: OutputManifest,
): Promise<number | null> {
  const former = await trx
    .selectFrom("processing_runs")
    .select("attempt")
    .where("job_id", "=", run.job_id)
    .where("published", "=", true)
    .executeTakeFirst();
  const key = outputManifestKey(processing.guid, manifest.job);
  await writeManifest({ store }, run.bucket, key, manifest);
  await markPublished(trx, run);
  await trx
    .updateTable("processing_jobs")
    .set({
      output_path: attemptPath(manifest.job, run.attempt),
      succeeded: run.succeeded,
      failed: run.failed,
    })
    .where("id", "=", run.job_id)
    .execute();
  return former?.attempt ?? null;
}

/**
 * Makes the outputs of an earlier attempt the job's again:
 *
 * runs/B1 not while anything of the processing is queued or running, nor of a job without outputs;
 * runs/B2 a FAILED job is COMPLETED by it;
 * runs/B3 the jobs after it are set back, and start again by themselves.
 *
 * Throws INVALID_TRANSITION, and OBJECT_NOT_FOUND where the attempt left nothing or was swept.
 */
export async function restoreAttempt(
  deps: Deps,
  { processing, run }: Restored,
  restorer: Restorer,
): Promise<void> {
  const manifest = await attemptManifest(deps, processing, run);
  if (manifest === undefined || run.state !== "ended" || run.swept !== null)
    throw new AppError("OBJECT_NOT_FOUND", "nothing is kept of this attempt");
  const flightId = processing.flight_id;
  const reason = `Attempt ${run.attempt} was restored`;
  const change: JobChange = { ...restorer, flightId, reason };
  const restoring = deps.db.transaction().execute(async (trx) => {
    const jobs = await lockJobs(trx, processing.id);
    const own = jobs.find(({ id }) => id === run.job_id)!;
    refuse(jobs, own);
    const former = await publish(trx, deps, { processing, run }, manifest);
    if (own.status === "FAILED") await moveJobStatus(trx, own, "markCompleted", change);
    for (const job of laterJobs(deps.catalogue, own.name, jobs))
      if (JOB_STATES[job.area].nextStatus(job.status, "reset") !== undefined)
        await moveJobStatus(trx, job, "reset", change);
    const detail = { processing: processing.id, job: own.name, attempt: run.attempt, former };
    await recordEvent(trx, { ...restorer, action: "attempt.restored", flightId, detail });
  });
  await restoring.catch(async (error: unknown) => {
    await settleAfterFailure(deps, processing, run);
    throw error;
  });
}
