import type { TaskEnding } from "@swath/contract/processing";
import type { JobRecord } from "./job-record.ts";

const UNDER_WAY = /^(RUNNING|COMPLETING|CONFIGURING|SUSPENDED|STAGE_OUT|SIGNALING|STOPPED)$/;
const WAITS = /^(PENDING|REQUEUED|REQUEUE_FED|REQUEUE_HOLD|SPECIAL_EXIT|RESV_DEL_HOLD)$/;
const LAUNCH_FAILED = /^launch[ _]failed/i;

const hasFailedLaunch = ({ state_reason: reason, state_description: text }: JobRecord): boolean =>
  [reason, text].some((said) => LAUNCH_FAILED.test(said ?? ""));

/**
 * Whether Slurm could not start an element, as when its controller is killed meanwhile, and holds it
 * until somebody releases it.
 */
export const isHeldByLaunch = (record: JobRecord): boolean =>
  record.job_state.some((state) => WAITS.test(state)) && hasFailedLaunch(record);

/** One that was held is cancelled once that was seen (compute/E12), maybe by another server. */
const wasNeverLaunched = (record: JobRecord): boolean =>
  isHeldByLaunch(record) || (record.job_state.includes("CANCELLED") && hasFailedLaunch(record));

/**
 * Where an element of an array is: COMPLETING goes beside the state that it will have. One whose
 * launch failed has ended: what it would have done is submitted again.
 */
export function elementPhase(record: JobRecord): "waiting" | "running" | "ended" {
  const { job_state: states } = record;
  if (states.some((state) => UNDER_WAY.test(state))) return "running";
  if (isHeldByLaunch(record)) return "ended";
  return states.some((state) => WAITS.test(state)) ? "waiting" : "ended";
}

export interface ElementEnd {
  readonly ending: TaskEnding;
  readonly reason: string;
}

const BY_STATE: Readonly<Record<string, ElementEnd>> = {
  CANCELLED: { ending: "cancelled", reason: "was cancelled" },
  TIMEOUT: { ending: "outOfTime", reason: "reached the time limit of its job" },
  DEADLINE: { ending: "outOfTime", reason: "reached the deadline of its job" },
  OUT_OF_MEMORY: { ending: "outOfMemory", reason: "used more memory than its job may" },
  NODE_FAIL: { ending: "nodeLost", reason: "was on a node that failed" },
  BOOT_FAIL: { ending: "nodeLost", reason: "was on a node that did not start" },
  PREEMPTED: { ending: "nodeLost", reason: "had to give way to another job" },
};

/**
 * Why the tasks of an element that has ended, and left no results, have none; `said` is the last that
 * its runner, or the shell that was to start it, wrote to its standard error.
 */
export function elementEnd(record: JobRecord, said = ""): ElementEnd {
  const { job_state: states, exit_code: exit } = record;
  if (wasNeverLaunched(record)) return { ending: "nodeLost", reason: "could not be launched" };
  for (const state of states) {
    const end = BY_STATE[state];
    if (end !== undefined) return end;
  }
  const because = said === "" ? "" : `: ${said}`;
  if (exit.signal !== null)
    return { ending: "nodeLost", reason: `its runner was ended by signal ${exit.signal}` };
  if (exit.code !== null && exit.code > 0)
    return { ending: "nodeLost", reason: `its runner ended with exit code ${exit.code}${because}` };
  return { ending: "nodeLost", reason: "its runner left no result" };
}
