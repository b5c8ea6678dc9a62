import { type ChildProcessByStdio, spawn } from "node:child_process";
import { appendFileSync, rmSync, statSync } from "node:fs";
import type { Socket } from "node:net";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { identify, type ProcessIdentity } from "./process-identity.ts";
import type { SandboxMode } from "../compute/find-sandbox.ts";
import { FORMER_OWNER_FILE, LAUNCHES_FILE } from "./local-run-files.ts";

/** The system copies the runner's own memory map for each program that it starts: it is kept small. */
const LEAN = ["--max-semi-space-size=2", "--single-threaded-gc"];
/** How long a runner waits for the next run; one of a processing's stages follows the other. */
const READY_MS = 60_000;

type Runner = ChildProcessByStdio<Writable, null, null>;

/** How often a run's runner was started. */
export function launchesOf(record: string): number {
  try {
    return statSync(join(record, LAUNCHES_FILE)).size;
  } catch {
    return 0;
  }
}

/** Where tasks on this machine look for programs. */
export const programPath = (): string => process.env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin";

export interface RunnerOptions {
  readonly sandbox?: SandboxMode | undefined;
  /** How far runs give way to the servers: 0 (not at all) to 19, 10 unless said. */
  readonly nice?: number | undefined;
}

/**
 * Starts runners, each in a session of its own, so that it outlives this process; nothing of this
 * process's environment, where secrets are, goes with it. It reads from its standard input which run
 * is its own, and which comes next; it ends after its run where this process has.
 */
export class Runners {
  readonly #codeCache: string;
  readonly #arguments: readonly string[];
  /** By the records of their runs. */
  readonly #busy = new Map<string, Runner>();
  /** Without a run. */
  #ready: Runner | undefined;
  #leaving: NodeJS.Timeout | undefined;

  constructor(
    program: string,
    codeCache: string,
    { sandbox = "auto", nice = 10 }: RunnerOptions = {},
  ) {
    this.#arguments = [program, "--local", "--sandbox", sandbox, "--nice", String(nice)];
    this.#codeCache = codeCache;
  }

  /** Gives a run a runner; undefined where the system starts none. */
  launch(record: string): ProcessIdentity | undefined {
    this.#ready ??= this.#start();
    if (this.#ready === undefined) return undefined;
    appendFileSync(join(record, LAUNCHES_FILE), ".");
    rmSync(join(record, FORMER_OWNER_FILE), { force: true });
    this.dismiss(record);
    const runner = this.#ready;
    this.#ready = undefined;
    this.#busy.set(record, runner);
    runner.stdin.write(`${record}\n`);
    return identityOf(runner);
  }

  /**
   * Has a runner ready for a run that may follow soon: that of a run which has ended, or a new one;
   * undefined where the system starts none.
   */
  prepare(ended?: string): ProcessIdentity | undefined {
    const free = this.#free(ended);
    if (this.#ready !== undefined) free?.stdin.end();
    this.#ready ??= free ?? this.#start();
    clearTimeout(this.#leaving);
    this.#leaving = setTimeout(() => this.#take()?.stdin.end(), READY_MS).unref();
    return this.#ready && identityOf(this.#ready);
  }

  /** Lets a run's runner leave after it. */
  dismiss(record: string): void {
    this.#free(record)?.stdin.end();
  }

  #free(record: string | undefined): Runner | undefined {
    const runner = record === undefined ? undefined : this.#busy.get(record);
    if (record !== undefined) this.#busy.delete(record);
    return runner;
  }

  #take(): Runner | undefined {
    const runner = this.#ready;
    this.#ready = undefined;
    return runner;
  }

  #start(): Runner | undefined {
    const runner = startProcess([...LEAN, ...this.#arguments], {
      PATH: programPath(),
      // Its modules are compiled once, not for each run.
      NODE_COMPILE_CACHE: this.#codeCache,
    });
    if (runner === undefined) return undefined;
    runner.unref();
    (runner.stdin as Socket).unref();
    runner.once("exit", () => {
      if (this.#ready === runner) this.#ready = undefined;
      for (const [record, busy] of this.#busy) if (busy === runner) this.#busy.delete(record);
    });
    runner.stdin.once("error", () => undefined);
    return runner;
  }
}

/** Undefined where the system starts none: it throws then, or says so later by an event. */
function startProcess(words: readonly string[], env: NodeJS.ProcessEnv): Runner | undefined {
  try {
    const child = spawn(process.execPath, words, {
      cwd: "/",
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
      env,
    });
    child.once("error", () => undefined);
    return child.pid === undefined ? undefined : child;
  } catch {
    return undefined;
  }
}

const identityOf = ({ pid }: Runner): ProcessIdentity | undefined =>
  pid === undefined ? undefined : identify(pid);
