import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openComputeEngine } from "../../../apps/server/src/platform/open-compute.ts";
import { runsFolder, timeCommand, timeRun } from "./compute-runs.ts";
import { absent, type Figure } from "./row.ts";
import { median } from "../quantile.ts";

const TASKS = 1_000;
const ROUNDS = 3;
const MOST_OVERHEAD = 2;
const LEAST_RATE = 0.7;

/** Seconds of a plain array of empty scripts, submitted and awaited by sbatch itself. */
async function timeArray(folder: string, tasks: number): Promise<number> {
  const script = join(folder, "empty.sh");
  await writeFile(script, "#!/bin/sh\nexec /bin/true\n");
  const words = [
    "--wait",
    "--quiet",
    "-o",
    "/dev/null",
    "--mem=64",
    `--array=0-${tasks - 1}`,
    script,
  ];
  return timeCommand("sbatch", words);
}

/** Slurm's figures, where the environment names one (`tools/engines/slurm.sh start`). */
export async function slurmFigures(): Promise<Figure[]> {
  const { SLURM_REST_URL: url, SLURM_USER: user, SLURM_TOKEN_FILE: tokenFile } = process.env;
  if (url === undefined || user === undefined || tokenFile === undefined)
    return [absent("Slurm", "SLURM_REST_URL, SLURM_USER, SLURM_TOKEN_FILE, SLURM_CONF name none")];
  const { folder, remove } = await runsFolder();
  try {
    const version = process.env["SLURM_REST_VERSION"] ?? "v0.0.38";
    const engine = await openComputeEngine({
      kind: "slurm",
      url,
      user,
      tokenFile,
      version,
      node: process.execPath,
      maxMinutes: 1_440,
    });
    const overheads: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const plain = await timeArray(folder, 1);
      overheads.push((await timeRun(engine, folder, 1)) - plain);
    }
    const own = await timeRun(engine, folder, TASKS);
    const plain = await timeArray(folder, TASKS);
    const overhead = median(overheads);
    return [
      {
        what: "overhead of a stage of one task, Slurm, over plain sbatch",
        measured: `${overhead.toFixed(2)} s`,
        bound: `< ${MOST_OVERHEAD} s`,
        held: overhead < MOST_OVERHEAD,
      },
      {
        what: `${TASKS} empty tasks, Slurm, beside a plain array`,
        measured: `${Math.round(TASKS / own)} tasks/s (${(plain / own).toFixed(2)})`,
        peer: `${Math.round(TASKS / plain)} tasks/s`,
        bound: `≥ ${LEAST_RATE}`,
        held: plain / own >= LEAST_RATE,
      },
    ];
  } finally {
    await remove();
  }
}
