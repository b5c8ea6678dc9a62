import type { TaskMeasure, TaskResult } from "@swath/contract/processing";
import type { SubmissionKind } from "./runs.tables.ts";

/** How a task ended: by its own result, or as its engine reports of one that left none. */
export interface EndedTask extends Pick<TaskResult, "name" | "ending" | "exitCode" | "signal"> {
  readonly errors: readonly TaskResult["errors"][number][];
  readonly outputs: readonly TaskResult["outputs"][number][];
  readonly measures: readonly TaskMeasure[];
  readonly kind: SubmissionKind;
  readonly key: string;
  readonly task: number;
  readonly input: string | null;
  readonly node: string | null;
  readonly started: string | null;
  readonly ended: string | null;
  readonly cpuSeconds: number | null;
  readonly peakMemoryBytes: number | null;
  /** Of a task that names files it failed in: how many it was given of their kind; else null. */
  readonly files: number | null;
  readonly failedFiles: number | null;
}

/** What programs exit with where they have none for a recording (docs/stages.md). */
export const NO_PROGRAM = 3;

const ENDINGS: Readonly<Record<TaskResult["ending"], string>> = {
  succeeded: "succeeded",
  failed: "failed",
  signalled: "was ended by a signal",
  outOfMemory: "needed more memory than its stage allows",
  outOfTime: "took longer than its stage allows",
  outOfDisk: "found no more room on its node's disk",
  nodeLost: "was lost with its node",
  cancelled: "was cancelled",
  inputFault: "could not read its inputs",
  outputFault: "wrote what may not be stored",
};

/** Why a task failed, in words that tell exit, signal, memory, time, disk and node apart. */
export function endingInWords({ ending, exitCode, signal }: EndedTask): string {
  if (ending === "failed") return `exited with code ${exitCode ?? "unknown"}`;
  if (ending === "signalled") return `was ended by ${signal ?? "a signal"}`;
  return ENDINGS[ending];
}
