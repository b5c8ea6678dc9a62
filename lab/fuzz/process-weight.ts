import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** The processor time and memory of a process, as the system counts them. */
export interface ProcessWeight {
  readonly cpuMs: number;
  /** Most memory it ever held, where the system keeps count; else what it holds. */
  readonly rssBytes: number;
  /** Whether it waits for something else than the processor. */
  readonly idle: boolean;
}

/** Clock ticks of /proc are hundredths of a second on every Linux that Node runs on. */
const TICK_MS = 10;
const STATE = 0;
const USER_TIME = 11;
const SYSTEM_TIME = 12;

/** Measures another process from outside; undefined once it has ended. */
export function weighProcess(pid: number): ProcessWeight | undefined {
  try {
    return process.platform === "linux" ? weighByProc(pid) : weighByPs(pid);
  } catch {
    return undefined;
  }
}

function weighByProc(pid: number): ProcessWeight | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The second field is the program's name in brackets, which may itself hold brackets and spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  if (peak === undefined) return undefined;
  const ticks = Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME]);
  return { cpuMs: ticks * TICK_MS, rssBytes: Number(peak) * 1024, idle: fields[STATE] === "S" };
}

function weighByPs(pid: number): ProcessWeight | undefined {
  const text = execFileSync("ps", ["-o", "rss=,time=,state=", "-p", String(pid)], {
    encoding: "utf8",
  });
  const [rss, time, state] = text.trim().split(/\s+/);
  if (rss === undefined || time === undefined) return undefined;
  const seconds = time.split(/[-:]/).reduce((sum, part) => sum * 60 + Number(part), 0);
  return {
    cpuMs: seconds * 1000,
    rssBytes: Number(rss) * 1024,
    idle: state?.startsWith("S") ?? false,
  };
}
