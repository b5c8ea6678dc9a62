import { basename, join } from "node:path";
import { CoverageGrid } from "@swath/pointcloud/grid";
import { classifyPoints, radiusOf, TerrainModel } from "@swath/pointcloud/ground";
import { BLOCK_POINTS } from "@swath/pointcloud/points";
import { z } from "zod";
import { metricScale } from "../coordinates/cloud-system.ts";
import { projectEpsg, systemNotes, systemOfCloud } from "../coordinates/system-of-cloud.ts";
import { settingsInSystem } from "../coordinates/system-records.ts";
import { writeJson, writeMeasures } from "../files/write-outputs.ts";
import { KeptParts } from "../points/part-cache.ts";
import { openPoints, type PointFile, readPoints } from "../points/point-file.ts";
import { writePoints } from "../points/write-points.ts";
import { program, type ProgramOutput } from "../program.ts";
import { systemMeasures } from "./cloud-measures.ts";
import { ClassTally, SourceClasses } from "./class-tally.ts";
import { lowestHeights } from "./lowest-heights.ts";
import { coverageFile, TILE_COVER_CELL } from "./tiles.ts";

/** Most cells that an opening reaches: fields are filtered with as much around them. */
const MOST_RADIUS = 200;

const optionsSchema = z.strictObject({
  /** LAS or LAZ file. */
  in: z.string(),
  out: z.string(),
  processing: z.string().optional(),
  epsg: z.coerce.number().int().nonnegative().default(0),
  /** Parameters of SMRF; m, slopes as rise by run. */
  cell: z.coerce.number().min(0.1).max(20).default(1),
  slope: z.coerce.number().positive().max(5).default(0.15),
  window: z.coerce.number().positive().max(200).default(18),
  scalar: z.coerce.number().nonnegative().max(10).default(1.25),
  threshold: z.coerce.number().positive().max(10).default(0.5),
  /** What becomes of the classes that points came with. */
  classes: z.enum(["replace", "keep"]).default("replace"),
});

const options = optionsSchema.refine((given) => radiusOf(given) <= MOST_RADIUS, {
  path: ["window"],
  message: `is more than ${MOST_RADIUS} cells`,
});

/**
 * Classifies the points of one file (MiningAI3): ground by SMRF, vegetation by height, noise; writes a
 * copy (`NAME.laz` where liblaszip is installed, else `NAME.las`), what it covers for the tiles, and measures.
 */
export const ground = program(options, async ({ in: path, out, classes, ...rest }, output) => {
  const file = await openPoints(path);
  const system = systemOfCloud(file, await projectEpsg(rest));
  for (const note of systemNotes(file, system)) output.note(note);
  const { min, max } = file.las.header.bounds;
  const scale = metricScale(system, ((min[1] ?? 0) + (max[1] ?? 0)) / 2);
  const progress = progressOf(file, output);
  const { lowest, highest } = await lowestHeights(file, scale, rest, progress);
  const terrain = new TerrainModel(lowest, { ...rest, cell: lowest.cell });
  const stem = basename(path).replace(/\.[^.]*$/, "");
  const tally = new ClassTally();
  const source = new SourceClasses(classes === "keep");
  const kept = new KeptParts([file.las]);
  const cover = new CoverageGrid(TILE_COVER_CELL);
  const classification = new Uint8Array(BLOCK_POINTS);
  const name = await writePoints(out, stem, settingsInSystem(file.las, system), (append) =>
    readPoints(file, async (block) => {
      classifyPoints(block, scale, terrain, highest, classification);
      source.apply(block, classification);
      kept.see(block);
      tally.add(block, classification);
      for (let point = 0; point < block.count; point += 1)
        cover.add(block.x[point]! * scale.x, block.y[point]! * scale.y);
      await append({ ...block, classification });
      progress(block.count);
    }),
  );
  await writeJson(join(out, `${stem}.cover.json`), coverageFile(name, scale, cover));
  const label = "Side of the cells, the largest of all files";
  const used = { name: "cell", label, value: lowest.cell, unit: "m", join: "maximum" } as const;
  await writeMeasures(out, [
    ...tally.measures(),
    ...source.measures(),
    ...kept.measures(),
    used,
    ...systemMeasures([file]),
  ]);
});

/** Each point is read twice. */
function progressOf({ las }: PointFile, output: ProgramOutput): (points: number) => void {
  const all = las.header.pointCount * 2;
  let done = 0;
  return (points) => {
    done += points;
    output.progress(done / all);
  };
}
