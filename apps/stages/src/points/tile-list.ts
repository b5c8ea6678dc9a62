import { taskListSchema } from "@swath/contract/processing";
import { z } from "zod";
import { readJson } from "../files/write-outputs.ts";
import { FileFault } from "../program.ts";
import type { FlatBox } from "./point-file.ts";

const factsSchema = z.object({
  minX: z.number(),
  minY: z.number(),
  maxX: z.number(),
  maxY: z.number(),
  /** Of tiles whose files are whole there is no end to what may be read. */
  collarX: z.number().default(Infinity),
  collarY: z.number().default(Infinity),
});

/** A tile in the units of its files, and the width of what is looked at around it. */
export type TileFacts = z.infer<typeof factsSchema>;

/** A tile and so many times its collar around it. */
export const withCollar = (tile: TileFacts, times: number): FlatBox => ({
  minX: tile.minX - times * tile.collarX,
  minY: tile.minY - times * tile.collarY,
  maxX: tile.maxX + times * tile.collarX,
  maxY: tile.maxY + times * tile.collarY,
});

/** An entry of a list of tiles: its name, and the files that touch it or its collar. */
export interface ListedTile {
  readonly name: string;
  readonly files: readonly string[];
  readonly facts: TileFacts;
}

/** The tiles of a list, `tiles.json` or `tasks.json`. */
export async function readTileList(path: string): Promise<ListedTile[]> {
  const list = await readJson(path, taskListSchema);
  return list.map(({ name, files, facts }) => {
    const read = factsSchema.safeParse(facts);
    if (!read.success) throw new FileFault("tiles.json", `${name} has no extent`);
    return { name, files, facts: read.data };
  });
}

/** The tile of a name in a list. */
export async function readListedTile(path: string, name: string): Promise<ListedTile> {
  const tile = (await readTileList(path)).find((each) => each.name === name);
  if (tile === undefined) throw new FileFault(name, "is not in the list of tiles");
  return tile;
}
