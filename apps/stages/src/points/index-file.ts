import { z } from "zod";
import { FileFault } from "../program.ts";

const number = z.number();
const time = number.nullable();

/** `index.json` of PI1: what later stages know of the clouds without reading them. */
export const indexFileSchema = z.strictObject({
  version: z.literal(1),
  crs: z.strictObject({
    epsg: z.int().nullable(),
    /** Code of the heights' system, where the files state it. */
    verticalEpsg: z.int().nullable().optional(),
    /** Whether x and y are degrees. */
    geographic: z.boolean(),
    /** Metres in a unit of x and y (1 where these are degrees) and of z. */
    horizontalUnit: number,
    verticalUnit: number,
  }),
  files: z.array(
    z.strictObject({
      /** Below the folder of the input. */
      path: z.string(),
      points: z.int(),
      /** Bounds of the points, in the file's units; null without points. */
      bounds: z
        .strictObject({
          min: z.tuple([number, number, number]),
          max: z.tuple([number, number, number]),
        })
        .nullable(),
      /** The lines with points in this file; `id` is the line's over all files. */
      lines: z.array(
        z.strictObject({
          id: z.string(),
          sourceId: z.int(),
          /** First and last GPS time in this file, as recorded; null without times. */
          start: time,
          end: time,
          points: z.int(),
        }),
      ),
    }),
  ),
});
export type IndexFile = z.infer<typeof indexFileSchema>;

/** What an index says of a file; a {@link FileFault} where it has none of that path. */
export function indexedFile({ files }: IndexFile, path: string): IndexFile["files"][number] {
  const file = files.find((each) => each.path === path);
  if (file === undefined) throw new FileFault(path, "is not in the index of lines");
  return file;
}

/** Middle y of all files, in their units. */
export function middleOf({ files }: IndexFile): number {
  const ends = files.flatMap(({ bounds }) =>
    bounds === null ? [] : [bounds.min[1], bounds.max[1]],
  );
  return ends.length === 0 ? 0 : (Math.min(...ends) + Math.max(...ends)) / 2;
}

/** Most lines that are compared with each other: each takes memory, however short it is. */
const MOST_LINES = 1_000;
/** Fewer points are no surface to compare. */
const FEWEST_POINTS = 40;

/** The lines that are worth a comparison, by their points: damaged times make a line of each point. */
export function comparedLines({ files }: Pick<IndexFile, "files">): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { id, points } of files.flatMap(({ lines }) => lines))
    counts.set(id, (counts.get(id) ?? 0) + points);
  return new Set(
    [...counts]
      .filter(([, points]) => points >= FEWEST_POINTS)
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, MOST_LINES)
      .map(([id]) => id),
  );
}
