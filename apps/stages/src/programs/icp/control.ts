import {
  type ControlDifference,
  controlFigures,
  type ControlPoint,
} from "@swath/pointcloud/strips";
import { type ControlRow, MOST_CONTROL_BYTES, readControlRows } from "@swath/survey/readers";
import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { forwardOf, type MetricScale } from "../../coordinates/cloud-system.ts";
import { findFiles } from "../../files/file-bytes.ts";
import { figure, type ProgramMeasure } from "../../files/write-outputs.ts";
import type { IndexFile } from "../../points/index-file.ts";
import { FileFault } from "../../program.ts";

/**
 * The control points of the files in a folder (docs/formats.md, Control points), in metres as
 * strips are; a {@link FileFault} names a bad line.
 */
export async function readControl(
  folder: string | undefined,
  index: Pick<IndexFile, "crs">,
  scale: MetricScale,
): Promise<ControlPoint[]> {
  const points: ControlPoint[] = [];
  for (const path of await findFiles(folder, /\.(csv|txt)$/i))
    points.push(...(await readControlFile(path, index, scale)));
  return points;
}

/** The same of one file. */
export async function readControlFile(
  path: string,
  { crs }: Pick<IndexFile, "crs">,
  scale: MetricScale,
): Promise<ControlPoint[]> {
  const rows = await readRows(path);
  return rows.map(({ name, east, north, z, degrees, vegetated, error }) => {
    const forward = degrees ? forwardOf(crs) : undefined;
    if (degrees && forward === undefined)
      throw new FileFault(basename(path), "has degrees, and the points' system has no code");
    const [x, y] = forward?.(east, north) ?? [east, north];
    return {
      name,
      x: x * scale.x,
      y: y * scale.y,
      z: z * (degrees ? 1 : scale.z),
      vegetated,
      error,
    };
  });
}

async function readRows(path: string): Promise<readonly ControlRow[]> {
  const file = basename(path);
  if ((await stat(path)).size > MOST_CONTROL_BYTES)
    throw new FileFault(file, "is larger than 16 MiB");
  const rows = readControlRows(await readFile(path, "utf8"));
  if ("fault" in rows) throw new FileFault(file, rows.fault);
  return rows;
}

/** USGS _Lidar Base Specification_, quality level 2: RMSE of heights, m. */
const MOST_RMS = 0.1;
/** ASPRS _Positional Accuracy Standards_ (2014), 7.2: a mean error is under a quarter of the RMSE. */
const MOST_MEDIAN = MOST_RMS / 4;

/** What control points say of a cloud; nothing where the flight has none. */
export function controlMeasures(
  compared: readonly Pick<ControlDifference, "difference">[],
): ProgramMeasure[] {
  if (compared.length === 0) return [];
  const { count, median, rms } = controlFigures(compared);
  const around = { least: -MOST_MEDIAN, most: MOST_MEDIAN };
  return [
    figure("controlPoints", "Control points on smooth ground", count, "", "sum", { least: 1 }),
    figure("controlMedian", "Cloud less control points (median)", median, "m", "task", around),
    figure(
      "controlRms",
      "Cloud less control points (RMS)",
      rms,
      "m",
      { rms: count },
      { most: MOST_RMS },
    ),
  ];
}
