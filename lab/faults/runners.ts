import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openComputeEngine } from "../../apps/server/src/platform/open-compute.ts";
import { readEnded } from "../../apps/server/src/platform/local-compute/local-run-files.ts";
import { runningOwner } from "../../apps/server/src/platform/local-compute/process-identity.ts";
import {
  allProcesses,
  markOf,
} from "../../apps/server/src/platform/local-compute/marked-processes.ts";
import { computeOptions, foldersOf, type Place } from "./place.ts";

export interface FoundProcess {
  readonly pid: number;
  /** Of the submission that it executes. */
  readonly key: string;
}

/** All submissions of a stand, by their folders. */
const keysOf = (place: Place): string[] => {
  try {
    return readdirSync(foldersOf(place).spool).filter((name) => !name.startsWith("."));
  } catch {
    return [];
  }
};

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "latin1");
  } catch {
    return "";
  }
}

function localRunners(place: Place): FoundProcess[] {
  return keysOf(place).flatMap((key) => {
    const record = join(foldersOf(place).compute, "runs", key);
    const owner = runningOwner(join(record, "runner.json"));
    return owner === undefined || readEnded(record) !== undefined ? [] : [{ pid: owner.pid, key }];
  });
}

/** The elements of arrays; nodes are this machine's. */
function elementRunners(place: Place): FoundProcess[] {
  const { spool } = foldersOf(place);
  return allProcesses().flatMap((pid) => {
    const words = commandOf(pid).split("\0");
    const folder = words.find((word) => word.startsWith(`${spool}/`));
    if (folder === undefined || !words.includes("--element")) return [];
    return [{ pid, key: folder.slice(spool.length + 1) }];
  });
}

/** All processes that execute runs. */
export const runnersOf = (place: Place): FoundProcess[] =>
  place.engine === "local" ? localRunners(place) : elementRunners(place);

/** Of some submissions those that are executed, or will be. */
export async function livingOf(place: Place, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  if (place.engine === "local") return new Set(localRunners(place).map(({ key }) => key));
  const engine = await openComputeEngine(computeOptions(place));
  const states = await engine.states(keys).catch(() => new Map<string, { phase: string }>());
  return new Set([...states].flatMap(([key, { phase }]) => (phase === "ended" ? [] : [key])));
}

/** The processes of all tasks that run. */
export function taskProcesses(place: Place): FoundProcess[] {
  const keys = new Set(keysOf(place));
  return allProcesses().flatMap((pid) => {
    const key = markOf(pid)?.split("/")[0] ?? "";
    return keys.has(key) ? [{ pid, key }] : [];
  });
}
