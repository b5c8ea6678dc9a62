import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { TaskEnding } from "@swath/contract/processing";
import { killMarked, MARK } from "../../platform/compute/processes/marked-processes.ts";
import { statFields } from "../../platform/compute/processes/process-identity.ts";
import type { ProcessWatch } from "./process-watch.ts";
import type { ProgramOutput } from "./program-output.ts";
import type { TaskLog } from "./task-log.ts";

export interface Program {
  readonly words: readonly string[];
  readonly folder: string;
  readonly mark: string;
  readonly cpus: number;
  readonly memoryBytes: number;
  readonly seconds: number;
  readonly output: ProgramOutput;
  readonly log: TaskLog;
  readonly watch: ProcessWatch;
  readonly signal: AbortSignal;
  /** Why it has to end, once it has written more than it may. */
  readonly outgrown: () => Promise<ProgramEnd["ended"]>;
}

export interface ProgramEnd {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Why the runner ended it; undefined where it ended by itself. */
  readonly ended: { readonly ending: TaskEnding; readonly reason: string } | undefined;
  /** Whether the kernel ended a process for want of memory meanwhile. */
  readonly kernelOutOfMemory: boolean;
  readonly cpuSeconds: number;
  readonly peakMemoryBytes: number;
}

/** What a program is given between SIGTERM and SIGKILL. */
const GRACE_MS = 1_000;
const DRAIN_MS = 2_000;
const SIZE_MS = 1_000;
/** The longest a timer takes. */
const MAX_TIMER_MS = 2_147_483_647;
/** What a shell answers for a command that it does not find. */
const NOT_FOUND = 127;
const CUTIME = 13;
const TICKS = 100;

let cpuTicksBefore = 0;

/** Processor time of the child that was just reaped, s; of two at once the first gets both's. */
function reapedCpuSeconds(): number {
  const fields = statFields("self");
  const ticks = Number(fields?.[CUTIME] ?? 0) + Number(fields?.[CUTIME + 1] ?? 0);
  const seconds = (ticks - cpuTicksBefore) / TICKS;
  cpuTicksBefore = ticks;
  return Math.max(seconds, 0);
}

/** How often the kernel has killed for want of memory (proc_vmstat: oom_kill). */
function kernelKills(): number {
  try {
    return Number(/^oom_kill (\d+)$/m.exec(readFileSync("/proc/vmstat", "latin1"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

const KILLS_MS = 1_000;
let killsBefore = { count: kernelKills(), at: performance.now() };

/** The same a second ago at most: reading it costs more than starting a program. */
function recentKernelKills(): number {
  const now = performance.now();
  if (now - killsBefore.at > KILLS_MS) killsBefore = { count: kernelKills(), at: now };
  return killsBefore.count;
}

/** No secret of ours, and nothing that differs between machines but the PATH. */
function environment({ cpus, folder, mark }: Program): NodeJS.ProcessEnv {
  return {
    PATH: process.env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin",
    LANG: "C.UTF-8",
    TZ: "UTC",
    HOME: folder,
    TMPDIR: folder,
    OMP_NUM_THREADS: String(cpus),
    [MARK]: mark,
  };
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // The group has ended.
  }
}

/**
 * Runs a program in a session of its own until it ends or has to; when this returns, no process of
 * the task is left, wherever it went (`killMarked`).
 */
export async function runProgram(program: Program): Promise<ProgramEnd> {
  const { words, folder, output, log, mark } = program;
  const [file = "", ...rest] = words;
  const kills = recentKernelKills();
  const child = spawn(file, rest, {
    cwd: folder,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: environment(program),
  });
  child.stdout.on("data", (chunk: Buffer) => {
    log.write(chunk);
    output.stdout(chunk);
  });
  child.stderr.on("data", (chunk: Buffer) => {
    log.write(chunk);
    output.stderr(chunk);
  });
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const bounds = new Bounds(child, program);
  const end = await ended(child);
  const peakMemoryBytes = bounds.stop();
  signalGroup(child, "SIGKILL");
  if (child.pid !== undefined) await killMarked((other) => other === mark, child.pid);
  if (child.pid !== undefined)
    await Promise.race([closed, sleep(DRAIN_MS, undefined, { ref: false })]);
  child.stdout.destroy();
  child.stderr.destroy();
  output.end();
  return {
    ...end,
    ended: bounds.ended,
    kernelOutOfMemory: end.signal === "SIGKILL" && kernelKills() > kills,
    peakMemoryBytes,
  };
}

type OwnEnd = Pick<ProgramEnd, "exitCode" | "signal" | "cpuSeconds">;

function ended(child: ChildProcess): Promise<OwnEnd> {
  return new Promise((resolve) => {
    child.once("exit", (exitCode, signal) =>
      resolve({ exitCode, signal, cpuSeconds: reapedCpuSeconds() }),
    );
    child.once("error", () => resolve({ exitCode: NOT_FOUND, signal: null, cpuSeconds: 0 }));
  });
}

/** What ends a program that does not: cancellation, time, memory, and what it writes. */
class Bounds {
  ended: ProgramEnd["ended"];
  readonly #child: ChildProcess;
  readonly #stopWatching: () => number;
  readonly #stops: (() => void)[] = [];

  constructor(child: ChildProcess, program: Program) {
    this.#child = child;
    const { seconds, memoryBytes, signal, mark, watch } = program;
    const cancel = (): void => this.#end("cancelled", "was cancelled");
    signal.addEventListener("abort", cancel);
    const time = setTimeout(
      () => this.#end("outOfTime", `took longer than its ${seconds} s`),
      Math.min(seconds * 1_000, MAX_TIMER_MS),
    );
    const size = setInterval(() => void this.#checkSize(program), SIZE_MS);
    this.#stops.push(
      () => signal.removeEventListener("abort", cancel),
      () => clearTimeout(time),
      () => clearInterval(size),
    );
    const megabytes = Math.round(memoryBytes / 1_048_576);
    const onExceeded = (): void =>
      this.#end("outOfMemory", `used more than its ${megabytes} MB of memory`, "SIGKILL");
    this.#stopWatching =
      child.pid === undefined
        ? () => 0
        : watch.add({ pid: child.pid, mark, limit: memoryBytes, onExceeded });
    if (signal.aborted) cancel();
  }

  /** Answers the most memory that was seen, bytes. */
  stop(): number {
    for (const stop of this.#stops) stop();
    return this.#stopWatching();
  }

  async #checkSize({ outgrown }: Program): Promise<void> {
    const outgrew = await outgrown();
    if (outgrew !== undefined) this.#end(outgrew.ending, outgrew.reason, "SIGKILL");
  }

  #end(ending: TaskEnding, reason: string, signal: NodeJS.Signals = "SIGTERM"): void {
    if (this.ended !== undefined) return;
    this.ended = { ending, reason };
    signalGroup(this.#child, signal);
    if (signal === "SIGKILL") return;
    const kill = setTimeout(() => signalGroup(this.#child, "SIGKILL"), GRACE_MS);
    this.#stops.push(() => clearTimeout(kill));
  }
}
