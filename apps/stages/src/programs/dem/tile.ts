import { taskListSchema } from "@swath/contract/processing";
import type { Extent } from "@swath/pointcloud/raster";
import { z } from "zod";
import { readJson } from "../../files/json-file.ts";
import { FileFault } from "../../program.ts";

const factsSchema = z.object({
  minX: z.number(),
  minY: z.number(),
  maxX: z.number(),
  maxY: z.number(),
});

/** A tile of `tiles.json`: its extent in the coordinate system, and the files that touch it. */
export interface Tile {
  readonly name: string;
  readonly files: readonly string[];
  readonly extent: Extent;
}

/** Cells of a tile with its collar that fit in 600 MB. */
const MOST_CELLS = 4_800_000;

/** Times that cells are doubled at most: a tile of 10 km has cells of 8 m in place of 1 m. */
const MOST_TIMES = 64;

/** The cell's side as asked, or doubled until an extent in the same unit fits in memory. */
export function fittingCell({ minX, minY, maxX, maxY }: Extent, cell: number): number {
  let side = cell;
  while (((maxX - minX) / side) * ((maxY - minY) / side) > MOST_CELLS) side *= 2;
  if (side <= cell * MOST_TIMES) return side;
  throw new FileFault(
    "tiles.json",
    `has a tile of ${maxX - minX} by ${maxY - minY} units, whose cells would be ${side / cell} times as large as asked: its coordinate system is another`,
  );
}

/** Reads the tiles that the ground stage listed. */
export async function readTiles(path: string): Promise<Tile[]> {
  const list = await readJson(path, taskListSchema);
  return list.map(({ name, files, facts }) => {
    const extent = factsSchema.safeParse(facts);
    if (!extent.success) throw new FileFault("tiles.json", `${name} has no extent`);
    return { name, files, extent: extent.data };
  });
}
