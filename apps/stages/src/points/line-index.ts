import { readFile } from "node:fs/promises";
import { z } from "zod";
import { FileFault } from "../program.ts";

const lineSchema = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  sourceId: z.int().nonnegative(),
  /** Times as recorded; null where the points have none. */
  start: z.number().nullable(),
  end: z.number().nullable(),
  points: z.int().nonnegative(),
});
export type IndexedLine = z.output<typeof lineSchema>;

/** `index.json`, as PI1 writes it: the flight lines of each file of points. */
const lineIndexSchema = z.object({
  version: z.literal(1),
  crs: z.object({
    epsg: z.int().positive().nullable(),
    /** Metres in a unit of x and y, and of z. */
    horizontalUnit: z.number().positive(),
    verticalUnit: z.number().positive(),
  }),
  files: z.array(
    z.object({
      path: z.string(),
      points: z.int().nonnegative(),
      lines: z.array(lineSchema),
    }),
  ),
});
export type LineIndex = z.output<typeof lineIndexSchema>;
export type IndexedFile = LineIndex["files"][number];

/** Reads PI1's index of lines. */
export async function readLineIndex(path: string): Promise<LineIndex> {
  const read = lineIndexSchema.safeParse(await readJson(path));
  if (read.success) return read.data;
  throw new FileFault("index.json", z.prettifyError(read.error));
}

/** Reads a JSON file; one that is none is a fault of the file. */
export async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, "utf8");
  try {
    return JSON.parse(text);
  } catch {
    throw new FileFault(path, "is no JSON");
  }
}

/** Finds the line of a point by its source and time. */
export class LineLookup {
  readonly #lines: readonly IndexedLine[];
  #latest = 0;

  constructor(lines: readonly IndexedLine[]) {
    this.#lines = lines;
  }

  /** Index of the point's line, −1 where no line has it. */
  of(sourceId: number, time: number): number {
    if (this.#holds(this.#latest, sourceId, time)) return this.#latest;
    const found = this.#lines.findIndex((_, at) => this.#holds(at, sourceId, time));
    if (found >= 0) this.#latest = found;
    return found;
  }

  #holds(at: number, sourceId: number, time: number): boolean {
    const line = this.#lines[at];
    if (line === undefined || line.sourceId !== sourceId) return false;
    if (line.start === null || line.end === null || Number.isNaN(time)) return true;
    return time >= line.start && time <= line.end;
  }
}
