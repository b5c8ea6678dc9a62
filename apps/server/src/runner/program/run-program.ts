import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { TaskEnding } from "@swath/contract/processing";
import { killMarked, MARK } from "../../platform/local-compute/marked-processes.ts";
import type { ProcessWatch } from "./process-watch.ts";
import type { ProgramOutput } from "./program-output.ts";
import type { ProgramBounds, ProgramExit, StartedProgram, System } from "./program-system.ts";
import type { TaskLog } from "./task-log.ts";

export interface Program {
  readonly words: readonly string[];
  readonly folder: string;
  readonly mark: string;
  readonly cpus: number;
  readonly memoryBytes: number;
  readonly seconds: number;
  readonly bounds: ProgramBounds;
  readonly output: ProgramOutput;
  readonly log: TaskLog;
  readonly watch: ProcessWatch;
  readonly system: System;
  readonly signal: AbortSignal;
  /** Why it has to end, once it has written more than it may. */
  readonly outgrown: () => Promise<ProgramEnd["ended"]>;
}

export interface ProgramEnd extends ProgramExit {
  /** Why the runner ended it; undefined where it ended by itself. */
  readonly ended: { readonly ending: TaskEnding; readonly reason: string } | undefined;
  /** Whether the kernel ended a process for want of memory meanwhile. */
  readonly kernelOutOfMemory: boolean;
  readonly peakMemoryBytes: number;
}

/** What a program is given between SIGTERM and SIGKILL. */
const GRACE_MS = 1_000;
/** Within so long a batch system's SIGTERM for a program has come to its runner too. */
const SIGNALLED_MS = 1_000;
/** What a shell answers whose program SIGTERM ended. */
const TERMINATED = 143;
const SIZE_MS = 1_000;
/** A shorter program is over before anything could bound it. */
const SHORT_MS = 20;
/** The longest a timer takes. */
const MAX_TIMER_MS = 2_147_483_647;
/** How often what a program leaves behind is killed, and the time between, ms. */
const ROUNDS = 100;
const ROUND_MS = 10;
/** Numbers of processes begin anew, but not within so long. */
const SAME_NUMBERS_MS = 1_000;

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

const PATH = `PATH=${process.env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"}`;

/** No secret of ours, and nothing that differs between machines but the PATH. */
const environment = ({ cpus, folder, mark }: Program): readonly string[] => [
  PATH,
  "LANG=C.UTF-8",
  "TZ=UTC",
  `HOME=${folder}`,
  `TMPDIR=${folder}`,
  `OMP_NUM_THREADS=${cpus}`,
  `${MARK}=${mark}`,
];

function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // The group has ended.
  }
}

/** Ends every process that a program left, wherever it went. */
async function endLeftovers(
  { system, mark }: Program,
  pid: number | undefined,
  started: number,
): Promise<void> {
  if (pid === undefined) return;
  const since = performance.now() - started < SAME_NUMBERS_MS ? pid : undefined;
  for (let round = 0; round < ROUNDS; round++) {
    const left = system.leftovers();
    if (left === "none") return;
    signalGroup(pid, "SIGKILL");
    await killMarked((other) => other === mark, since);
    if (left === "unknown") return;
    await sleep(ROUND_MS);
  }
}

/**
 * Runs a program in a process group of its own until it ends or has to; when this returns, no process of
 * the task is left, wherever it went (`killMarked`).
 */
export async function runProgram(program: Program): Promise<ProgramEnd> {
  const { words, folder, bounds: may, output, log, system } = program;
  const kills = recentKernelKills();
  const begun = performance.now();
  const started = system.start({
    words,
    folder,
    environment: environment(program),
    bounds: may,
    stdout: (chunk) => {
      log.write(chunk);
      output.stdout(chunk);
    },
    stderr: (chunk) => {
      log.write(chunk);
      output.stderr(chunk);
    },
  });
  const bounds = new Bounds(started, program);
  const exit = await started.exit.finally(() => bounds.stop());
  await endLeftovers(program, started.pid, begun);
  await started.drain();
  output.end();
  return {
    ...exit,
    ended: bounds.ended ?? (await cancelledWith(exit, program.signal)),
    kernelOutOfMemory: exit.signal === "SIGKILL" && kernelKills() > kills,
    peakMemoryBytes: bounds.peakMemoryBytes,
  };
}

