import type { RunState } from "../compute/compute-engine.ts";
import { type BudgetLimits, type BudgetShare, usedOf } from "./budget.ts";
import type { LocalRunRecord } from "./run-record.ts";

const GB = 1_000_000_000;
const gigabytes = (bytes: number): string => `${(bytes / GB).toFixed(1)} GB`;
const processors = (count: number): string => `${count} processor${count === 1 ? "" : "s"}`;
const otherRuns = (count: number): string => `${count} other run${count === 1 ? "" : "s"}`;

type Waiting = Pick<RunState, "reason" | "expectedStart">;

/** A run that waits gets what the next task gives back (budget/B3), whichever ends first. */
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
