import { readdirSync } from "node:fs";
import { join } from "node:path";
import { runningOwner } from "../../apps/server/src/platform/compute/processes/owner-file.ts";
import {
  allProcesses,
  markOf,
} from "../../apps/server/src/platform/compute/processes/marked-processes.ts";

export interface FoundProcess {
  readonly pid: number;
  /** Of the submission that it executes. */
  readonly key: string;
}

const keysOf = (compute: string): string[] => {
  try {
    return readdirSync(join(compute, "runs"));
  } catch {
    return [];
  }
};

/** The runner of a submission, where it lives. */
export const runnerOf = (compute: string, key: string): FoundProcess | undefined => {
  const owner = runningOwner(join(compute, "runs", key, "runner.json"));
  return owner === undefined ? undefined : { pid: owner.pid, key };
};

/** All runners that live. */
export const runnersOf = (compute: string): FoundProcess[] =>
  keysOf(compute).flatMap((key) => runnerOf(compute, key) ?? []);

/** The processes of all tasks that run. */
export function taskProcesses(compute: string): FoundProcess[] {
  const keys = new Set(keysOf(compute));
  return allProcesses().flatMap((pid) => {
    const key = markOf(pid)?.split("/")[0] ?? "";
    return keys.has(key) ? [{ pid, key }] : [];
  });
}
