import {
  isRunning,
  type JobEvent,
  JOB_STATES,
  type JobStatus,
  stageParams,
} from "@swath/contract/processing";
import { isDone, type ProcessingJob } from "../../domain/processing/move-job-status.ts";
import type { LostTask, RunState } from "../../platform/compute/compute-engine.ts";
import type { SubmittedRun } from "../runs/submission.ts";
import type { Etas } from "../stages/read-etas.ts";
import { requiredJobs, waitingFor } from "../stages/required-inputs.ts";
import { type KnownStage, lackingProgram, type StageCatalogue } from "../stages/stage-catalogue.ts";
import type { DueRecord, OpenOrder, OpenRun, OpenSubmission } from "./open-work.ts";

/** The columns of a submission, and of its job, that a pass updates without a change of status. */
export interface Progress {
  readonly key: string;
  readonly job: string;
  readonly missed: number;
  readonly done: number;
  readonly waiting: string | null;
  readonly expected: string | null;
}

export type RecordMove = { readonly kind: "withdraw" | "order"; readonly job: ProcessingJob };
export type OrderMove = { readonly open: OpenOrder } & (
  | { readonly kind: "drop" }
  | { readonly kind: "wait"; readonly reason: string }
  | {
      readonly kind: "end";
      readonly event: Extract<JobEvent, "fail" | "lackProgram">;
      readonly reason: string;
    }
  | {
      readonly kind: "submit";
      readonly stage: KnownStage;
      readonly params: SubmittedRun["params"];
    }
);
export type RunMove = { readonly submission: OpenSubmission } & (
  | { readonly kind: "cancel" }
  | { readonly kind: "enqueue" }
  | { readonly kind: "requeue" }
  | { readonly kind: "finish"; readonly lost: readonly LostTask[] }
  | { readonly kind: "follow"; readonly event: JobEvent }
  | { readonly kind: "progress"; readonly progress: Progress }
);

/** A run is lost if its engine does not know it in this number of passes in a row. */
const MISSED_PASSES = 3;
/** The maximum of submissions of a run that its engine loses. */
const MAX_SUBMITS = 5;
const MINUTE_MS = 60_000;
const UNREACHABLE = "The compute engine does not answer";

/** A processing is sent to LMS, or to its first stage, by a person after manual work. */
const needsPerson = (job: ProcessingJob): boolean =>
  job.area !== "stage" && job.status === "MANUALLY_PROCESSED";

function decideRecord({ processing, jobs, published }: DueRecord, stages: Stages): RecordMove[] {
  const unbegun = jobs.filter(({ status }) => status === "NOT_COMMENCED");
  const withdrawn = unbegun.filter(({ id }) => published.has(id));
  const isOpen =
    processing.active && !processing.deleted_superseded && processing.archive_path === null;
  const starts = (job: ProcessingJob): boolean => {
    const stage = stages.get(job.name)?.file;
    if (!job.active || stage === undefined) return false;
    const required = requiredJobs(stage, jobs);
    return required.length > 0 && required.every(isDone) && !required.some(needsPerson);
  };
  const ordered = isOpen ? unbegun.filter(starts) : [];
  return [
    ...withdrawn.map((job) => ({ kind: "withdraw", job }) as const),
    ...ordered.map((job) => ({ kind: "order", job }) as const),
  ];
}

/** The reason why a run waits, with its expected start. */
function waitingInWords(reason: string | null, expected: Date | null, now: Date): string {
  const why = reason ?? "Waits for its turn";
  if (expected === null) return why;
  const minutes = Math.max(0, Math.round((expected.getTime() - now.getTime()) / MINUTE_MS));
  return `${why}; expected to start ${minutes < 1 ? "within a minute" : `in about ${minutes} min`}`;
}

/** The reason names the first job that is not done; its time is that of the last, if each has an ETA. */
function waitsForJobs(required: readonly ProcessingJob[], etas: Etas, now: Date): string {
  const blocking = required.filter((each) => !isDone(each));
  const times = blocking.map(({ id }) => etas.get(id)?.at.getTime());
  const last = times.reduce((latest, time) =>
    time === undefined || latest === undefined ? undefined : Math.max(latest, time),
  );
  return waitingInWords(waitingFor(blocking[0]!), last === undefined ? null : new Date(last), now);
}

function decideOrder(
  open: OpenOrder,
  { stages }: StageCatalogue,
  etas: Etas,
  now: Date,
): OrderMove {
  const { order, job, processing, jobs, deferred } = open;
  if (job.status !== (job.area === "stage" ? "PREQUEUE" : "QUEUED")) return { kind: "drop", open };
  const stage = stages.get(job.name);
  const lacking = lackingProgram(stage?.file, job, processing);
  if (stage === undefined || lacking !== undefined)
    return { kind: "end", open, event: "lackProgram", reason: lacking ?? "" };
  const required = requiredJobs(stage.file, jobs);
  if (!required.every(isDone))
    return { kind: "wait", open, reason: waitsForJobs(required, etas, now) };
  const params = stageParams(stage.file, order.params);
  if ("faults" in params)
    return { kind: "end", open, event: "fail", reason: params.faults.join("; ") };
  if (deferred !== undefined) return { kind: "wait", open, reason: deferred };
  return { kind: "submit", open, stage, params: params.values };
}

type Phase = Exclude<RunState["phase"], "ended">;

