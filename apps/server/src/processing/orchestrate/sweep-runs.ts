import { isRunning } from "@swath/contract/processing";
import {
  type ComputeRun,
  EngineUnreachable,
  type RunState,
} from "../../platform/compute/compute-engine.ts";
import { forEachConcurrently } from "../../platform/concurrency/for-each.ts";
import { folderOf, renewAccess } from "../runs/run-folder.ts";
import { endCancelled } from "../runs/conclude-run.ts";
import { finishSubmission } from "../runs/finish-submission.ts";
import { countResults } from "../runs/read-results.ts";
import { readRun } from "../runs/run-record.ts";
import type { RunDeps } from "../processing-deps.ts";
import { jobEvent } from "./job-event.ts";
import { keepProgress, type Progress, waitingInWords } from "./keep-progress.ts";
import { moveRun } from "./move-run.ts";
import { type OpenSubmission, openSubmissions } from "./open-submissions.ts";

/** Sweeps in a row that an engine has to be without a key before the run counts as lost. */
const MISSED_SWEEPS = 3;
/** How often a run that its engine lost is handed to it. */
const MAX_SUBMITS = 5;
/** Runs whose results are counted in one sweep. */
const COUNTED_AT_ONCE = 200;
const STEPS_AT_ONCE = 4;
const UNREACHABLE = "The compute engine does not answer";

/** What of sweeps is remembered from one to the next, and may be lost. */
export interface SweepMemory {
  counted: number;
}

/** What a sweep found: how many jobs and runs it moved, and how many runs had not ended. */
export interface Swept {
  readonly moved: number;
  readonly open: number;
}

type States = ReadonlyMap<string, RunState> | undefined;

const computeRun = (deps: RunDeps, submission: OpenSubmission): ComputeRun => ({
  key: submission.key,
  label: `${submission.job_label} ${submission.flight_id}`,
  folder: folderOf(deps, submission.key),
  tasks: submission.tasks,
  cpus: submission.cpus,
  memoryBytes: submission.memory_bytes,
  seconds: submission.seconds,
  feature: submission.feature,
});

/** Does a step for each run; one that fails is reported, and the others go on. */
async function eachRun(
  deps: RunDeps,
  submissions: readonly OpenSubmission[],
  step: (submission: OpenSubmission) => Promise<void>,
): Promise<void> {
  await forEachConcurrently(submissions, STEPS_AT_ONCE, async (submission) => {
    try {
      await step(submission);
    } catch (error) {
      deps.onProblem({ run: submission.key, error });
    }
  });
}

async function cancel(deps: RunDeps, submission: OpenSubmission): Promise<void> {
  await deps.engine.cancel(submission.key);
  await endCancelled(deps, await readRun(deps.db, submission.run_id));
}

async function submit(deps: RunDeps, submission: OpenSubmission): Promise<void> {
  await renewAccess(deps, submission.key);
  const id = await deps.engine.submit(computeRun(deps, submission));
  await moveRun(deps, submission, "accept", async (trx) => {
    await trx
      .updateTable("run_submissions")
      .set({ state: "accepted", engine_id: id, submitted: submission.submitted + 1, missed: 0 })
      .where("key", "=", submission.key)
      .where("state", "=", "written")
      .execute();
  });
}

/** A run that its engine lost: what its tasks left counts; without that it is submitted again. */
async function lose(deps: RunDeps, submission: OpenSubmission): Promise<void> {
  const done = await countResults(folderOf(deps, submission.key));
  if (done >= submission.tasks || submission.submitted >= MAX_SUBMITS)
    return finishSubmission(deps, submission, []);
  await moveRun(deps, submission, "lose", async (trx) => {
    await trx
      .updateTable("run_submissions")
      .set({ state: "written", missed: 0 })
      .where("key", "=", submission.key)
      .execute();
  });
}

async function statesOf(deps: RunDeps, accepted: readonly OpenSubmission[]): Promise<States> {
  if (accepted.length === 0) return new Map();
  try {
    return await deps.engine.states(accepted.map(({ key }) => key));
  } catch (error) {
    if (error instanceof EngineUnreachable) return undefined;
    throw error;
  }
}

