import type { CoverageGrid } from "@swath/pointcloud/grid";
import { z } from "zod";
import type { MetricScale } from "../../coordinates/cloud-system.ts";

/** Side of the cells by which a file's cover is known, m: divides tiles and their collars. */
export const TILE_COVER_CELL = 20;

/** `NAME.cover.json`: which cells of 20 m a classified file covers, in metres of its system. */
export const coverFileSchema = z.strictObject({
  version: z.literal(1),
  file: z.string(),
  cell: z.number().positive(),
  /** Units of the file in a metre, of x and y. */
  metre: z.tuple([z.number(), z.number()]),
  /** Columns and rows, one behind the other. */
  cells: z.array(z.int()),
});

export function coverageFile(
  file: string,
  scale: MetricScale,
  cover: CoverageGrid,
): z.infer<typeof coverFileSchema> {
  const cells: number[] = [];
  for (const { column, row } of cover.cells()) cells.push(column, row);
  return { version: 1, file, cell: cover.cell, metre: [1 / scale.x, 1 / scale.y], cells };
}
