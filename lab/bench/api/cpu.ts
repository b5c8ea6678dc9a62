import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const TICKS_PER_SECOND = 100;

const fieldsOf = (pid: number | string): string[] =>
  readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
const seconds = (fields: readonly string[]): number =>
  (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;

/** Seconds of processor time that a process has used. */
export const cpuSeconds = (pid: number): number => seconds(fieldsOf(pid));

const postmasterOf = (folder: string): string =>
  readFileSync(join(folder, "postmaster.pid"), "utf8").split("\n", 1)[0]!;

/** Seconds of processor time that the sessions of a PostgreSQL have used which ended. */
export function endedSeconds(folder: string): number {
  const fields = fieldsOf(postmasterOf(folder));
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}

/** Seconds of processor time that the sessions of a PostgreSQL have used which are there now. */
export function sessionSeconds(folder: string): number {
  const postmaster = postmasterOf(folder);
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        const fields = fieldsOf(pid);
        return fields[1] === postmaster ? seconds(fields) : 0;
      } catch {
        // It ended meanwhile.
        return 0;
      }
    })
    .reduce((sum, each) => sum + each, 0);
}