async function progressOf(
  deps: RunDeps,
  submission: OpenSubmission,
  states: States,
  counts: boolean,
): Promise<Progress> {
  const { key, job_id, missed, done, waiting, expected_start } = submission;
  const state = states?.get(key);
  const kept = {
    key,
    job: job_id,
    missed,
    done,
    waiting,
    expected: expected_start?.toISOString() ?? null,
  };
  if (states === undefined) return { ...kept, waiting: UNREACHABLE };
  if (state === undefined) return { ...kept, missed: missed + 1 };
  const waits = state.phase === "waiting" || state.phase === "held";
  const { reason, expectedStart } = state;
  return {
    ...kept,
    missed: 0,
    done: counts ? await countResults(folderOf(deps, key)) : done,
    waiting: waits ? waitingInWords(reason, expectedStart, deps.clock()) : null,
    expected: waits ? (expectedStart?.toISOString() ?? null) : null,
  };
}

const hasChanged = (before: OpenSubmission, after: Progress): boolean =>
  before.missed !== after.missed ||
  before.done !== after.done ||
  before.waiting !== after.waiting ||
  // A job that was moved by somebody else meanwhile.
  before.job_reason !== after.waiting;

async function follow(
  deps: RunDeps,
  accepted: readonly OpenSubmission[],
  states: States,
  memory: SweepMemory,
): Promise<number> {
  const running = accepted.filter(({ key }) => states?.get(key)?.phase === "running");
  const counted = new Set(
    running.slice(memory.counted, memory.counted + COUNTED_AT_ONCE).map(({ key }) => key),
  );
  memory.counted =
    memory.counted + COUNTED_AT_ONCE < running.length ? memory.counted + COUNTED_AT_ONCE : 0;
  const progress: Progress[] = [];
  for (const submission of accepted) {
    const after = await progressOf(deps, submission, states, counted.has(submission.key));
    if (hasChanged(submission, after)) progress.push(after);
  }
  await keepProgress(deps.db, progress);
  const due = accepted.filter((submission) => isDue(submission, states));
  await eachRun(deps, due, (submission) => goOn(deps, submission, states?.get(submission.key)));
  return due.length;
}

function isDue({ key, area, job_status, missed }: OpenSubmission, states: States): boolean {
  const state = states?.get(key);
  if (state === undefined) return states !== undefined && missed + 1 >= MISSED_SWEEPS;
  return state.phase === "ended" || jobEvent(area, job_status, state.phase) !== undefined;
}

async function goOn(
  deps: RunDeps,
  submission: OpenSubmission,
  state: RunState | undefined,
): Promise<void> {
  if (state === undefined) return lose(deps, submission);
  if (state.phase === "ended") return finishSubmission(deps, submission, state.lost);
  const event = jobEvent(submission.area, submission.job_status, state.phase);
  if (event !== undefined) await moveRun(deps, submission, event);
}

/**
 * Goes on with every run that has not ended. However many there are, the
 * database is asked once, and the engine once.
 *
 * runs/S1 a run whose job is no longer active is ended in its engine;
 * runs/S2 a run that stands written is handed to the engine: by its key it is taken once;
 * runs/S3 what an engine does not know three times in a row is lost: results that stand count, else
 * it is submitted again, five times at most;
 * runs/S4 an engine that does not answer changes nothing.
 */
export async function sweepRuns(deps: RunDeps, memory: SweepMemory): Promise<Swept> {
  const open = await openSubmissions(deps.db);
  const active = open.filter(({ job_status }) => isRunning(job_status));
  const cancelled = open.filter(({ job_status }) => !isRunning(job_status));
  await eachRun(deps, cancelled, (submission) => cancel(deps, submission));
  const written = active.filter(({ state }) => state === "written");
  await eachRun(deps, written, (submission) => submit(deps, submission));
  const accepted = active.filter(({ state }) => state === "accepted");
  const states = await statesOf(deps, accepted);
  const followed = await follow(deps, accepted, states, memory);
  return { moved: cancelled.length + written.length + followed, open: open.length };
}
