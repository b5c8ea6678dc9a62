import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const TICKS_PER_SECOND = 100;
/** Places among the fields from the third on; four times follow each other. */
const UTIME = 11;
const CUTIME = 13;
const CSTIME = 14;
const SAMPLE_MS = 50;
const MOST_TEXT = 100_000;
const STAGES = fileURLToPath(new URL("../../../apps/stages/src/main.ts", import.meta.url));

/** What a process and its children took. */
export interface Taken {
  readonly exitCode: number | null;
  readonly cpuSeconds: number;
  readonly seconds: number;
  /** Largest sum of their resident bytes. */
  readonly peakBytes: number;
  readonly output: string;
  readonly errors: string;
}

/** Fields of proc(5), stat, from the third on. */
function statOf(pid: string): readonly string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    // It ended between the listing and the reading.
    return [];
  }
}

/** Sums of ticks from `first` on to the field of the children's system time. */
const ticks = (pid: string, first: number): number =>
  statOf(pid)
    .slice(first, CSTIME + 1)
    .reduce((sum, field) => sum + Number(field), 0);

/** Processor seconds of this process's children and of theirs that have ended. */
export function childSeconds(): number {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, "latin1");
  const running = children.split(" ").filter(Boolean);
  const all = running.reduce((sum, pid) => sum + ticks(pid, UTIME), ticks("self", CUTIME));
  return all / TICKS_PER_SECOND;
}

interface Seen {
  readonly parent: number;
  readonly bytes: number;
}

function processOf(pid: string): Seen | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "latin1");
    const value = (name: string): number =>
      Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0);
    return { parent: value("PPid"), bytes: value("VmRSS") * 1024 };
  } catch {
    // It ended between the listing and the reading.
    return undefined;
  }
}

/** Resident bytes of a process and its descendants. */
function familyBytes(root: number): number {
  const seen = new Map<number, Seen>();
  for (const entry of readdirSync("/proc")) {
    const found = /^\d+$/.test(entry) ? processOf(entry) : undefined;
    if (found !== undefined) seen.set(Number(entry), found);
  }
  const belongs = (pid: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined && at > 1; at = seen.get(at)?.parent)
      if (at === root) return true;
    return false;
  };
  return [...seen].reduce((sum, [pid, { bytes }]) => (belongs(pid) ? sum + bytes : sum), 0);
}

/** Runs a command to its end and measures it; one at a time. */
export async function measured(command: string, words: readonly string[]): Promise<Taken> {
  const before = childSeconds();
  const begun = performance.now();
  const child = spawn(command, words, { stdio: ["ignore", "pipe", "pipe"] });
  let [output, errors, peakBytes] = ["", "", 0];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    if (output.length < MOST_TEXT) output += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    if (errors.length < MOST_TEXT) errors += text;
  });
  const timer = setInterval(() => {
    peakBytes = Math.max(peakBytes, familyBytes(child.pid ?? 0));
  }, SAMPLE_MS);
  const exitCode = await new Promise<number | null>((done, fail) => {
    child.on("error", fail).on("close", done);
  }).finally(() => clearInterval(timer));
  const cpuSeconds = childSeconds() - before;
  return {
    exitCode,
    cpuSeconds,
    seconds: (performance.now() - begun) / 1000,
    peakBytes,
    output,
    errors,
  };
}

/** Runs a program of the pipeline; one that fails ends the row. */
export async function stageProgram(
  name: string,
  options: Readonly<Record<string, string>>,
): Promise<Taken> {
  const words = Object.entries(options).flatMap(([option, value]) => [`--${option}`, value]);
  const taken = await measured(process.execPath, [STAGES, name, ...words]);
  if (taken.exitCode !== 0) throw new Error(`${name} failed: ${taken.errors}`);
  return taken;
}
