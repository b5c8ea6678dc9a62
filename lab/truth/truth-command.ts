import { readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { parseArgs } from "node:util";
import { asksForHelp } from "../../tools/help.mjs";
import { compareCloud } from "./cloud-truth.ts";
import { compareExposures } from "./exposure-truth.ts";
import { compareSbet } from "./sbet-truth.ts";
import { comparePairs, compareShifts } from "./strip-truth.ts";
import { compareTerrain } from "./terrain-truth.ts";
import { truthSchema } from "./truth-file.ts";
import { boundsOf, reportTable, type TruthReport } from "./truth-report.ts";

const USAGE = `Compares what the pipeline made with the truth of a terrain sample.

  npm run -s truth -- TRUTH.json FILES… [--sbet FILE] [--eo FILE --calibration FILE] [--bounds]

FILES: *.las, *.laz points (taken together; also classified), *.tif terrain models, pairs.json, shifts.json.
Prints one JSON object to stdout and a table to stderr; with --bounds a missed bound makes exit code 1.`;

export interface CommandResult {
  readonly status: 0 | 1 | 2;
  readonly output?: string;
  readonly error?: string;
}

const OPTIONS = {
  sbet: { type: "string" },
  eo: { type: "string" },
  calibration: { type: "string" },
  bounds: { type: "boolean" },
} as const;

interface Given {
  readonly sbet?: string | undefined;
  readonly eo?: string | undefined;
  readonly calibration?: string | undefined;
}

function compare(
  truthFile: string,
  files: readonly string[],
  { sbet, eo, calibration }: Given,
): TruthReport {
  const truth = truthSchema.parse(JSON.parse(readFileSync(truthFile, "utf8")));
  const points = files.filter((file) => /\.la[sz]$/i.test(file));
  const models = files.filter((file) => /\.tiff?$/i.test(file));
  const named = (name: string): string | undefined => files.find((file) => basename(file) === name);
  const [pairs, shifts] = [named("pairs.json"), named("shifts.json")];
  const { crs, seed, noise, planted, samples } = truth;
  return {
    truth: { crs, seed, noise, planted, samples: samples.length },
    ...(points.length > 0 && { cloud: compareCloud(truth, points) }),
    ...(models.length > 0 && { terrain: compareTerrain(truth, models) }),
    ...(sbet !== undefined && { sbet: compareSbet(truth, sbet) }),
    ...(eo !== undefined &&
      calibration !== undefined && {
        exposures: compareExposures(truth, eo, { calibration, sbet }),
      }),
    ...(pairs !== undefined && { pairs: comparePairs(pairs) }),
    ...(shifts !== undefined && { shifts: compareShifts(truth, shifts) }),
  };
}

/** The command `truth`, with paths meant from a folder. */
export function truthCommand(words: readonly string[], folder: string): CommandResult {
  if (asksForHelp(words)) return { status: 0, output: USAGE };
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: OPTIONS,
  });
  const here = (path: string | undefined) =>
    path === undefined ? undefined : resolve(folder, path);
  const [truthFile, ...files] = positionals.map((path) => resolve(folder, path));
  if (truthFile === undefined || (values.eo !== undefined && values.calibration === undefined))
    return { status: 2, error: USAGE };
  const report = compare(truthFile, files, {
    sbet: here(values.sbet),
    eo: here(values.eo),
    calibration: here(values.calibration),
  });
  const bounds = boundsOf(report);
  const missed = values.bounds === true && bounds.some(({ held }) => !held);
  return {
    status: missed ? 1 : 0,
    output: JSON.stringify({ ...report, bounds }),
    error: reportTable(report, bounds),
  };
}
