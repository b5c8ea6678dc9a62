import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hasShape, type Shape } from "../compute/has-shape.ts";
import {
  runningOwner,
  takeOwnership,
  identify,
  isRunning,
  type ProcessIdentity,
} from "./process-identity.ts";

export interface BudgetShare extends ProcessIdentity {
  readonly key: string;
  /** Of one task. */
  readonly cpus: number;
  readonly memoryBytes: number;
  /** Tasks that it may run at once. */
  readonly held: number;
  /** Tasks that it has not begun. */
  readonly waiting: number;
  /** How long its tasks have taken on average; null before the first has ended. */
  readonly taskSeconds: number | null;
  /** Since when it waits while it may run none, ms; null where it does not. */
  readonly starvedSince: number | null;
}

const SHARE: Shape<BudgetShare> = {
  pid: "number",
  start: "string",
  boot: "string",
  key: "string",
  cpus: "number",
  memoryBytes: "number",
  held: "number",
  waiting: "number",
  taskSeconds: "number?",
  starvedSince: "number?",
};

export interface BudgetLimits {
  readonly cpus: number;
  readonly memoryBytes: number;
}

const LEDGER = "budget.json";
/** How often a run says how long its tasks take. */
const PACE_MS = 5_000;

/** The shares of all running runners; empty where there is no ledger, or no whole one. */
export function readShares(folder: string): BudgetShare[] {
  try {
    const ledger: unknown = JSON.parse(readFileSync(join(folder, LEDGER), "utf8"));
    if (!Array.isArray(ledger)) return [];
    const shares = ledger.filter((share) => hasShape(share, SHARE));
    return shares.length === ledger.length ? shares.filter(isRunning) : [];
  } catch {
    return [];
  }
}

export function usedOf(shares: readonly BudgetShare[]): { cpus: number; memoryBytes: number } {
  return {
    cpus: shares.reduce((sum, { cpus, held }) => sum + cpus * held, 0),
    memoryBytes: shares.reduce((sum, { memoryBytes, held }) => sum + memoryBytes * held, 0),
  };
}

/** Whether a run comes before another: starved ones before all, the longest starved first. */
function isBehind(mine: BudgetShare, other: BudgetShare): boolean {
  if (other.starvedSince === null) return false;
  return mine.starvedSince === null || other.starvedSince < mine.starvedSince;
}

/**
 * What all runs on this machine may use together, kept in a ledger that their runners change by
 * turns; a dead runner's share is free again (compute/E1 to E3).
 */
export class Budget {
  readonly #folder: string;
  readonly #limits: BudgetLimits;
  #share: BudgetShare;
  #ended = 0;
  #taskSeconds = 0;
  #paceSaid = 0;

  constructor(
    folder: string,
    limits: BudgetLimits,
    run: Pick<BudgetShare, "key" | "cpus" | "memoryBytes" | "waiting">,
  ) {
    this.#folder = folder;
    this.#limits = limits;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#share = {
      ...identify(process.pid),
      ...run,
      held: 0,
      taskSeconds: null,
      starvedSince: null,
    };
  }

  /** Takes what one more task needs; false where it is not free, or the ledger is in use. */
  take(waiting: number): boolean {
    const isKnown = this.#share.held > 0 || this.#share.starvedSince !== null;
    // Nothing would change: the ledger is read alone.
    if (isKnown && !this.#isFree({ ...this.#share, waiting }, this.#others())) return false;
    let taken = false;
    this.#change((others) => {
      const share = { ...this.#share, waiting };
      taken = this.#isFree(share, others);
      if (taken) return { ...share, held: share.held + 1, starvedSince: null };
      return { ...share, starvedSince: share.held > 0 ? null : (share.starvedSince ?? Date.now()) };
    });
    return taken;
  }

  /** Gives back what one task needed; `waiting` is how many this run has yet to begin. */
  give(waiting: number): void {
    const held = this.#share.held - 1;
    const starvedSince = held === 0 && waiting > 0 ? Date.now() : null;
    this.#share = { ...this.#share, held, waiting, starvedSince };
    this.#change(() => this.#share);
  }

  /** Keeps how long a task took, for the estimates of others. */
  observe(seconds: number): void {
    this.#ended += 1;
    this.#taskSeconds += (seconds - this.#taskSeconds) / this.#ended;
    if (performance.now() - this.#paceSaid < PACE_MS && this.#ended > 1) return;
    this.#paceSaid = performance.now();
    this.#change(() => this.#share);
  }

  /** Whether a task's share is to be given back rather than used for the next one (compute/E3). */
  mustYield(): boolean {
    return this.#others().some(({ starvedSince }) => starvedSince !== null);
  }

  #others(): BudgetShare[] {
    return readShares(this.#folder).filter(({ pid }) => pid !== process.pid);
  }

  #isFree(share: BudgetShare, others: readonly BudgetShare[]): boolean {
    if (others.some((other) => isBehind(share, other))) return false;
    const used = usedOf([...others, this.#share]);
    if (used.cpus === 0) return true;
    return (
      used.cpus + share.cpus <= this.#limits.cpus &&
      used.memoryBytes + share.memoryBytes <= this.#limits.memoryBytes
    );
  }

  /** Where another changes the ledger this very moment nothing is done; what was given goes with the next change. */
  #change(next: (others: readonly BudgetShare[]) => BudgetShare): void {
    const lock = join(this.#folder, "budget.lock");
    if (!takeLock(lock)) return;
    try {
      const others = this.#others();
      const taskSeconds = this.#ended === 0 ? null : this.#taskSeconds;
      this.#share = { ...next(others), taskSeconds };
      const draft = join(this.#folder, `${LEDGER}.${randomUUID()}`);
      writeFileSync(draft, JSON.stringify([...others, this.#share]), { mode: 0o600 });
      renameSync(draft, join(this.#folder, LEDGER));
    } finally {
      rmSync(lock, { force: true });
    }
  }
}

const LOCK_TRIES = 200;
const LOCK_WAIT_MS = 5;
const pause = new Int32Array(new SharedArrayBuffer(4));

/** It is held for less than a millisecond, so that this process may stand still for it. */
function takeLock(path: string): boolean {
  for (let i = 0; i < LOCK_TRIES; i++) {
    if (runningOwner(path) === undefined && takeOwnership(path)) return true;
    Atomics.wait(pause, 0, 0, LOCK_WAIT_MS);
  }
  return false;
}
