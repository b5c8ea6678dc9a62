import { type JobEvent, JOB_STATES } from "@swath/contract/processing";
import { sql } from "kysely";
import { moveJobStatus } from "../../domain/processing/move-job-status.ts";
import type { Db, Trx } from "../../platform/postgres/schema.ts";
import type { RunDeps } from "../processing-deps.ts";
import { endCancelled } from "../runs/conclude-run.ts";
import { finishSubmission } from "../runs/finish-submission.ts";
import { folderOf, renewAccess } from "../runs/submission.ts";
import { readRun } from "../runs/run-record.ts";
import type { Progress, RunMove } from "./decide-moves.ts";
import type { OpenSubmission } from "./open-work.ts";

/** Moves the job of a run; a job that somebody moved elsewhere stays. */
async function moveJob(
  { db, clock }: RunDeps,
  { job_id, run_id, flight_id, area }: OpenSubmission,
  event: JobEvent,
  also: (trx: Trx) => Promise<unknown> = async () => {},
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await also(trx);
    const job = await trx
      .selectFrom("processing_jobs")
      .selectAll()
      .where("id", "=", job_id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (JOB_STATES[area].nextStatus(job.status, event) === undefined) return;
    const starts = event === "start" && job.run_started === null;
    const now = clock();
    await moveJobStatus(trx, job, event, {
      actor: "swath",
      flightId: flight_id,
      columns: starts ? { run_started: now } : {},
    });
    if (starts)
      await trx
        .updateTable("processing_runs")
        .set({ started: now })
        .where("id", "=", run_id)
        .where("started", "is", null)
        .execute();
  });
}

async function cancel(deps: RunDeps, { key, run_id }: OpenSubmission): Promise<void> {
  await deps.engine.cancel(key);
  await endCancelled(deps, await readRun(deps.db, run_id));
}

/** Hands a run to the engine. */
async function enqueue(deps: RunDeps, submission: OpenSubmission): Promise<void> {
  const { key, job_label, flight_id, tasks, cpus, memory_bytes, seconds, feature } = submission;
  await renewAccess(deps, key);
  const id = await deps.engine.submit({
    key,
    label: `${job_label} ${flight_id}`,
    folder: folderOf(deps, key),
    tasks,
    cpus,
    memoryBytes: memory_bytes,
    seconds,
    feature,
  });
  await moveJob(deps, submission, "accept", (trx) =>
    trx
      .updateTable("run_submissions")
      .set({ state: "accepted", engine_id: id, submitted: submission.submitted + 1, missed: 0 })
      .where("key", "=", key)
      .where("state", "=", "written")
      .execute(),
  );
}

/** Has the next pass hand a lost run to the engine. */
async function requeue(deps: RunDeps, submission: OpenSubmission): Promise<void> {
  await moveJob(deps, submission, "lose", (trx) =>
    trx
      .updateTable("run_submissions")
      .set({ state: "written", missed: 0 })
      .where("key", "=", submission.key)
      .execute(),
  );
}

/** Carries out a move of a run; progress is written for many at once. */
export async function applyRunMove(
  deps: RunDeps,
  move: Exclude<RunMove, { readonly kind: "progress" }>,
): Promise<void> {
  const { submission } = move;
  if (move.kind === "cancel") return cancel(deps, submission);
  if (move.kind === "enqueue") return enqueue(deps, submission);
  if (move.kind === "requeue") return requeue(deps, submission);
  if (move.kind === "finish") return finishSubmission(deps, submission, move.lost);
  return moveJob(deps, submission, move.event);
}

/** Writes the progress of submissions, and their jobs' reasons, in two statements. */
export async function recordProgress(db: Db, changed: readonly Progress[]): Promise<void> {
  if (changed.length === 0) return;
  const rows = JSON.stringify(changed);
  await sql`UPDATE run_submissions s SET missed = v.missed, done = v.done, waiting = v.waiting,
      expected_start = v.expected
    FROM jsonb_to_recordset(${rows}::jsonb)
      AS v (key text, missed integer, done integer, waiting text, expected timestamptz)
    WHERE s.key = v.key AND s.state <> 'ended'`.execute(db);
  await sql`UPDATE processing_jobs j SET reason = v.waiting
    FROM jsonb_to_recordset(${rows}::jsonb) AS v (job text, waiting text)
    WHERE j.id = v.job AND j.status IN ('QUEUING', 'QUEUED', 'RUNNING', 'ON_HOLD')
      AND j.reason IS DISTINCT FROM v.waiting`.execute(db);
}
