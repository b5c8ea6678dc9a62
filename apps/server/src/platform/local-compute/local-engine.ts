import { constants, mkdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { access, stat, statfs } from "node:fs/promises";
import { hostname } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Capacity,
  type ComputeEngine,
  type ComputeRun,
  EngineUnreachable,
  type LostTask,
  type RunState,
} from "../compute/compute-engine.ts";
import { tasksWithoutResult } from "../compute/run-files.ts";
import { type BudgetLimits, type BudgetShare, readShares, usedOf } from "./budget.ts";
import { killMarked, placeOf } from "./marked-processes.ts";
import { isOwner, runningOwner, isRunning, type ProcessIdentity } from "./process-identity.ts";
import {
  CANCEL_FILE,
  FORMER_OWNER_FILE,
  type LocalRunRecord,
  OWNER_FILE,
  readEnded,
  readRecord,
  RECORD_FILE,
  replaceFile,
  writeEnded,
} from "./local-run-files.ts";
import { launchesOf, programPath, Runners } from "./runners.ts";

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

/** Whether a program is found as `execvp` finds it: by its path where it has one, else in a list of folders. */
export async function findsProgram(name: string, path: string): Promise<boolean> {
  if (name.includes("/")) return isProgram(name);
  for (const folder of path.split(delimiter))
    if (folder !== "" && (await isProgram(join(folder, name)))) return true;
  return false;
}

const GB = 1_000_000_000;
const gigabytes = (bytes: number): string => `${(bytes / GB).toFixed(1)} GB`;
const processors = (count: number): string => `${count} processor${count === 1 ? "" : "s"}`;
const otherRuns = (count: number): string => `${count} other run${count === 1 ? "" : "s"}`;

type Waiting = Pick<RunState, "reason" | "expectedStart">;

/** A run that waits gets what the next task gives back (compute/E3), whichever ends first. */
function estimate(others: readonly BudgetShare[], now: number): Date | null {
  const times = others.flatMap(({ taskSeconds }) => taskSeconds ?? []);
  return times.length === 0 ? null : new Date(now + Math.min(...times) * 1_000);
}

/** Why a run that runs no task waits, in words, and until when about; null where nobody can know. */
export function whyItWaits(
  run: Pick<LocalRunRecord, "key" | "cpus" | "memoryBytes">,
  shares: readonly BudgetShare[],
  limits: BudgetLimits,
  now: number,
): Waiting {
  const others = shares.filter(({ key, held }) => key !== run.key && held > 0);
  if (others.length === 0) return { reason: "its runner starts", expectedStart: null };
  const used = usedOf(others);
  const freeCpus = Math.max(limits.cpus - used.cpus, 0);
  const freeMemory = Math.max(limits.memoryBytes - used.memoryBytes, 0);
  const taken = `${otherRuns(others.length)} on this machine`;
  const reason =
    freeCpus < run.cpus
      ? `waits for ${processors(run.cpus)}: ${processors(freeCpus)} of ${limits.cpus} free, ${taken}`
      : freeMemory < run.memoryBytes
        ? `waits for ${gigabytes(run.memoryBytes)} of memory: ${gigabytes(freeMemory)} free, ${taken}`
        : `waits for its turn: ${taken}`;
  return { reason, expectedStart: estimate(others, now) };
}

interface LocalEngineSetting {
  readonly folder: string;
  readonly runs: string;
  readonly scratch: string;
  readonly limits: BudgetLimits;
  readonly runners: Runners;
}

/** Undefined where a path leads nowhere. */
function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** A runner that dies this often takes its run with it: the run itself must be what kills it. */
const MAX_LAUNCHES = 5;
/** A runner that was asked to end has done so by then, else it is killed. */
const CANCEL_MS = 10_000;
const POLL_MS = 20;

/**
 * Executes runs on this machine. Each has a detached runner (`runner/main.ts --local`) which
 * outlives this process; what the engine knows lies in files (compute/E4 to E8).
 */
export class LocalEngine implements ComputeEngine {
  readonly kind = "local";
  readonly #at: LocalEngineSetting;
  readonly #launched = new Map<string, ProcessIdentity>();

  constructor(setting: LocalEngineSetting) {
    this.#at = setting;
  }