const CANCELLED = { ending: "cancelled", reason: "was cancelled" } as const;

/** A batch system ends a program and its runner at once, and either may come first (scancel(1)). */
async function cancelledWith(
  { exitCode, signal }: ProgramExit,
  runner: AbortSignal,
): Promise<ProgramEnd["ended"]> {
  if (signal === "SIGTERM" || exitCode === TERMINATED)
    await sleep(SIGNALLED_MS, undefined, { signal: runner }).catch(() => undefined);
  return runner.aborted ? CANCELLED : undefined;
}

/** What ends a program that does not: cancellation, time, memory, and what it writes. */
class Bounds {
  ended: ProgramEnd["ended"];
  /** The most memory that was seen, once it has stopped. */
  peakMemoryBytes = 0;
  readonly #pid: number | undefined;
  readonly #stops: (() => void)[] = [];
  #stopWatching: (() => number) | undefined;
  #sizeCheck: NodeJS.Timeout | undefined;
  #hasStopped = false;

  constructor(started: StartedProgram, program: Program) {
    this.#pid = started.pid;
    const begin = setTimeout(() => {
      started.listen();
      this.#begin(program);
    }, SHORT_MS);
    this.#stops.push(() => clearTimeout(begin));
  }

  #begin(program: Program): void {
    const { seconds, memoryBytes, signal, mark, watch } = program;
    const cancel = (): void => this.#end(CANCELLED.ending, CANCELLED.reason);
    signal.addEventListener("abort", cancel);
    const time = setTimeout(
      () => this.#end("outOfTime", `took longer than its ${seconds} s`),
      Math.min(seconds * 1_000 - SHORT_MS, MAX_TIMER_MS),
    );
    this.#stops.push(
      () => signal.removeEventListener("abort", cancel),
      () => clearTimeout(time),
    );
    this.#checkSizeLater(program);
    const megabytes = Math.round(memoryBytes / 1_048_576);
    const onExceeded = (): void =>
      this.#end("outOfMemory", `used more than its ${megabytes} MB of memory`, "SIGKILL");
    const pid = this.#pid;
    if (pid !== undefined)
      this.#stopWatching = watch.add({ pid, mark, limit: memoryBytes, onExceeded });
    if (signal.aborted) cancel();
  }

  stop(): void {
    this.#hasStopped = true;
    clearTimeout(this.#sizeCheck);
    for (const stop of this.#stops) stop();
    this.peakMemoryBytes = this.#stopWatching?.() ?? 0;
  }

  #checkSizeLater(program: Program): void {
    this.#sizeCheck = setTimeout(() => void this.#checkSize(program), SIZE_MS);
  }

  /** One check at a time: beside a program that keeps the disk busy each may take seconds. */
  async #checkSize(program: Program): Promise<void> {
    const outgrew = await program.outgrown();
    if (outgrew !== undefined) this.#end(outgrew.ending, outgrew.reason, "SIGKILL");
    else if (!this.#hasStopped) this.#checkSizeLater(program);
  }

  #end(ending: TaskEnding, reason: string, signal: NodeJS.Signals = "SIGTERM"): void {
    // A check that was under way finds a group of processes that has ended, whose number may be another's.
    if (this.ended !== undefined || this.#hasStopped) return;
    this.ended = { ending, reason };
    signalGroup(this.#pid, signal);
    if (signal === "SIGKILL") return;
    const kill = setTimeout(() => signalGroup(this.#pid, "SIGKILL"), GRACE_MS);
    this.#stops.push(() => clearTimeout(kill));
  }
}
