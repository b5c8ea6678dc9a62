import { join } from "node:path";
import { openComputeEngine } from "../../../apps/server/src/platform/open-compute.ts";
import {
  runsFolder,
  timeBareMake,
  timeBareNode,
  timeKeepingMake,
  timeLoggingMake,
  timeRun,
  type Taken,
  withCpu,
} from "./compute-runs.ts";
import type { Figure, Row } from "./row.ts";
import { slurmFigures } from "./slurm-runs.ts";
import { median } from "../quantile.ts";

const TASKS = 1_000;
const ROUNDS = 9;
const CPUS = 2;
const LEAST_RATE = 0.7;
/** What a runner does beside may cost a tenth of what Node.js needs to start programs. */
const LEAST_OF_NODE = 0.9;
const MOST_OVERHEAD = 0.3;

const seconds = (value: number): string => `${value.toFixed(2)} s`;
/** The median by time. */
const middle = (all: readonly Taken[]): Taken =>
  all.toSorted((a, b) => a.seconds - b.seconds)[Math.floor(all.length / 2)]!;
const rate = ({ seconds: taken, cpuSeconds }: Taken, share = ""): string =>
  `${Math.round(TASKS / taken)} tasks/s${share}, ${((1_000 * cpuSeconds) / TASKS).toFixed(2)} CPU ms`;

async function localFigures(): Promise<Figure[]> {
  const { folder, remove } = await runsFolder();
  try {
    const engine = await openComputeEngine({
      kind: "local",
      // A sandbox costs several times what starting a short program does.
      sandbox: "off",
      folder: join(folder, "engine"),
      cpus: CPUS,
    });
    const one: number[] = [];
    const many: Taken[] = [];
    const bare: Taken[] = [];
    const logging: Taken[] = [];
    const keeping: Taken[] = [];
    const node: Taken[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      one.push((await withCpu(() => timeRun(engine, folder, 1))).seconds);
      many.push(await withCpu(() => timeRun(engine, folder, TASKS)));
      bare.push(await withCpu(() => timeBareMake(folder, TASKS, CPUS)));
      logging.push(await withCpu(() => timeLoggingMake(folder, TASKS, CPUS)));
      keeping.push(await withCpu(() => timeKeepingMake(folder, TASKS, CPUS)));
      node.push(await withCpu(() => timeBareNode(TASKS, CPUS)));
    }
    return [
      {
        what: "overhead of a stage of one task, local",
        measured: seconds(median(one)),
        bound: `< ${MOST_OVERHEAD} s`,
        held: median(one) < MOST_OVERHEAD,
      },
      compared("make -j2 that keeps log and success", middle(many), middle(keeping)),
      compared("make -j2 that keeps a log of each", middle(many), middle(logging)),
      compared("make -j2 that keeps nothing", middle(many), middle(bare)),
      compared("Node.js that starts them alone", middle(many), middle(node), LEAST_OF_NODE),
    ];
  } finally {
    await remove();
  }
}

function compared(peer: string, own: Taken, other: Taken, least = LEAST_RATE): Figure {
  const share = other.seconds / own.seconds;
  return {
    what: `${TASKS} empty tasks, local, beside ${peer}`,
    measured: rate(own, ` (${share.toFixed(2)})`),
    peer: rate(other),
    bound: `≥ ${least}`,
    held: share >= least,
  };
}

export const computeRow: Row = {
  about: "overhead of a stage and empty tasks, beside GNU make and plain sbatch",
  measure: async () => [...(await localFigures()), ...(await slurmFigures())],
};
