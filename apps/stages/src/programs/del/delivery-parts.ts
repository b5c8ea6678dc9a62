import { join } from "node:path";
import { z } from "zod";
import { filesBelow } from "../../files/file-bytes.ts";
import { readJson } from "../../files/write-outputs.ts";

/** Where a task says what it delivered. */
export const partPath = (task: string): string => `parts/${task}.json`;

const number = z.number();

/** What a task delivered of its tile, for the join of all. */
const partSchema = z.strictObject({
  version: z.literal(1),
  name: z.string(),
  extent: z.strictObject({ minX: number, minY: number, maxX: number, maxY: number }),
  points: z.int(),
  /** Points that no tile before it has. */
  first: z.int(),
  files: z.array(z.strictObject({ path: z.string(), size: z.int(), sha256: z.string() })),
  /** Sums of the ground near control points, by their numbers. */
  control: z.array(z.tuple([z.int(), z.array(number)])),
});
export type TilePart = z.infer<typeof partSchema>;

/** What all tasks delivered, by the names of their tiles; tiles without points are left out. */
export async function readParts(folder: string): Promise<TilePart[]> {
  const parts: TilePart[] = [];
  for (const path of await filesBelow(folder))
    if (/(^|\/)parts\/[^/]+\.json$/.test(path))
      parts.push(await readJson(join(folder, path), partSchema));
  return parts
    .filter(({ points }) => points > 0)
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