const EVENTS: Readonly<Record<Phase, Partial<Record<JobStatus, JobEvent>>>> = {
  waiting: { QUEUING: "accept", ON_HOLD: "release" },
  running: { QUEUING: "start", QUEUED: "start", ON_HOLD: "start" },
  held: { QUEUING: "accept", QUEUED: "hold", RUNNING: "hold" },
};

/** The event that brings a job to the phase of its run; undefined if it is there. */
function jobEvent({ area, job_status: status }: OpenSubmission, phase: Phase) {
  const event = EVENTS[phase][status];
  return event !== undefined && JOB_STATES[area].nextStatus(status, event) !== undefined
    ? event
    : undefined;
}

function progressOf({ submission, engine, results }: OpenRun, now: Date): Progress {
  const { key, job_id: job, missed, done, waiting, expected_start } = submission;
  const expected = expected_start?.toISOString() ?? null;
  const former = { key, job, missed, done, waiting, expected };
  if (engine === "unreachable") return { ...former, waiting: UNREACHABLE };
  if (typeof engine === "string") return { ...former, missed: missed + 1 };
  const { phase, reason, expectedStart } = engine;
  const waits = phase === "waiting" || phase === "held";
  return {
    ...former,
    missed: 0,
    done: results ?? done,
    waiting: waits ? waitingInWords(reason, expectedStart, now) : null,
    expected: waits ? (expectedStart?.toISOString() ?? null) : null,
  };
}

const hasChanged = (before: OpenSubmission, after: Progress): boolean =>
  before.missed !== after.missed ||
  before.done !== after.done ||
  before.waiting !== after.waiting ||
  // Someone else has moved the job.
  before.job_reason !== after.waiting;

/** Whether a run that its engine does not know counts as lost in this pass. */
export const isLost = ({ missed }: OpenSubmission): boolean => missed + 1 >= MISSED_PASSES;

function decideStep({ submission, engine, results = 0 }: OpenRun): RunMove | undefined {
  if (engine === "unreachable" || engine === "notAsked") return undefined;
  if (engine === "unknown") {
    if (!isLost(submission)) return undefined;
    return results >= submission.tasks || submission.submitted >= MAX_SUBMITS
      ? { kind: "finish", submission, lost: [] }
      : { kind: "requeue", submission };
  }
  if (engine.phase === "ended") return { kind: "finish", submission, lost: engine.lost };
  const event = jobEvent(submission, engine.phase);
  return event && { kind: "follow", submission, event };
}

function decideRun(run: OpenRun, now: Date): RunMove[] {
  const { submission, engine } = run;
  if (!isRunning(submission.job_status)) return [{ kind: "cancel", submission }];
  if (submission.state === "written") return [{ kind: "enqueue", submission }];
  if (engine === "notAsked") return [];
  const progress = progressOf(run, now);
  const step = decideStep(run);
  return [
    ...(hasChanged(submission, progress)
      ? [{ kind: "progress", submission, progress } as const]
      : []),
    ...(step === undefined ? [] : [step]),
  ];
}

type Stages = StageCatalogue["stages"];

/** The state from which a pass, or a part of it, decides. */
export interface Facts {
  readonly catalogue: StageCatalogue;
  readonly now: Date;
  readonly records?: readonly DueRecord[];
  readonly orders?: readonly OpenOrder[];
  readonly etas?: Etas;
  readonly runs?: readonly OpenRun[];
}

/** The next steps, in the order in which orchestrate.ts carries them out. */
export interface Moves {
  readonly records: readonly RecordMove[];
  readonly orders: readonly OrderMove[];
  readonly runs: readonly RunMove[];
}

/**
 * Decides the next steps of processings. It reads nothing and writes nothing; each rule is a row of
 * decide-moves.test.ts.
 *
 * Records whose jobs changed (states.md 6):
 * processing/G1 only a processing that had a run here goes on by itself (the database's trigger);
 * processing/G2 a job starts once all jobs that it requires are done; after manual work on GPS or
 * LMS a person sends the processing on;
 * processing/G3 the published outputs of a job that was reset are withdrawn first.
 *
 * Orders:
 * processing/O1 an order is taken in the transaction that makes its run or ends its job, so that it
 * is neither lost nor carried out twice; an order whose job has moved on is dropped;
 * processing/O2 the folder of a run exists before its row does;
 * processing/O3 outputs are carried over from the last attempt if its inputs and stage file were the
 * same; otherwise all tasks run;
 * processing/O4 an order without a program, or with faulty parameters, ends its job; one whose jobs or
 * inputs are not ready waits, and its job's reason names them.
 *
 * Runs:
 * processing/S1 a run whose job is no longer active is cancelled;
 * processing/S2 a written run is handed to the engine, which takes each key once;
 * processing/S3 a run that the engine does not know three times in a row is lost: if all its results
 * exist they count, otherwise it is submitted again, at most five times;
 * processing/S4 an engine that does not answer changes the reason alone;
 * processing/S5 a job follows the phase of its run.
 */
export function decideMoves(facts: Facts): Moves {
  const { catalogue, now, records = [], orders = [], runs = [], etas = new Map() } = facts;
  return {
    records: records.flatMap((record) => decideRecord(record, catalogue.stages)),
    orders: orders.map((open) => decideOrder(open, catalogue, etas, now)),
    runs: runs.flatMap((run) => decideRun(run, now)),
  };
}
