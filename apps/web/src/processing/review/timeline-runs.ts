import { AUDIT_EVENTS, type AuditFacts } from "@swath/contract/history";
import { isRunning, type JobStatus, type TimelineEntry } from "@swath/contract/processing";

/**
 * How the events of a processing are folded:
 *
 * job-pages/R1 events of one call are one; adjacent in the log they are of one call;
 * job-pages/R2 a run begins with the event that orders a job and ends with the one that ends it; between
 *   the two every move of the job is a step of it, whatever else happened meanwhile;
 * job-pages/R3 a run stands where its latest step is, and is there while it has not ended;
 * job-pages/R4 a run whose beginning is not loaded says so, and is whole once it is;
 * job-pages/R5 it took from its first start to its end; before that it waited.
 */
export interface TimelineRun {
  readonly is: "run";
  readonly id: number;
  readonly job: string;
  /** The status that it ended with; null while it is under way. */
  readonly outcome: JobStatus | null;
  /** The status of its latest step. */
  readonly status: JobStatus;
  readonly ordered: string;
  /** Null where it never ran, or not yet. */
  readonly started: string | null;
  /** Of its latest step. */
  readonly at: string;
  /** False: earlier events are not loaded. */
  readonly isWhole: boolean;
  /** The reason of its latest step. */
  readonly reason: string | null;
  /** Latest first, as the timeline has them. */
  readonly steps: readonly Call[];
}

export interface TimelineEvent {
  readonly is: "event";
  readonly id: number;
  readonly call: Call;
}

/** Events of one call, latest first; one at least. */
export type Call = readonly TimelineEntry[];

/** Groups adjacent events of one call; an event without a call is alone. */
export function callsOf(entries: readonly TimelineEntry[]): readonly Call[] {
  const calls: TimelineEntry[][] = [];
  for (const entry of entries) {
    const last = calls.at(-1);
    const same = entry.requestId !== null && last?.[0]?.requestId === entry.requestId;
    if (same) last?.push(entry);
    else calls.push([entry]);
  }
  return calls;
}

type Move = AuditFacts<"job.moved"> & { readonly at: string; readonly id: number };

function movesOf(call: Call): readonly Move[] {
  return call
    .flatMap(({ action, detail, at, id }) => {
      if (action !== "job.moved") return [];
      const { success, data } = AUDIT_EVENTS["job.moved"].facts.safeParse(detail);
      return success ? [{ ...data, at, id }] : [];
    })
    .toReversed();
}

type Open = { -readonly [K in keyof TimelineRun]: TimelineRun[K] };

/** Whether a move belongs to a run: it brings one about, or leads on or out of it. */
const isOfRun = ({ from, to }: Move): boolean => isRunning(to) || isRunning(from);

/** The run that a move opens, or goes on with. */
function runOf(open: Map<string, Open>, move: Move): Open {
  const known = open.get(move.job);
  if (known !== undefined) return known;
  const run: Open = {
    is: "run",
    id: move.id,
    job: move.job,
    outcome: null,
    status: move.to,
    ordered: move.at,
    started: null,
    at: move.at,
    isWhole: !isRunning(move.from),
    reason: null,
    steps: [],
  };
  open.set(move.job, run);
  return run;
}

function follow(run: Open, move: Move, call: Call): void {
  run.id = move.id;
  run.at = move.at;
  run.status = move.to;
  run.reason = move.reason;
  if (move.to === "RUNNING") run.started ??= move.at;
  if (run.steps[0] !== call) run.steps = [call, ...run.steps];
}

/** The events of a processing, latest first, each run folded to one. */
export function foldRuns(
  entries: readonly TimelineEntry[],
): readonly (TimelineRun | TimelineEvent)[] {
  const open = new Map<string, Open>();
  const items: (Open | TimelineEvent)[] = [];
  for (const call of callsOf(entries).toReversed()) {
    const moves = movesOf(call).filter(isOfRun);
    if (moves.length === 0) items.push({ is: "event", id: call[0]!.id, call });
    for (const move of moves) {
      const isNew = !open.has(move.job);
      const run = runOf(open, move);
      if (isNew) items.push(run);
      follow(run, move, call);
      if (isRunning(move.to)) continue;
      run.outcome = move.to;
      open.delete(move.job);
    }
  }
  return items.toSorted((a, b) => b.id - a.id);
}

/** How long a run took, and waited before it, in ms; undefined where its start or end is not known. */
export function runTimes({ ordered, started, at, outcome, isWhole }: TimelineRun) {
  const first = Date.parse(ordered);
  const begun = started === null ? undefined : Date.parse(started);
  return {
    took: begun === undefined || outcome === null ? undefined : Date.parse(at) - begun,
    waited: begun === undefined || !isWhole ? undefined : begun - first,
  };
}
