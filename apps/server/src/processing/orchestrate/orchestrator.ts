import { systemTimers, type Timers } from "../../platform/clock/timers.ts";
import { type Deferred, takeOrders } from "./take-orders.ts";
import { runExclusively } from "../../platform/postgres/exclusive-run.ts";
import type { RunDeps } from "../processing-deps.ts";
import { orderDueJobs } from "./due-processings.ts";
import { type SweepMemory, type Swept, sweepRuns } from "./sweep-runs.ts";

/** From one sweep to the next, ms: where nothing runs, and at most. */
const IDLE_MS = 1_000;
const MAX_PAUSE_MS = 2_000;
/** An engine of this machine is asked this often where that costs little; a batch system is not. */
const ACTIVE_MS = { local: 200, slurm: 2_000 } as const;
/** What moved may let others move. */
const MOVED_MS = 20;
/** Sweeps of what runs take no more than the tenth part of a processor. */
const PAUSE_FACTOR = 10;
/**
 * Another process sweeps until its lease ends. A killed one is succeeded within both, 9 s at most, by
 * its next sweep's first statement.
 */
const LEASE_MS = 8_000;
const ANOTHER_MS = 1_000;

export interface Sweeper {
  /** All that is due, once. */
  readonly sweep: () => Promise<Swept>;
}

export function createSweeper(deps: RunDeps): Sweeper {
  const deferred: Deferred = new Map();
  const memory: SweepMemory = { counted: 0 };
  return {
    sweep: async () => {
      const ordered = await orderDueJobs(deps);
      const taken = await takeOrders(deps, deferred);
      const { moved, open } = await sweepRuns(deps, memory);
      return { moved: ordered + taken + moved, open };
    },
  };
}

/** How long to wait after a sweep that took so long, ms. */
function pauseAfter({ moved, open }: Swept, took: number, kind: RunDeps["engine"]["kind"]): number {
  if (moved > 0) return MOVED_MS;
  if (open === 0) return IDLE_MS;
  return Math.min(MAX_PAUSE_MS, Math.max(ACTIVE_MS[kind], took * PAUSE_FACTOR));
}

async function sweepUntil(deps: RunDeps, stopped: AbortSignal, timers: Timers): Promise<void> {
  const sweeper = createSweeper(deps);
  // What runs is not kept waiting by orders that a former server left.
  await sweepRuns(deps, { counted: 0 });
  while (!stopped.aborted) {
    const begun = timers.now();
    const swept = await sweeper.sweep();
    const pause = pauseAfter(swept, timers.now() - begun, deps.engine.kind);
    await timers.wait(pause, stopped);
  }
}

/**
 * Sweeps all runs, on one process at a time, until stopped. A process that is killed is succeeded
 * once its lease has ended.
 */
export async function keepSweeping(
  deps: RunDeps,
  stopped: AbortSignal,
  timers = systemTimers,
): Promise<void> {
  while (!stopped.aborted) {
    let isOurs = false;
    const exclusive = { name: "sweep of runs", signal: stopped, leaseMs: LEASE_MS, timers };
    await runExclusively(deps.db, exclusive, async (signal) => {
      isOurs = true;
      await sweepUntil(deps, signal, timers);
    }).catch((error: unknown) => {
      if (isOurs) deps.onProblem({ run: "sweep", error });
    });
    if (!stopped.aborted) await timers.wait(ANOTHER_MS, stopped);
  }
}
