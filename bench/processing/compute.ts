import { join } from "node:path";
import { openComputeEngine } from "../../apps/server/src/platform/compute/from-config.ts";
import {
  runsFolder,
  timeBareMake,
  timeKeepingMake,
  timeLoggingMake,
  timeRun,
} from "./compute-runs.ts";
import type { Figure, Row } from "./row.ts";
import { slurmFigures } from "./slurm-runs.ts";

const TASKS = 1_000;
const ROUNDS = 3;
const CPUS = 2;
const LEAST_RATE = 0.7;
const MOST_OVERHEAD = 0.3;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const seconds = (value: number): string => `${value.toFixed(2)} s`;
const rate = (taken: number): string => `${Math.round(TASKS / taken)} tasks/s`;

async function localFigures(): Promise<Figure[]> {
  const { folder, remove } = await runsFolder();
  try {
    const engine = await openComputeEngine({
      kind: "local",
      folder: join(folder, "engine"),
      cpus: CPUS,
    });
    const one: number[] = [];
    const many: number[] = [];
    const bare: number[] = [];
    const logging: number[] = [];
    const keeping: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      one.push(await timeRun(engine, folder, 1));
      many.push(await timeRun(engine, folder, TASKS));
      bare.push(await timeBareMake(folder, TASKS, CPUS));
      logging.push(await timeLoggingMake(folder, TASKS, CPUS));
      keeping.push(await timeKeepingMake(folder, TASKS, CPUS));
    }
    return [
      {
        what: "overhead of a stage of one task, local",
        measured: seconds(median(one)),
        bound: `< ${MOST_OVERHEAD} s`,
        held: median(one) < MOST_OVERHEAD,
      },
      compared("make -j2 that keeps log and success", median(many), median(keeping)),
      compared("make -j2 that keeps a log of each", median(many), median(logging)),
      compared("make -j2 that keeps nothing", median(many), median(bare)),
    ];
  } finally {
    await remove();
  }
}

function compared(peer: string, own: number, other: number): Figure {
  const share = other / own;
  return {
    what: `${TASKS} empty tasks, local, beside ${peer}`,
    measured: `${rate(own)} (${share.toFixed(2)})`,
    peer: rate(other),
    bound: `≥ ${LEAST_RATE}`,
    held: share >= LEAST_RATE,
  };
}

export const computeRow: Row = {
  about: "overhead of a stage and empty tasks, beside GNU make and plain sbatch",
  measure: async () => [...(await localFigures()), ...(await slurmFigures())],
};
