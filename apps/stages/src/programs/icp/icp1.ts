import {
  type CalibrationProposal,
  type PlaceGroup,
  PLACES_FILE,
  PROPOSAL_FILE,
} from "@swath/contract/processing";
import { tileAt } from "@swath/pointcloud/grid";
import {
  compareControl,
  type ControlDifference,
  controlFigures,
  freeSurfaces,
  type StripPair,
  type StripSurface,
  TILE_CELLS,
} from "@swath/pointcloud/strips";
import { join } from "node:path";
import { z } from "zod";
import { scaleOfIndex } from "../../coordinates/check-system.ts";
import {
  readJson,
  writeJson,
  type CellPlace,
  placeGroup,
  writeMeasures,
  writePreview,
} from "../../files/write-outputs.ts";
import { type IndexFile, indexFileSchema } from "../../points/index-file.ts";
import { openPoints, pointsFolder } from "../../points/point-file.ts";
import { stemOfPoints } from "../../points/write-points.ts";
import { program } from "../../program.ts";
import { readCalibration } from "../../records/read-records.ts";
import {
  type Adjustment,
  adjustmentMeasures,
  adjustStrips,
  MOUNTING_FIELDS,
} from "./adjustment.ts";
import { controlMeasures, readControl } from "./control.ts";
import { DifferenceMap } from "./difference-map.ts";
import { readFlown } from "./flown-lines.ts";
import { compareStrips, type StripDifferences, stripMeasures } from "./measure-strips.ts";
import { readStripSurfaces } from "./strip-surfaces.ts";

const optionsSchema = z.strictObject({
  /** Folder of the points; PI1's index of their lines. */
  points: z.string(),
  /** Another folder, read where the first has no points. */
  scans: z.string().optional(),
  index: z.string(),
  out: z.string(),
  /** Side of the cells in which heights are compared, m. */
  cell: z.coerce.number().min(0.25).max(50).default(1),
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
  const index = await readJson(options.index, indexFileSchema);
  const points = await pointsFolder(options.points, options.scans);
  const { surfaces, map, pairs, crossStrips, leftOut } = await compareFlight(
    (cell) => readStripSurfaces(points, index, cell, output),
    options.cell,
  );
  await writeJson(join(options.out, "pairs.json"), pairs.map(rounded));
  await writeJson(join(options.out, PLACES_FILE), [pairPlaces(pairs, surfaces)]);
  await writePreview(options.out, "strip-differences.svg", (size) =>
    map.picture(`${options.title}, cm`, size),
  );
  const control = await compareWithControl(options.control, index, surfaces);
  if (control.length > 0) await writeJson(join(options.out, "control.json"), control.map(rounded));
  const measures = [...stripMeasures(pairs, surfaces.size, leftOut), ...controlMeasures(control)];
  if (options.shifts === "yes") {
    const [first] = index.files;
    const flown =
      first &&
      (await readFlown(options, index.crs, (await openPoints(join(points, first.path))).las));
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
});

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

/** Shared cells that are enough for a median of millimetres, and the largest cells that are tried, m. */
const ENOUGH_CELLS = 500;
const LARGEST_CELL = 4;

export interface ComparedFlight extends StripDifferences {
  /** Side of the cells, m. */
  readonly cell: number;
  readonly surfaces: ReadonlyMap<string, StripSurface>;
  readonly map: DifferenceMap;
}

type ReadSurfaces = (cell: number) => Promise<Map<string, StripSurface>>;

/**
 * Compares the strips in cells of a side, m; where the best pair shares few cells since points are
 * sparse, in those larger ones that find most. Surfaces of one size alone are in memory: where smaller
 * cells were better these are read again.
 */
export async function compareFlight(read: ReadSurfaces, cell: number): Promise<ComparedFlight> {
  let best = { cell, cells: -1 };
  for (let asked = cell; ;) {
    const found = await compareAt(read, asked);
    const [side, cells] = [found.cell, bestOf(found)];
    if (cells > best.cells) best = { cell: side, cells };
    const last = found.touching === 0 || cells >= ENOUGH_CELLS || side * 2 > LARGEST_CELL;
    if (last && best.cell === side) return found;
    freeSurfaces(found.surfaces);
    if (last) return await compareAt(read, best.cell);
    asked = side * 2;
  }
}

async function compareAt(read: ReadSurfaces, asked: number): Promise<ComparedFlight> {
  const surfaces = await read(asked);
  const map = new DifferenceMap(surfaces);
  const cell = surfaces.values().next().value?.cell ?? asked;
  return { cell, surfaces, map, ...compareStrips(surfaces, (a, b) => map.add(a, b)) };
}

const bestOf = ({ pairs }: StripDifferences): number =>
  pairs.reduce((most, { cells }) => Math.max(most, cells), 0);

const GROUP = {
  title: "Pairs of lines",
  figures: {
    pairMedian: { label: "Height difference (median)", unit: "m" },
    horizontalShift: { label: "Horizontal shift", unit: "m" },
  },
};

/** What each pair has of the measures that are the largest of all pairs, m. */
function valuesOf({ median, dx, dy }: StripPair): CellPlace["values"] {
  const shift = dx === null || dy === null ? {} : { horizontalShift: Math.hypot(dx, dy) };
  return { pairMedian: Math.abs(median), ...shift };
}

/** Pairs of lines where they overlap: the tiles that both have points in. */
function pairPlaces(
  pairs: readonly StripPair[],
  surfaces: ReadonlyMap<string, StripSurface>,
): PlaceGroup {
  const cell = surfaces.values().next().value?.cell ?? 1;
  const places = pairs.map((pair): CellPlace => {
    const [one, other] = [surfaces.get(pair.a), surfaces.get(pair.b)];
    const shared = [...(one?.tiles.keys() ?? [])].filter((key) => other?.tiles.has(key));
    const cells = shared.map(tileAt).map(({ column, row }) => [column, row] as const);
    return { name: `Lines ${pair.a} – ${pair.b}`, values: valuesOf(pair), cells };
  });
  return placeGroup(GROUP, cell * TILE_CELLS, places);
}

const NAME_LENGTH = 80;

/**
 * A task for each file of the index, with a unique name made of the file's: its outputs share one
 * folder.
 */
export function fileTasks({ files }: Pick<IndexFile, "files">) {
  const taken = new Set<string>();
  return files.map(({ path }, n) => {
    const stem = stemOfPoints(path);
    const plain = stem.replaceAll(/[^A-Za-z0-9._-]/g, "_").slice(0, NAME_LENGTH);
    const name = /^[A-Za-z0-9]/.test(plain) && !taken.has(plain) ? plain : `${n + 1}-${plain}`;
    taken.add(name);
    return { name, files: [path] };
  });
}
