import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { codeOf, isAlive } from "../system.ts";

/** Names a process for good: its number alone is given again, after a restart of the machine at once. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Its start in clock ticks since the boot (proc(5), stat, field 22); empty where there is no /proc. */
  readonly start: string;
  readonly boot: string;
}

/** Fields of /proc/PID/stat from the third on: the second, the name, may hold spaces and brackets. */
export function statFields(pid: number | "self"): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

let bootId: string | undefined;

function boot(): string {
  try {
    bootId ??= readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
  } catch {
    bootId = "";
  }
  return bootId;
}

/** Who a running process is. */
export const identify = (pid: number): ProcessIdentity => ({
  pid,
  start: statFields(pid)?.[19] ?? "",
  boot: boot(),
});

/** Whether that very process runs; a zombie does not. */
export function isRunning({ pid, start, boot: since }: ProcessIdentity): boolean {
  if (since !== boot()) return false;
  const fields = statFields(pid);
  if (fields !== undefined) return fields[19] === start && !"ZX".includes(fields[0] ?? "");
  return start === "" && isAlive(pid);
}

/** The process that a file names as its owner; undefined where there is none, or no whole file. */
function ownerOf(path: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as ProcessIdentity;
  } catch {
    return undefined;
  }
}

/** Whether a file names this very process as its owner. */
export function isOwner(process: ProcessIdentity, path: string): boolean {
  const owner = ownerOf(path);
  return (["pid", "start", "boot"] as const).every((part) => owner?.[part] === process[part]);
}

/** The owner, where it runs. */
export function runningOwner(path: string): ProcessIdentity | undefined {
  const owner = ownerOf(path);
  return owner !== undefined && isRunning(owner) ? owner : undefined;
}

/**
 * Makes this process the owner of what a file stands for, unless a running process is. Of several
 * that try at once one succeeds; the file of a dead owner is taken away first.
 */
export function takeOwnership(path: string): boolean {
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, JSON.stringify(identify(process.pid)), { mode: 0o600 });
  try {
    if (linked(draft, path)) return true;
    if (runningOwner(path) !== undefined) return false;
    return removeDead(path) && linked(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

function linked(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Another may have replaced the dead owner's file since it was read: then it is put back. */
function removeDead(path: string): boolean {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return true;
    throw error;
  }
  const alive = runningOwner(aside) !== undefined;
  if (alive) linked(aside, path);
  rmSync(aside, { force: true });
  return !alive;
}
