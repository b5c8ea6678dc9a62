import { join } from "node:path";
import type { LasFile, LasSettings } from "@swath/pointcloud/las";
import { z } from "zod";
import type { StatedSystem } from "../../coordinates/cloud-system.ts";
import { settingsInSystem } from "../../coordinates/system-records.ts";
import { readJson } from "../../files/json-file.ts";
import { writeMeasures } from "../../files/write-outputs.ts";
import { type IndexFile, indexFileSchema } from "../../points/index-file.ts";
import { KeptParts } from "../../points/part-cache.ts";
import { LineLookup } from "../../points/line-lookup.ts";
import { openPoints, readPoints } from "../../points/point-file.ts";
import { pointsFolder } from "../../points/points-folder.ts";
import { writePoints } from "../../points/write-points.ts";
import { FileFault, program } from "../../program.ts";
import { fileOfTask } from "./adjusted-files.ts";

const optionsSchema = z.strictObject({
  /** ICP1's list of files, and the one of them to move. */
  files: z.string(),
  file: z.string(),
  points: z.string(),
  /** Another folder, read where the first has no points. */
  scans: z.string().optional(),
  index: z.string(),
  shifts: z.string(),
  out: z.string(),
});

const shiftsSchema = z.array(
  z.object({ line: z.string(), dx: z.number(), dy: z.number(), dz: z.number() }),
);
/** Coarsest steps of heights that are written, m: shifts are of millimetres. */
const MOST_STEP = 0.001;
/** Steps from the offset that a record of LAS holds, with room for a shift. */
const MOST_STEPS = 2 ** 31 - 2 ** 24;

/** A copy of a file with every line moved by its shift, under the name of its task. */
export const icp2 = program(optionsSchema, async (options, output) => {
  const path = await fileOfTask(options.files, options.file);
  const index = await readJson(options.index, indexFileSchema);
  const indexed = index.files.find((file) => file.path === path);
  if (indexed === undefined) throw new FileFault(path, "is not in the index of lines");
  const shifts = await readJson(options.shifts, shiftsSchema);
  const { crs, lines } = { ...index, ...indexed };
  const byLine = new Map(shifts.map((shift) => [shift.line, shift]));
  const moves = lines.map(({ id }) => {
    const { dx = 0, dy = 0, dz = 0 } = byLine.get(id) ?? {};
    const [x, y] = [dx / crs.horizontalUnit, dy / crs.horizontalUnit];
    return { x, y, z: dz / crs.verticalUnit };
  });
  const folder = await pointsFolder(options.points, options.scans);
  const points = await openPoints(join(folder, path));
  const kept = new KeptParts([points.las]);
  const settings = shiftedSettings(points.las, { bounds: indexed.bounds, crs }, moves);
  await writePoints(options.out, options.file, settings, async (append) => {
    const lookup = new LineLookup(lines);
    let done = 0;
    await readPoints(points, async (block) => {
      for (let at = 0; at < block.count; at++) {
        const move = moves[lookup.of(block.sourceId[at]!, block.gpsTime[at]!)];
        if (move === undefined) continue;
        block.x[at]! += move.x;
        block.y[at]! += move.y;
        block.z[at]! += move.z;
      }
      kept.see(block);
      await append(block);
      output.progress((done += block.count) / points.las.header.pointCount);
    });
  });
  const largest = Math.max(0, ...moves.map(({ z: dz }) => Math.abs(dz) * crs.verticalUnit));
  await writeMeasures(options.out, [
    {
      name: "largestShift",
      label: "Largest shift of a line in height",
      value: largest,
      unit: "m",
      join: "maximum",
    },
    ...kept.measures(),
  ]);
});

type Bounds = IndexFile["files"][number]["bounds"];

/**
 * As the file's own, its steps of height tenths of them until they are fine enough, where they fit.
 * Where all lines are moved alike the offset is too, so that no height is rounded to a step.
 */
function shiftedSettings(
  las: LasFile,
  { bounds, crs }: { readonly bounds: Bounds; readonly crs: StatedSystem },
  moves: readonly { readonly z: number }[],
): LasSettings {
  const settings = settingsInSystem(las, crs);
  const [x, y, given] = settings.scale;
  const [east, north, up] = settings.offset;
  const heightShifts = new Set(moves.map((move) => move.z));
  const common = heightShifts.size === 1 ? moves[0]!.z : 0;
  const heights = bounds === null ? [] : [bounds.min[2], bounds.max[2]];
  const span = Math.max(0, ...heights.map((height) => Math.abs(height - settings.offset[2])));
  let step = given;
  while (step * crs.verticalUnit > MOST_STEP && span / (step / 10) < MOST_STEPS) step /= 10;
  return { ...settings, scale: [x, y, step], offset: [east, north, up + common] };
}
