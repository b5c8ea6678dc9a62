import { readFileSync } from "node:fs";
import { isAlive } from "../system.ts";

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
