import { solveShifts } from "@swath/pointcloud/strips";
import { z } from "zod";
import { readJson } from "../../files/json-file.ts";
import { writeJson, writeMeasures, writePreview } from "../../files/write-outputs.ts";
import { indexFileSchema } from "../../points/index-file.ts";
import { pointsFolder } from "../../points/points-folder.ts";
import { program } from "../../program.ts";
import { fileTasks } from "./adjusted-files.ts";
import { DifferenceMap } from "./difference-map.ts";
import { compareStrips, stripMeasures } from "./measure-strips.ts";
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
  title: z.string().default("Strip differences"),
  /** Whether the shifts that make them vanish are written, and the files as tasks of ICP2. */
  shifts: z.enum(["yes", "no"]).default("yes"),
});

/**
 * Height differences of overlapping flight lines: `pairs.json`, a map of them, measures, and
 * `shifts.json`, the shift of each line that makes them vanish (m, to be added), with `files.json`, the
 * list of the files to move.
 */
export const icp1 = program(optionsSchema, async (options, output) => {
  const index = await readJson(options.index, indexFileSchema);
  const points = await pointsFolder(options.points, options.scans);
  const surfaces = await readStripSurfaces(points, index, options.cell, output);
  const map = new DifferenceMap(surfaces);
  const { pairs, crossStrips } = compareStrips(surfaces, (shared) => map.add(shared));
  await writeJson(options.out, "pairs.json", pairs.map(roundedPair));
  if (options.shifts === "yes") {
    const shifts = solveShifts([...surfaces.keys()], pairs, crossStrips);
    await writeJson(
      options.out,
      "shifts.json",
      [...shifts].map(([line, dz]) => ({ line, dx: 0, dy: 0, dz: micro(dz) })),
    );
    await writeJson(options.out, "files.json", fileTasks(index));
  }
  await writePreview(options.out, "strip-differences.png", (size) =>
    map.picture(`${options.title}, cm`, size),
  );
  await writeMeasures(options.out, stripMeasures(pairs, surfaces.size));
  output.progress(1);
});

const micro = (metres: number): number => Math.round(metres * 1e6) / 1e6;

function roundedPair<Pair extends object>(pair: Pair): object {
  return Object.fromEntries(
    Object.entries(pair).map(([name, value]) => [
      name,
      typeof value === "number" ? micro(value) : value,
    ]),
  );
}
