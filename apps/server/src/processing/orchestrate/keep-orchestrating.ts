import { systemTimers, type Timers } from "../../platform/clock/clock.ts";
import { runExclusively } from "../../platform/postgres/exclusive-run.ts";
import type { RunDeps } from "../processing-deps.ts";
import { createOrchestrator, moveRuns, type Passed } from "./orchestrate.ts";

/** From one pass to the next, ms: while nothing runs, and at most. */
const IDLE_MS = 1_000;
const MAX_PAUSE_MS = 2_000;
/** An engine of this machine answers cheaply and is asked this often, ms; a batch system is not. */
const ACTIVE_MS = { local: 200, slurm: 2_000 } as const;
/** One move may allow others. */
const MOVED_MS = 20;
/** While something runs, passes take at most a tenth of a processor. */
const PAUSE_FACTOR = 10;
/**
 * The lease of the process that orchestrates, ms. Another process takes over from one that was killed
 * within 9 s: the lease, and its next attempt.
 */
const LEASE_MS = 8_000;
const ANOTHER_MS = 1_000;

/** The pause after a pass that took some time, ms. */
function pauseAfter({ moved, open }: Passed, took: number, kind: RunDeps["engine"]["kind"]) {
  if (moved > 0) return MOVED_MS;
  if (open === 0) return IDLE_MS;
  return Math.min(MAX_PAUSE_MS, Math.max(ACTIVE_MS[kind], took * PAUSE_FACTOR));
}

async function orchestrateUntil(deps: RunDeps, stopped: AbortSignal, timers: Timers) {
  const orchestrator = createOrchestrator(deps);
  // Runs do not wait for the orders that a former server left.
  await moveRuns(deps, { counted: 0 });
  while (!stopped.aborted) {
    const begun = timers.now();
    const passed = await orchestrator.pass();
    const pause = pauseAfter(passed, timers.now() - begun, deps.engine.kind);
    await timers.wait(pause, stopped);
  }
}

/** Orchestrates all processings, on one process at a time, until it is stopped. */
export async function keepOrchestrating(
  deps: RunDeps,
  stopped: AbortSignal,
  timers = systemTimers,
): Promise<void> {
  while (!stopped.aborted) {
    let isOurs = false;
    const exclusive = { name: "sweep of runs", signal: stopped, leaseMs: LEASE_MS, timers };
    await runExclusively(deps.db, exclusive, async (signal) => {
      isOurs = true;
      await orchestrateUntil(deps, signal, timers);
    }).catch((error: unknown) => {
      if (isOurs) deps.onProblem({ run: "sweep", error });
    });
    if (!stopped.aborted) await timers.wait(ANOTHER_MS, stopped);
  }
}
