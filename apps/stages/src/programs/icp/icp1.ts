import { type CalibrationProposal, PLACES_FILE, PROPOSAL_FILE } from "@swath/contract/processing";
import {
  compareControl,
  type ControlDifference,
  controlFigures,
  type StripSurface,
} from "@swath/pointcloud/strips";
import { trimRaster } from "@swath/pointcloud/raster";
import { join } from "node:path";
import { z } from "zod";
import { scaleOfIndex } from "../../coordinates/check-system.ts";
import { inTemporaryFolder } from "../../files/file-bytes.ts";
import {
  readJson,
  writeJson,
  figure,
  writeMeasures,
  writePreview,
} from "../../files/write-outputs.ts";
import {
  comparedLines,
  type IndexFile,
  indexedFile,
  indexFileSchema,
} from "../../points/index-file.ts";
import { hasStandardTime, openPoints, pointsFolder, readPoints } from "../../points/point-file.ts";
import { fileOfTask, fileTasks } from "../../points/file-tasks.ts";
import { program, type ProgramOutput, reportingFaults } from "../../program.ts";
import { readCalibration } from "../../records/read-records.ts";
import {
  type Adjustment,
  adjustmentMeasures,
  adjustStrips,
  MOUNTING_FIELDS,
} from "./adjustment.ts";
import { controlMeasures, readControl } from "./control.ts";
import { compareFlight, pairPlaces } from "./compare-flight.ts";
import { writeMetricCog } from "./difference-map.ts";
import { readFlown } from "./flown-lines.ts";
import { stripMeasures } from "./measure-strips.ts";
import { FileStrips } from "./file-strips.ts";
import { openStripParts, STRIP_PART, writeStripPart } from "./strip-parts.ts";

/** Side of the cells in which heights are compared, m. */
export const cellOption = z.coerce.number().min(0.25).max(50).default(1);

const fileSchema = z.strictObject({
  /** PI1's list of files, and the one of them to read. */
  files: z.string(),
  file: z.string(),
  points: z.string(),
  /** Another folder, read where the first has no points. */
  scans: z.string().optional(),
  index: z.string(),
  out: z.string(),
  cell: cellOption,
});

/** The surfaces of the lines in a file of the flight, for the join of all. */
export const icp1File = program(fileSchema, async (options, output) => {
  const index = await readJson(options.index, indexFileSchema);
  const path = await fileOfTask(options.files, options.file);
  const folder = await pointsFolder(options.points, options.scans);
  await writeStripsOf({ folder, path, index }, options, `${options.file}${STRIP_PART}`, output);
});

interface IndexedPoints {
  readonly folder: string;
  /** Of the file below the folder. */
  readonly path: string;
  readonly index: IndexFile;
}

async function writeStripsOf(
  { folder, path, index }: IndexedPoints,
  { out, cell }: { readonly out: string; readonly cell: number },
  name: string,
  output: Pick<ProgramOutput, "progress">,
): Promise<void> {
  const points = await openPoints(join(folder, path));
  const { lines } = indexedFile(index, path);
  const scale = scaleOfIndex(index);
  const strips = new FileStrips({ name: points.name, lines, compared: comparedLines(index), cell });
  let done = 0;
  await readPoints(points, (block) => {
    strips.add(block, scale);
    output.progress((done += block.count) / points.las.header.pointCount);
  });
  const standardTime = hasStandardTime(points.las);
  await writeStripPart(join(out, name), { file: path, standardTime }, strips.levels());
}

const optionsSchema = z.strictObject({
  /** Folder of the surfaces that the tasks of all files left. */
  strips: z.string().optional(),
  /** In its place the folder of the points; another one, read where the first has none. */
  points: z.string().optional(),
  scans: z.string().optional(),
  /** PI1's index of their lines. */
  index: z.string(),
  out: z.string(),
  cell: cellOption,
  /** Folder of files of control points. */
  control: z.string().optional(),
  /** Folders of the trajectory and of the calibration record that the points were made by. */
  trajectory: z.string().optional(),
  calibration: z.string().optional(),
  /** Whether all lines are moved in height to the control points, by the median of their differences. */
  level: z.enum(["none", "control"]).default("none"),
  title: z.string().default("Strip differences"),
  /** Whether what makes them vanish is written, and the files as tasks of ICP2. */
  shifts: z.enum(["yes", "no"]).default("yes"),
});

/**
 * Height differences of overlapping flight lines: `pairs.json`, where they are, a map of them, measures, and
 * `adjustment.json`, the errors of the mounting and of each line that make them (`shifts.json` has the heights
 * alone), with `files.json`, the list of the files to move. Where there are control points, `control.json`: the cloud less these.
 */
export const icp1 = program(optionsSchema, async (options, output) => {
  const { strips } = options;
  if (strips !== undefined) return await compareParts(options, strips, output);
  await inTemporaryFolder(async (temporary) => {
    await writeParts(options, temporary, output);
    await compareParts(options, temporary, output);
  });
});

