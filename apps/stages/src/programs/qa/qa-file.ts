import { basename, join } from "node:path";
import { z } from "zod";
import { scaleOfIndex } from "../../coordinates/check-system.ts";
import { readJson } from "../../files/write-outputs.ts";
import { comparedLines, indexFileSchema } from "../../points/index-file.ts";
import { openPoints } from "../../points/point-file.ts";
import { FileFault, program } from "../../program.ts";
import { cellFor, coverPartName, readCover, writeCoverPart } from "./flight-cover.ts";

const optionsSchema = z.strictObject({
  /** File of points of the index. */
  in: z.string(),
  index: z.string(),
  out: z.string(),
  /** Side of a cell of density, m. */
  cell: z.coerce.number().min(0.5).max(100).default(2),
});

/** The cover of a file of a flight and of each of its lines (QA1), for the join of all. */
export const qaFile = program(optionsSchema, async (options, output) => {
  const index = await readJson(options.index, indexFileSchema);
  const name = basename(options.in);
  const file = index.files.find(({ path }) => basename(path) === name);
  if (file === undefined) throw new FileFault(name, "is not in the index of lines");
  const points = await openPoints(options.in);
  const scale = scaleOfIndex(index);
  let done = 0;
  const cover = await readCover(points, file, {
    scale,
    side: cellFor(index, scale, options.cell),
    compared: comparedLines(index),
    progress: (count) => output.progress((done += count) / points.las.header.pointCount),
  });
  await writeCoverPart(join(options.out, coverPartName(name)), cover);
});