  async submit(run: ComputeRun): Promise<string> {
    const record = this.#record(run.key);
    if (this.#read(run.key) === undefined) {
      rmSync(record, { recursive: true, force: true });
      mkdirSync(record, { recursive: true, mode: 0o700 });
      const { key, label, folder, tasks, cpus, memoryBytes } = run;
      const budget = { ...this.#at.limits, folder: this.#at.folder };
      const { scratch } = this.#at;
      const kept = { key, label, folder, tasks, cpus, memoryBytes, scratch, budget };
      replaceFile(join(record, RECORD_FILE), JSON.stringify(kept satisfies LocalRunRecord));
    }
    this.#ensureRunner(run.key);
    return run.key;
  }

  async states(keys: readonly string[]): Promise<ReadonlyMap<string, RunState>> {
    const states = new Map<string, RunState>();
    for (const key of keys) {
      const record = this.#read(key);
      if (record !== undefined) states.set(key, await this.#state(record));
    }
    return states;
  }

  async cancel(key: string): Promise<void> {
    const record = this.#record(key);
    const run = this.#read(key);
    if (run === undefined || readEnded(record) !== undefined) return;
    writeFileSync(join(record, CANCEL_FILE), "");
    this.#at.runners.dismiss(record);
    const deadline = Date.now() + CANCEL_MS;
    for (let asked = false; Date.now() < deadline; await sleep(POLL_MS)) {
      if (readEnded(record) !== undefined) return;
      const owner = runningOwner(join(record, OWNER_FILE));
      if (owner === undefined && !this.#isLaunching(key)) break;
      if (owner !== undefined && !asked) process.kill(owner.pid, "SIGTERM");
      asked ||= owner !== undefined;
    }
    await this.#endByForce(run);
  }

  async capacity(): Promise<Capacity> {
    const { cpus, memoryBytes } = this.#at.limits;
    const used = usedOf(readShares(this.#at.folder));
    const freeCpus = Math.max(cpus - used.cpus, 0);
    const node = { name: hostname(), up: true, reason: null, features: null };
    const nodes = [{ ...node, cpus, memoryBytes }];
    const { bavail, bsize } = await statfs(this.#at.scratch);
    return { cpus, freeCpus, memoryBytes, nodes, scratchBytes: bavail * bsize };
  }

  hasProgram(name: string): Promise<boolean> {
    return findsProgram(name, programPath());
  }

  #record(key: string): string {
    return join(this.#at.runs, key);
  }

  /** The record of a run of this engine; undefined by compute/E7 and E8. */
  #read(key: string): LocalRunRecord | undefined {
    const record = readRecord(this.#record(key));
    return record && realPathOf(record.budget.folder) === this.#at.folder ? record : undefined;
  }

  async #state(run: LocalRunRecord): Promise<RunState> {
    const ended = readEnded(this.#record(run.key));
    const nothing = { reason: null, expectedStart: null, lost: [] };
    if (ended !== undefined) {
      // To start a process takes a while: not before this is reported.
      if (this.#launched.delete(run.key))
        setImmediate(() => this.#at.runners.prepare(this.#record(run.key)));
      return { ...nothing, phase: "ended", lost: ended.lost };
    }
    if (!this.#ensureRunner(run.key))
      return { ...nothing, phase: "ended", lost: await this.#giveUp(run) };
    const shares = readShares(this.#at.folder);
    const share = shares.find(({ key }) => key === run.key);
    if (share !== undefined && share.held > 0) return { ...nothing, phase: "running" };
    return {
      ...nothing,
      phase: "waiting",
      ...whyItWaits(run, shares, this.#at.limits, Date.now()),
    };
  }

  #isLaunching(key: string): boolean {
    const runner = this.#launched.get(key);
    if (runner === undefined || !isRunning(runner)) return false;
    return !isOwner(runner, join(this.#record(key), FORMER_OWNER_FILE));
  }

  /** By compute/E5; false where it was started too often. */
  #ensureRunner(key: string): boolean {
    const record = this.#record(key);
    const owner = runningOwner(join(record, OWNER_FILE));
    if (owner === undefined && !this.#isLaunching(key) && readEnded(record) === undefined) {
      if (launchesOf(record) >= MAX_LAUNCHES) return false;
      const runner = this.#at.runners.launch(record);
      if (runner === undefined) throw new EngineUnreachable("this machine starts no process");
      this.#launched.set(key, runner);
    }
    return true;
  }

  #giveUp(run: LocalRunRecord): Promise<LostTask[]> {
    const reason = `the runner of its run was killed ${MAX_LAUNCHES} times`;
    return this.#end(run, "nodeLost", reason);
  }

  async #endByForce(run: LocalRunRecord): Promise<void> {
    const record = this.#record(run.key);
    const owner = runningOwner(join(record, OWNER_FILE));
    if (owner !== undefined) process.kill(owner.pid, "SIGKILL");
    const here = `/${placeOf(run.folder)}/`;
    await killMarked((mark) => mark.startsWith(`${run.key}/`) && mark.includes(here));
    if (readEnded(record) === undefined) await this.#end(run, "cancelled", "its run was cancelled");
  }

  async #end(run: LocalRunRecord, ending: LostTask["ending"], reason: string): Promise<LostTask[]> {
    const left = await tasksWithoutResult(run.folder, run.tasks);
    const lost = left.map((task) => {
      return { task, ending, node: hostname(), reason };
    });
    writeEnded(this.#record(run.key), { lost });
    return lost;
  }
}
