import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { statFields } from "./process-identity.ts";

/**
 * In the environment of every process of a task: `KEY/TASK/PLACE/EXECUTION`. Children inherit it, also
 * those that leave their process group and session, as no portable means else tells them.
 */
export const MARK = "SWATH_TASK_EXECUTION";

/**
 * Names a run's folder for {@link MARK}: a copy of it has the same key, and processes of its own. None
 * is of a folder that is gone.
 */
export function placeOf(folder: string): string {
  const found = statSync(folder, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? "gone" : `${found.dev}-${found.ino}`;
}

/** Of so many numbers it is quicker to ask for each than to list all. */
const FEW_PROCESSES = 32;
const ROUNDS = 100;
const ROUND_MS = 10;

function readText(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

/** The mark of a process; undefined where it has none, is a zombie, or is another user's. */
export function markOf(pid: number): string | undefined {
  const environment = `\0${readText(`/proc/${pid}/environ`)}`;
  const at = environment.indexOf(`\0${MARK}=`);
  if (at === -1) return undefined;
  const start = at + MARK.length + 2;
  const end = environment.indexOf("\0", start);
  return environment.slice(start, end === -1 ? undefined : end);
}

/** Numbers of all processes; none where there is no /proc. */
export function allProcesses(): number[] {
  try {
    return readdirSync("/proc").map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

/** Numbers are given in turn, so what came after a process is between it and the last one given. */
function processesSince(first: number | undefined): number[] {
  if (first === undefined) return allProcesses();
  const last = Number(readText("/proc/loadavg").trim().split(" ").at(-1));
  if (!(last >= first)) return allProcesses();
  if (last - first > FEW_PROCESSES) return allProcesses().filter((pid) => pid >= first);
  const since = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  // To read what is not there costs much more than to ask.
  return since.filter((pid) => existsSync(`/proc/${pid}`));
}

function isZombie(pid: number): boolean {
  const state = statFields(pid)?.[0];
  return state === undefined || "ZX".includes(state);
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended by itself, or has become another user's.
  }
}

/**
 * Kills every process with a mark that is asked for, and what they start meanwhile, until there is
 * none; answers how many there were. With `since`, a process number, none older is looked at.
 */
export async function killMarked(
  isMeant: (mark: string) => boolean,
  since?: number,
): Promise<number> {
  const killed = new Set<number>();
  for (let round = 0; round < ROUNDS; round++) {
    const meant = processesSince(since).filter((pid) => {
      if (pid === process.pid) return false;
      const mark = markOf(pid);
      return mark !== undefined && isMeant(mark) && !isZombie(pid);
    });
    if (meant.length === 0) break;
    for (const pid of meant) {
      killed.add(pid);
      kill(pid);
    }
    await sleep(ROUND_MS);
  }
  return killed.size;
}
