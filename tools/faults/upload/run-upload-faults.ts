import { UPLOAD_TYPES } from "@swath/contract/uploads";
import { Chance } from "../../fuzz/chance.ts";
import type { UploadFaultOptions } from "./read-upload-options.ts";
import { UPLOAD_KINDS } from "./upload-kinds.ts";
import { UploadStand } from "./upload-stand.ts";
import { type TrialOutcome, uploadTrial } from "./upload-trial.ts";

/** The demonstration's flights have an upload of each type at least. */
const TRIALS_OF_STAND = UPLOAD_TYPES.length;
/** Between the seeds of two trials. */
const SEED_STEP = 1_000_003;
/** Exit code of a program that a signal ended. */
const STOPPED = 130;

function printTrial(number: number, { upload, faults, ...outcome }: TrialOutcome): void {
  const { seconds, runs, violation } = outcome;
  for (const { kind, what } of faults) console.log(`${number}  ${kind.padEnd(16)} ${what}`);
  const verdict = violation === undefined ? "every byte equal" : `VIOLATION ${violation}`;
  const { uploadType, flightId } = upload;
  console.log(
    `${number}  ${uploadType} of ${flightId}: ${seconds.toFixed(0)} s, ${runs} runs, ${verdict}`,
  );
}

function printSummary(trials: readonly TrialOutcome[]): void {
  const faults = trials.flatMap((trial) => trial.faults);
  const counts = [...Map.groupBy(faults, ({ kind }) => kind)].map(
    ([kind, { length }]) => `${length} ${kind}`,
  );
  const bad = trials.filter(({ violation }) => violation !== undefined).length;
  console.log(`${faults.length} faults in ${trials.length} uploads: ${counts.join(", ")}`);
  console.log(`${bad} violations`);
}

/** Trials of one stand, one after the other, until one violates what must hold. */
async function disturb(
  stand: UploadStand,
  { seed, faults, uploads, kinds }: UploadFaultOptions,
  before: number,
): Promise<TrialOutcome[]> {
  const chosen = UPLOAD_KINDS.filter(({ name }) => kinds.length === 0 || kinds.includes(name));
  const trials: TrialOutcome[] = [];
  while (trials.length < TRIALS_OF_STAND && before + trials.length < uploads) {
    const number = before + trials.length;
    const chance = new Chance(seed + number * SEED_STEP);
    const type = UPLOAD_TYPES[number % UPLOAD_TYPES.length]!;
    const trial = await uploadTrial(stand, { type, kinds: chosen, faults, chance });
    trials.push(trial);
    printTrial(number + 1, trial);
    if (trial.violation !== undefined) break;
  }
  return trials;
}

/** Disturbs uploads of all types one after the other; answers whether every byte of all is equal. */
export async function runUploadFaults(options: UploadFaultOptions): Promise<boolean> {
  const trials: TrialOutcome[] = [];
  let isSound = true;
  let opened: UploadStand | undefined;
  const stop = (): void => void opened?.close(false).finally(() => process.exit(STOPPED));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
  while (isSound && trials.length < options.uploads) {
    const stand = await UploadStand.open();
    opened = stand;
    isSound = false;
    try {
      const some = await disturb(stand, options, trials.length);
      trials.push(...some);
      isSound = some.every(({ violation }) => violation === undefined);
    } finally {
      if (!isSound) console.log(`seed ${options.seed}; kept in ${stand.data}`);
      await stand.close(!isSound);
    }
  }
  printSummary(trials);
  return isSound;
}
