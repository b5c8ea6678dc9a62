import { UPLOAD_TYPES } from "@swath/contract/uploads";
import { Chance } from "../../fuzz/chance.ts";
import { CLIENT_PROGRAMS, type ClientProgram } from "./client-program.ts";
import type { UploadFaultOptions } from "./read-upload-options.ts";
import { UploadStand } from "./upload-stand.ts";
import { type TrialOutcome, uploadTrial } from "./upload-trial.ts";

/** The demonstration's flights have an upload of each type at least. */
const TRIALS_OF_STAND = UPLOAD_TYPES.length;
/** Between the seeds of two trials. */
const SEED_STEP = 1_000_003;
/** Exit code of a program that a signal ended. */
const STOPPED = 130;

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

function printTrial(number: number, outcome: TrialOutcome): void {
  const { upload, program, faults, statedEnds, seconds, runs, again, violation } = outcome;
  for (const { kind, what } of faults) console.log(`${number}  ${kind.padEnd(16)} ${what}`);
  for (const { status, reason } of statedEnds)
    console.log(`${number}  stated end, reset by a leader: ${status}, ${reason}`);
  const verdict = violation === undefined ? "every byte equal" : `VIOLATION ${violation}`;
  const { uploadType, flightId } = upload;
  const cost = `${megabytes(again.bytes)} MB sent again of ${megabytes(again.most)} at most`;
  console.log(
    `${number}  ${uploadType} of ${flightId} by the ${program}: ${seconds.toFixed(0)} s, ${runs} runs, ${cost}, ${verdict}`,
  );
}

function printSummary(trials: readonly TrialOutcome[]): void {
  const faults = trials.flatMap((trial) => trial.faults);
  const counts = [...Map.groupBy(faults, ({ kind }) => kind)].map(
    ([kind, { length }]) => `${length} ${kind}`,
  );
  const bad = trials.filter(({ violation }) => violation !== undefined).length;
  const ends = trials.flatMap(({ statedEnds }) => statedEnds).length;
  const again = trials.reduce((sum, trial) => sum + trial.again.bytes, 0);
  console.log(`${faults.length} faults in ${trials.length} uploads: ${counts.join(", ")}`);
  console.log(`${megabytes(again)} MB sent again, ${ends} stated ends, ${bad} violations`);
}

const isSound = ({ violation }: TrialOutcome): boolean => violation === undefined;

/** Takes turns, and on each stand with another type. */
const programOf = (number: number): ClientProgram =>
  CLIENT_PROGRAMS[(number + Math.floor(number / TRIALS_OF_STAND)) % CLIENT_PROGRAMS.length]!;

/** Adds trials of one stand, one after the other, until one violates what must hold. */
async function disturb(
  stand: UploadStand,
  { seed, faults, uploads, kinds }: UploadFaultOptions,
  trials: TrialOutcome[],
): Promise<void> {
  const last = Math.min(trials.length + TRIALS_OF_STAND, uploads);
  for (let number = trials.length; number < last; number += 1) {
    const chance = new Chance(seed + number * SEED_STEP);
    const type = UPLOAD_TYPES[number % UPLOAD_TYPES.length]!;
    const program = programOf(number);
    const trial = await uploadTrial(stand, { program, type, kinds, faults, chance });
    trials.push(trial);
    printTrial(number + 1, trial);
    if (!isSound(trial)) return;
  }
}

/** Disturbs uploads of all types one after the other; answers whether every byte of all is equal. */
export async function runUploadFaults(options: UploadFaultOptions): Promise<boolean> {
  const trials: TrialOutcome[] = [];
  let stands = 0;
  let opened: UploadStand | undefined;
  const stop = (): void => {
    printSummary(trials);
    void opened?.close(false).finally(() => process.exit(STOPPED));
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
  while (trials.every(isSound) && trials.length < options.uploads) {
    const stand = await UploadStand.open({ apart: stands % 2 === 0 });
    stands += 1;
    opened = stand;
    let isKept = true;
    try {
      await disturb(stand, options, trials);
      isKept = !trials.every(isSound);
    } finally {
      if (isKept) console.log(`seed ${options.seed}; kept in ${stand.data}`);
      await stand.close(isKept);
    }
  }
  printSummary(trials);
  return trials.every(isSound);
}
