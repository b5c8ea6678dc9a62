import { Chance } from "../fuzz/chance.ts";
import { faultRound, type RoundOutcome } from "./fault-round.ts";
import { CLUSTER, resumeDrained } from "./kinds/cluster.ts";
import { CUT } from "./kinds/cuts.ts";
import { DAMAGE } from "./kinds/damage.ts";
import type { FaultKind } from "./kinds/fault-kind.ts";
import { KILLINGS } from "./kinds/killings.ts";
import { SURROUNDINGS } from "./kinds/surroundings.ts";
import type { FaultOptions, StandOptions } from "./read-options.ts";
import { openStand, type Stand } from "./stand.ts";

export const KINDS: readonly FaultKind[] = [...KILLINGS, CUT, ...SURROUNDINGS, DAMAGE, ...CLUSTER];

const MINUTE_MS = 60_000;
const AGAIN_SHARE = 0.3;
/** Between the seeds of two stands. */
const SEED_STEP = 1_000_003;
/** Exit code of a program that a signal ended. */
const STOPPED = 130;

function printRound(number: string, outcome: RoundOutcome): void {
  const { faults, violations } = outcome;
  for (const { kind, what, delayMs, takeOverMs } of faults) {
    const taken =
      takeOverMs === undefined ? "" : `, taken over in ${(takeOverMs / 1_000).toFixed(1)} s`;
    console.log(
      `${number}  ${kind.padEnd(17)} at ${(delayMs / 1_000).toFixed(1)} s: ${what}${taken}`,
    );
  }
  const verdict = violations.length === 0 ? "all sound" : `${violations.length} VIOLATIONS`;
  console.log(`${number}  ended after ${outcome.seconds.toFixed(0)} s: ${verdict}`);
  for (const violation of violations) console.log(`${number}  VIOLATION ${violation}`);
}

const seconds = (ms: number | undefined): string => ((ms ?? 0) / 1_000).toFixed(1);

function printSummary(rounds: readonly RoundOutcome[]): void {
  const faults = rounds.flatMap((round) => round.faults);
  const counts = [...Map.groupBy(faults, ({ kind }) => kind)].map(
    ([kind, { length }]) => `${length} ${kind}`,
  );
  const times = faults.flatMap(({ takeOverMs }) => takeOverMs ?? []).toSorted((a, b) => a - b);
  const violations = rounds.flatMap((round) => round.violations);
  console.log(`${faults.length} faults in ${rounds.length} rounds: ${counts.join(", ")}`);
  if (times.length > 0)
    console.log(
      `servers taken over in ${seconds(times[Math.floor(times.length / 2)])} s (median), ${seconds(times.at(-1))} s at most`,
    );
  console.log(`${violations.length} violations`);
}

/** Faults that are still to be planted, by any stand. */
interface Remaining {
  faults: number;
}

function take(remaining: Remaining, count: number): number {
  const taken = Math.min(count, remaining.faults);
  remaining.faults -= taken;
  return taken;
}

/** Disturbs a stand round after round; its seed is its own, how many rounds it has is the machine's. */
async function disturb(
  stand: Stand,
  name: string,
  {
    seed,
    kinds,
    minutes,
  }: { readonly seed: number; readonly kinds: readonly string[]; readonly minutes: number },
  remaining: Remaining,
): Promise<RoundOutcome[]> {
  const chance = new Chance(seed);
  const chosen = KINDS.filter(
    (kind) =>
      (kinds.length === 0 || kinds.includes(kind.name)) &&
      (kind.engine === undefined || kind.engine === stand.place.engine),
  );
  const deadline = Date.now() + minutes * MINUTE_MS;
  const rounds: RoundOutcome[] = [];
  const touched = new Set<string>();
  let again: string | undefined;
  while (remaining.faults > 0 && Date.now() < deadline) {
    const mayRepeat = chance.happens(AGAIN_SHARE);
    const round = await faultRound(stand, {
      kinds: chosen,
      chance,
      chanceOf: (each) => new Chance(each),
      take: (count) => take(remaining, count),
      again: mayRepeat ? again : undefined,
      touched,
    });
    rounds.push(round);
    printRound(`${name}${rounds.length}`, round);
    again = round.processings.at(-1);
    if (round.violations.length > 0) remaining.faults = 0;
  }
  console.log(`${name}  ended after ${rounds.length} rounds`);
  return rounds;
}

async function withStand(
  { engine, minutes }: StandOptions,
  number: number,
  options: FaultOptions,
  remaining: Remaining,
  opened: Stand[],
): Promise<RoundOutcome[]> {
  const stand = await openStand(engine);
  const ended = new AbortController();
  let isSound = false;
  opened.push(stand);
  if (engine === "slurm") void resumeDrained(ended.signal);
  try {
    const { seed, kinds } = options;
    const own = { seed: seed + number * SEED_STEP, kinds, minutes };
    const rounds = await disturb(stand, `${engine}${number + 1}/`, own, remaining);
    isSound = rounds.every(({ violations }) => violations.length === 0);
    return rounds;
  } finally {
    ended.abort();
    if (!isSound) remaining.faults = 0;
    await stand.close(!isSound);
    if (!isSound) console.log(`seed ${options.seed}; kept in ${stand.place.folder}`);
  }
}

/** Disturbs stands side by side until there were so many faults, or one violated what must hold. */
export async function runFaults(options: FaultOptions): Promise<boolean> {
  const { faults, stands } = options;
  if (stands.filter(({ engine }) => engine === "slurm").length > 1)
    throw new Error("two stands would undo each other's faults of the one Slurm");
  const remaining = { faults };
  const opened: Stand[] = [];
  const stop = (): void =>
    void Promise.all(opened.map((stand) => stand.close(false))).finally(() =>
      process.exit(STOPPED),
    );
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
  const all = await Promise.all(
    stands.map((each, number) => withStand(each, number, options, remaining, opened)),
  );
  const rounds = all.flat();
  printSummary(rounds);
  return rounds.every(({ violations }) => violations.length === 0);
}