type Options = z.output<typeof optionsSchema>;

/** Writes the surfaces of all files; one that cannot be read is reported and left out. */
async function writeParts(
  { points = "", scans, index: path, cell }: Options,
  out: string,
  output: ProgramOutput,
): Promise<void> {
  const index = await readJson(path, indexFileSchema);
  const folder = await pointsFolder(points, scans);
  const { files } = index;
  for (const [at, file] of files.entries()) {
    const progress = (share: number): void => output.progress((0.9 * (at + share)) / files.length);
    const of = { folder, path: file.path, index };
    await reportingFaults(output, () =>
      writeStripsOf(of, { out, cell }, `${at + 1}${STRIP_PART}`, { progress }),
    );
  }
}

async function compareParts(options: Options, strips: string, output: ProgramOutput) {
  const index = await readJson(options.index, indexFileSchema);
  const parts = await openStripParts(strips);
  const found = compareFlight(parts, options.cell);
  const { cell, surfaces, map, pairs, crossStrips, leftOut } = found;
  await writeJson(join(options.out, "pairs.json"), pairs.map(rounded));
  await writeJson(join(options.out, PLACES_FILE), [pairPlaces(pairs, surfaces)]);
  await writePreview(options.out, "strip-differences.svg", (size) =>
    map.picture(`${options.title}, cm`, size),
  );
  const differences = trimRaster(map.raster());
  if (differences !== undefined)
    await writeMetricCog(
      join(options.out, "differences.tif"),
      differences,
      index,
      scaleOfIndex(index),
    );
  const control = await compareWithControl(options.control, index, surfaces);
  if (control.length > 0) await writeJson(join(options.out, "control.json"), control.map(rounded));
  const measures = [
    ...stripMeasures(pairs, surfaces.size, leftOut),
    figure("cell", "Side of the cells whose heights are compared", cell, "m", "task"),
    ...controlMeasures(control),
  ];
  if (options.shifts === "yes") {
    const flown = await readFlown(options, index.crs, parts.standardTime);
    const solved = adjustStrips({ surfaces, pairs, crossStrips }, index, flown);
    const adjustment = options.level === "control" ? raised(solved, control) : solved;
    await writeJson(
      join(options.out, "shifts.json"),
      adjustment.lines.map(({ line, shift }) => ({ line, dx: 0, dy: 0, dz: micro(shift) })),
    );
    await writeJson(join(options.out, "adjustment.json"), roundedDeep(adjustment) as object);
    await writeProposal(options, adjustment);
    await writeJson(join(options.out, "files.json"), fileTasks(index));
    measures.push(...adjustmentMeasures(adjustment));
  }
  await writeMeasures(options.out, measures);
  output.progress(1);
}

async function compareWithControl(
  folder: string | undefined,
  index: IndexFile,
  surfaces: ReadonlyMap<string, StripSurface>,
): Promise<ControlDifference[]> {
  const control = await readControl(folder, index, scaleOfIndex(index));
  return compareControl(control, surfaces.values());
}

/** The same with all lines moved by what the cloud lies above its control points. */
function raised(adjustment: Adjustment, control: readonly ControlDifference[]): Adjustment {
  const { median } = controlFigures(control);
  if (median === null) return adjustment;
  const lines = adjustment.lines.map((line) => ({ ...line, shift: line.shift - median }));
  return { ...adjustment, lines };
}

/** `proposal.json`: the calibration record with what the lines tell of it, for a person to take over. */
async function writeProposal(
  { calibration, out }: { readonly calibration?: string | undefined; readonly out: string },
  { mounting }: Adjustment,
): Promise<void> {
  const told = mounting?.filter((of) => of.told) ?? [];
  if (calibration === undefined || told.length === 0) return;
  const { lidar } = await readCalibration(calibration);
  if (lidar === null) return;
  const values = told.map(({ name, value }) => {
    const recorded = lidar[name as (typeof MOUNTING_FIELDS)[number]];
    return [name, micro(recorded + value)] as const;
  });
  const deviations = told.map(({ name, deviation }) => [name, micro(deviation)] as const);
  await writeJson(join(out, PROPOSAL_FILE), {
    version: 1,
    record: lidar.id,
    values: Object.fromEntries(values),
    deviations: Object.fromEntries(deviations),
  } satisfies CalibrationProposal);
}

function roundedDeep(value: unknown): unknown {
  if (typeof value === "number") return Math.round(value * 1e8) / 1e8;
  if (Array.isArray(value)) return value.map(roundedDeep);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, roundedDeep(of)]));
}

const micro = (metres: number): number => Math.round(metres * 1e6) / 1e6;

function rounded(figures: object): object {
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [
      name,
      typeof value === "number" ? micro(value) : value,
    ]),
  );
}
