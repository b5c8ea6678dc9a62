import { Chance } from "../fuzz/chance.ts";
import { faultRound, type RoundOutcome } from "./fault-round.ts";
import { DAMAGE } from "./kinds/damage.ts";
import type { FaultKind } from "./kinds/fault-kind.ts";
import { KILLINGS } from "./kinds/killings.ts";
import { SURROUNDINGS } from "./kinds/surroundings.ts";
import type { FaultOptions } from "./read-options.ts";
import { openStand, type Stand } from "./stand.ts";

export const KINDS: readonly FaultKind[] = [...KILLINGS, ...SURROUNDINGS, DAMAGE];

const MINUTE_MS = 60_000;
const AGAIN_SHARE = 0.3;
/** Exit code of a program that a signal ended. */
const STOPPED = 130;

function printRound(number: number, outcome: RoundOutcome): void {
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

async function disturb(stand: Stand, options: FaultOptions): Promise<RoundOutcome[]> {
  const { seed, faults, minutes, kinds } = options;
  const chance = new Chance(seed);
  const chosen = KINDS.filter(({ name }) => kinds.length === 0 || kinds.includes(name));
  const deadline = Date.now() + minutes * MINUTE_MS;
  const rounds: RoundOutcome[] = [];
  const touched = new Set<string>();
  let [planted, again]: [number, string | undefined] = [0, undefined];
  while (planted < faults && Date.now() < deadline) {
    const mayRepeat = chance.happens(AGAIN_SHARE);
    const round = await faultRound(stand, {
      kinds: chosen,
      chance,
      chanceOf: (each) => new Chance(each),
      most: faults - planted,
      again: mayRepeat ? again : undefined,
      touched,
    });
    rounds.push(round);
    printRound(rounds.length, round);
    planted += round.faults.length;
    again = round.violations.length === 0 ? round.processings.at(-1) : undefined;
    if (round.violations.length > 0) break;
  }
  return rounds;
}

/** Disturbs a stand until there were so many faults, or one violated what must hold. */
export async function runFaults(options: FaultOptions): Promise<boolean> {
  const stand = await openStand();
  let isSound = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void stand.close(false).finally(() => process.exit(STOPPED)));
  try {
    const rounds = await disturb(stand, options);
    printSummary(rounds);
    isSound = rounds.every(({ violations }) => violations.length === 0);
  } finally {
    await stand.close(!isSound);
    if (!isSound) console.log(`seed ${options.seed}; kept in ${stand.place.folder}`);
  }
  return isSound;
}
