import { statfsSync } from "node:fs";
import type { TaskEnding } from "@swath/contract/processing";
import type { ProgramOutput } from "./program-output.ts";
import type { ProgramEnd } from "./run-program.ts";

/** What a program answers that knows no way to process a recording (docs/stages.md). */
const NO_PROGRAM = 3;
const NOT_FOUND = 127;
/** A disk with less than this is full. */
const NO_ROOM_BYTES = 1_048_576;

function hasNoRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < NO_ROOM_BYTES;
  } catch {
    return false;
  }
}

export interface DescribedEnd {
  readonly ending: TaskEnding;
  /** In words, after the name of what ended so. */
  readonly reason: string;
}

function signalled(end: ProgramEnd, output: ProgramOutput): DescribedEnd {
  if (end.kernelOutOfMemory)
    return { ending: "outOfMemory", reason: "was ended by the system for want of memory" };
  if (end.signal === "SIGXFSZ")
    return { ending: "outputFault", reason: "wrote more than one file may hold" };
  if (output.reportsNoMemory) return { ending: "outOfMemory", reason: "found no more memory" };
  return { ending: "signalled", reason: `was ended by ${end.signal}` };
}

function failed(end: ProgramEnd, output: ProgramOutput): DescribedEnd {
  const last = output.lastLine === "" ? "" : `: ${output.lastLine}`;
  if (end.exitCode === NO_PROGRAM)
    return { ending: "failed", reason: `has no program for this recording${last}` };
  if (end.exitCode === NOT_FOUND) return { ending: "failed", reason: `was not found${last}` };
  return { ending: "failed", reason: `ended with exit code ${end.exitCode}${last}` };
}

/** How a program ended, and why: exit, signal, memory, time or disk, distinguished. */
export function describeEnd(end: ProgramEnd, output: ProgramOutput, folder: string): DescribedEnd {
  if (end.ended !== undefined) return end.ended;
  if (end.exitCode === 0) return { ending: "succeeded", reason: "" };
  if (output.reportsFullDisk || hasNoRoom(folder))
    return { ending: "outOfDisk", reason: "found no room left on the disk" };
  return end.signal === null ? failed(end, output) : signalled(end, output);
}
