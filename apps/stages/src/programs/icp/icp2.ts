import { taskListSchema } from "@swath/contract/processing";
import { CoverageGrid } from "@swath/pointcloud/grid";
import type { LasFile, LasSettings } from "@swath/pointcloud/las";
import { join } from "node:path";
import { z } from "zod";
import type { StatedSystem } from "../../coordinates/cloud-system.ts";
import { scaleOfIndex } from "../../coordinates/check-system.ts";
import { settingsInSystem } from "../../coordinates/system-records.ts";
import { figure, readJson, writeJson, writeMeasures } from "../../files/write-outputs.ts";
import { TILE_COVER_CELL, writeCover } from "../../points/cloud-cover.ts";
import { fileOfTask } from "../../points/file-tasks.ts";
import {
  comparedLines,
  type IndexFile,
  indexedFile,
  indexFileSchema,
} from "../../points/index-file.ts";
import { LineLookup } from "../../points/line-lookup.ts";
import { LostParts } from "../../points/lost-parts.ts";
import { hasStandardTime, openPoints, pointsFolder, readPoints } from "../../points/point-file.ts";
import { copcOrLaz, writePoints } from "../../points/write-points.ts";
import { program } from "../../program.ts";
import { adjustmentSchema } from "./adjustment.ts";
import { readFlown } from "./flown-lines.ts";
import { FileStrips } from "./file-strips.ts";
import { cellOption, icp1 } from "./icp1.ts";
import { type LineMove, lineMove } from "./line-move.ts";
import { openStripParts, STRIP_PART, writeStripPart } from "./strip-parts.ts";

const optionsSchema = z.strictObject({
  /** ICP1's list of files, and the one of them to move. */
  files: z.string(),
  file: z.string(),
  points: z.string(),
  /** Another folder, read where the first has no points. */
  scans: z.string().optional(),
  index: z.string(),
  adjustment: z.string(),
  /** Folders of the trajectory and of the calibration record that the points were made by. */
  trajectory: z.string().optional(),
  calibration: z.string().optional(),
  out: z.string(),
  work: z.string().optional(),
  cell: cellOption,
});

/** Coarsest steps of heights that are written, m: shifts are of millimetres. */
const MOST_STEP = 0.001;
/** Steps from the offset that a record of LAS holds, with room for a shift. */
const MOST_STEPS = 2 ** 31 - 2 ** 24;

/**
 * A copy of a file with every point moved by what is wrong with its line, under the name of its task; with its cover,
 * and the surfaces of its lines for the join of all files.
 */
export const icp2 = program(optionsSchema, async (options, output) => {
  const path = await fileOfTask(options.files, options.file);
  const index = await readJson(options.index, indexFileSchema);
  const indexed = indexedFile(index, path);
  const adjustment = await readJson(options.adjustment, adjustmentSchema);
  const { crs, lines } = { ...index, ...indexed };
  const folder = await pointsFolder(options.points, options.scans);
  const points = await openPoints(join(folder, path));
  const standardTime = hasStandardTime(points.las);
  const flown = await readFlown(options, crs, standardTime);
  const moves = lines.map((line) => lineMove(line, adjustment, flown, crs));
  const lostParts = new LostParts([points.las]);
  const settings = shiftedSettings(points.las, { bounds: indexed.bounds, crs }, moves);
  let largest = 0;
  const scale = scaleOfIndex(index);
  const cover = new CoverageGrid(TILE_COVER_CELL);
  const compared = comparedLines(index);
  const strips = new FileStrips({ name: points.name, lines, compared, cell: options.cell });
  const coding = copcOrLaz(settings);
  const name = await writePoints(options, options.file, coding, settings, async (append) => {
    const lookup = new LineLookup(lines);
    let done = 0;
    await readPoints(points, async (block) => {
      for (let at = 0; at < block.count; at++) {
        const move = moves[lookup.of(block.sourceId[at]!, block.gpsTime[at]!)];
        if (move !== undefined) largest = Math.max(largest, Math.abs(move.apply(block, at)));
      }
      for (let at = 0; at < block.count; at++)
        cover.add(block.x[at]! * scale.x, block.y[at]! * scale.y);
      strips.add(block, scale);
      lostParts.see(block);
      await append(block);
      output.progress((done += block.count) / points.las.header.pointCount);
    });
  });
  await writeCover(options.out, options.file, name, { scale, cover });
  const part = join(options.out, `${options.file}${STRIP_PART}`);
  await writeStripPart(part, { file: name, standardTime }, strips.levels());
  await writeMeasures(options.out, [
    figure("largestShift", "Largest shift of a point in height", largest, "m", "maximum"),
    ...lostParts.measures(),
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
  moves: readonly LineMove[],
): LasSettings {
  const settings = settingsInSystem(las, crs);
  const [x, y, given] = settings.scale;
  const [east, north, up] = settings.offset;
  const heightShifts = new Set(moves.map((move) => move.common));
  const common = heightShifts.size === 1 ? (moves[0]!.common ?? 0) : 0;
  const heights = bounds === null ? [] : [bounds.min[2], bounds.max[2]];
  const span = Math.max(0, ...heights.map((height) => Math.abs(height - settings.offset[2])));
  let step = given;
  while (step * crs.verticalUnit > MOST_STEP && span / (step / 10) < MOST_STEPS) step /= 10;
  return { ...settings, scale: [x, y, step], offset: [east, north, up + common] };
}

const collectSchema = z.strictObject({
  /** Folder of the tasks' outputs; ICP1's list of files and PI1's index. */
  strips: z.string(),
  files: z.string(),
  index: z.string(),
  out: z.string(),
  control: z.string().default(""),
});

/** Strip differences once more, of what ICP2 wrote, and `index.json` of its files. */
export const icp2Collect = program(collectSchema, async ({ files, index, ...options }, output) => {
  const before = await readJson(index, indexFileSchema);
  const { files: written } = await openStripParts(options.strips);
  const path = join(options.out, "index.json");
  await writeJson(path, adjustedIndex(await readJson(files, taskListSchema), before, written));
  const title = "Strip differences after adjustment";
  await icp1({ ...options, index: path, shifts: "no", title }, output);
});

/** The index of what ICP2 wrote: each file has the name that its task gave it. */
function adjustedIndex(
  tasks: z.output<typeof taskListSchema>,
  index: IndexFile,
  written: ReadonlyMap<string, string>,
): IndexFile {
  const names = new Map(tasks.map(({ name, files }) => [files[0], written.get(name)]));
  return {
    ...index,
    files: index.files.flatMap((file) => {
      const path = names.get(file.path);
      return path === undefined ? [] : [{ ...file, path }];
    }),
  };
}
