import type { Attempt, RunTaskRow, TaskEnding } from "@swath/contract/processing";
import { formatBytes, plural, formatDuration } from "../../ui/text/format.ts";

const OUTCOME: Readonly<Record<NonNullable<Attempt["outcome"]>, string>> = {
  succeed: "Completed",
  finishWithErrors: "Completed with errors",
  fail: "Failed",
  requireManual: "Manual processing required",
  lackProgram: "Program not available",
  cancel: "Cancelled",
};

/** An attempt's outcome as text. */
export const outcomeOf = ({ outcome }: Pick<Attempt, "outcome">): string =>
  outcome === null ? "Under way" : OUTCOME[outcome];

/** The time between the first task's start and the end, ms; undefined without either. */
export function tookMs({ started, ended }: Pick<Attempt, "started" | "ended">): number | undefined {
  if (started === null || ended === null) return undefined;
  return Date.parse(ended) - Date.parse(started);
}

type Ended = Pick<
  RunTaskRow,
  "ending" | "exitCode" | "signal" | "node" | "started" | "ended" | "peakMemoryBytes"
>;

const WORDS: Readonly<Record<TaskEnding, (task: Ended) => string>> = {
  succeeded: () => "Succeeded",
  failed: ({ exitCode }) =>
    exitCode === null ? "Its program failed" : `Its program ended with exit code ${exitCode}`,
  signalled: ({ signal }) => `Its program was ended by ${signal ?? "a signal"}`,
  outOfMemory: ({ peakMemoryBytes: peak }) =>
    peak === null
      ? "It needed more memory than it was given"
      : `It needed more memory than it was given: ${formatBytes(peak)} were in use`,
  outOfTime: (task) => {
    const ms = tookMs(task);
    const after = ms === undefined ? "" : `, after ${formatDuration(ms)}`;
    return `It took longer than its time limit${after}`;
  },
  outOfDisk: () => "It wrote more than it was given room for",
  nodeLost: ({ node }) => `The node ${node === null ? "" : `${node} `}was lost while it ran`,
  cancelled: () => "It was cancelled",
  inputFault: () => "One of its inputs could not be read as it was recorded",
  outputFault: () => "What it wrote could not be stored",
};

/** A task's ending as text. */
export const endingOf = (task: Ended): string => WORDS[task.ending](task);

/** Endings in counts of several tasks. */
const KINDS: Readonly<Record<Exclude<TaskEnding, "succeeded">, string>> = {
  failed: "its program failed",
  signalled: "ended by a signal",
  outOfMemory: "out of memory",
  outOfTime: "out of time",
  outOfDisk: "out of disk",
  nodeLost: /* text */ "node lost",
  cancelled: /* text */ "cancelled",
  inputFault: /* text */ "input unreadable",
  outputFault: "output not stored",
};

/** Why tasks failed: a single task in full, several as counts by kind. */
export function whyItDied(tasks: readonly RunTaskRow[]): readonly string[] {
  const failed = tasks.filter(({ ending }) => ending !== "succeeded");
  if (failed.length === 0) return [];
  const [first] = failed;
  if (failed.length === 1) return [`${first!.name}: ${endingOf(first!)}`];
  const kinds = Map.groupBy(failed, ({ ending }) => ending);
  return [...kinds]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([ending, of]) =>
      of.length === 1
        ? `${of[0]!.name}: ${endingOf(of[0]!)}`
        : `${plural(of.length, "task")}: ${KINDS[ending as keyof typeof KINDS]}`,
    );
}

/** The attempt whose results a job has: the published one, or the latest that ended well, or the latest. */
export function attemptOfJob(attempts: readonly Attempt[]): Attempt | undefined {
  return (
    attempts.find(({ published }) => published) ??
    attempts.find(({ measures }) => measures.length > 0) ??
    attempts[0]
  );
}

/** The last earlier attempt with measures, or else the one before; attempts are latest first. */
export function attemptBefore(attempts: readonly Attempt[], of: Attempt): Attempt | undefined {
  const earlier = attempts.filter(({ attempt }) => attempt < of.attempt);
  return earlier.find(({ measures }) => measures.length > 0) ?? earlier[0];
}
