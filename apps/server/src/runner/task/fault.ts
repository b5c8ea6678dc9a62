import type { TaskEnding } from "@swath/contract/processing";

/** Why a task cannot go on, and of which file that is said. */
export interface TaskFault {
  readonly ending: TaskEnding;
  readonly file: string;
  readonly message: string;
}

/** Of a disk without room. */
const FULL = new Set(["ENOSPC", "EDQUOT"]);

export function isDiskFull(error: unknown): boolean {
  return FULL.has((error as NodeJS.ErrnoException).code ?? "");
}
