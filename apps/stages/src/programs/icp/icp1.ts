import { join } from "node:path";
import { PLACES_FILE } from "@swath/contract/processing";
import {
  compareControl,
  type ControlDifference,
  solveShifts,
  type StripSurface,
} from "@swath/pointcloud/strips";
import { z } from "zod";
import { scaleOfIndex } from "../../coordinates/system-of-cloud.ts";
import { readJson, writeJson } from "../../files/json-file.ts";
import { writeMeasures, writePreview } from "../../files/write-outputs.ts";
import { type IndexFile, indexFileSchema } from "../../points/index-file.ts";
import { pointsFolder } from "../../points/points-folder.ts";
import { program } from "../../program.ts";
import { fileTasks } from "./adjusted-files.ts";
import { compareFlight } from "./compare-flight.ts";
import { readControl } from "./control-file.ts";
import { controlMeasures } from "./control-measures.ts";
import { pairPlaces } from "./pair-places.ts";
import { stripMeasures } from "./measure-strips.ts";
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
  title: z.string().default("Strip differences"),
  /** Whether the shifts that make them vanish are written, and the files as tasks of ICP2. */
  shifts: z.enum(["yes", "no"]).default("yes"),
});

/**
 * Height differences of overlapping flight lines: `pairs.json`, where they are, a map of them, measures, and
 * `shifts.json`, the shift of each line that makes them vanish (m, to be added), with `files.json`, the
 * list of the files to move. Where there are control points, `control.json`: the cloud less these.
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
  if (options.shifts === "yes") {
    const shifts = solveShifts([...surfaces.keys()], pairs, crossStrips);
    await writeJson(
      join(options.out, "shifts.json"),
      [...shifts].map(([line, dz]) => ({ line, dx: 0, dy: 0, dz: micro(dz) })),
    );
    await writeJson(join(options.out, "files.json"), fileTasks(index));
  }
  await writePreview(options.out, "strip-differences.svg", (size) =>
    map.picture(`${options.title}, cm`, size),
  );
  const control = await compareWithControl(options.control, index, surfaces);
  if (control.length > 0) await writeJson(join(options.out, "control.json"), control.map(rounded));
  const strips = stripMeasures(pairs, surfaces.size, leftOut);
  await writeMeasures(options.out, [...strips, ...controlMeasures(control)]);
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

const micro = (metres: number): number => Math.round(metres * 1e6) / 1e6;

function rounded(figures: object): object {
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [
      name,
      typeof value === "number" ? micro(value) : value,
    ]),
  );
}
