import type { PlaceGroup, TaskJoin, TaskMeasure } from "@swath/contract/processing";
import type { Picture, Pixels } from "@swath/pointcloud/picture";
import { encode } from "fast-png";
import { readFile, rename, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { z } from "zod";
import { FileFault } from "../program.ts";

/** Largest preview, bytes. */
const MOST_PREVIEW_BYTES = 500_000;
const PREVIEW_SIZES = [900, 720, 560, 400, 280];

/** A figure of one of our programs, with the rule that joins it over several tasks. */
export type ProgramMeasure = TaskMeasure & { readonly join: TaskJoin };

/** A figure of a unit, with the bounds that it has. */
export const figure = (
  name: string,
  label: string,
  value: number | null,
  unit: string,
  joining: TaskJoin,
  bounds: Partial<Pick<ProgramMeasure, "least" | "most" | "optional">> = {},
): ProgramMeasure => ({ name, label, value, unit, ...bounds, join: joining });

/** A part of a whole in percent, joined by both. */
export const share = (name: string, label: string, part: number, whole: number): ProgramMeasure =>
  figure(name, label, (100 * part) / whole, "%", { share: { part, whole, times: 100 } });

/** A count that is summed over tasks. */
export const count = (name: string, label: string, value: number): ProgramMeasure =>
  figure(name, label, value, "", "sum");

/** A count that should be 0. */
export const none = (...of: Parameters<typeof count>): ProgramMeasure => ({
  ...count(...of),
  most: 0,
});

/** Writes `measures.json`; NaN becomes null. */
export async function writeMeasures(
  out: string,
  measures: readonly ProgramMeasure[],
): Promise<void> {
  const known = measures.map((measure) => ({
    ...measure,
    value: Number.isFinite(measure.value) ? rounded(measure.value!) : null,
  }));
  await writeJson(join(out, "measures.json"), known);
}

/**
 * Counts as they are, others to seven digits: further digits differ between machines, not results.
 */
const rounded = (value: number): number =>
  Number.isInteger(value) ? value : Number(value.toPrecision(7));

/** The address of a picture's raster: the PNG itself. */
function pngAddress({ width, height, data, palette }: Pixels): string {
  const colors = palette.map((color) => [...color]);
  const image = { width, height, data, palette: colors, channels: 1, depth: 8 } as const;
  const png = encode(image, { zlib: { level: 9 } });
  return `data:image/png;base64,${Buffer.from(png).toString("base64")}`;
}

/** A picture as the text of an SVG that needs nothing else. */
export const svgOf = (picture: Picture): string => picture.svg(pngAddress);

/** Writes a preview as SVG, drawn smaller until it is under 500 kB; `size` is its longest side, px. */
export async function writePreview(
  out: string,
  name: string,
  draw: (size: number) => Picture,
): Promise<void> {
  for (const size of PREVIEW_SIZES) {
    const svg = svgOf(draw(size));
    if (Buffer.byteLength(svg) > MOST_PREVIEW_BYTES && size !== PREVIEW_SIZES.at(-1)) continue;
    await writeFile(join(out, name), svg);
    return;
  }
}

/**
 * Writes a value as JSON, an element or member on each line, so that a person can read and compare
 * it; the file gets its name when it is whole.
 */
export async function writeJson(path: string, value: object): Promise<void> {
  await writeFile(`${path}.partial`, `${linesOf(value)}\n`);
  await rename(`${path}.partial`, path);
}

function linesOf(value: object): string {
  if (Array.isArray(value)) return `[${indented(value.map((each) => JSON.stringify(each)))}]`;
  const members = Object.entries(value).flatMap(([name, member]) =>
    member === undefined ? [] : `${JSON.stringify(name)}: ${JSON.stringify(member)}`,
  );
  return `{${indented(members)}}`;
}

const indented = (lines: readonly string[]): string =>
  lines.length === 0 ? "" : `\n  ${lines.join(",\n  ")}\n`;

/** Reads a JSON file of a shape; another shape, or none, is a {@link FileFault}. */
export async function readJson<Value>(path: string, schema: z.ZodType<Value>): Promise<Value> {
  const text = await readFile(path, "utf8");
  const parsed = schema.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data;
  throw new FileFault(basename(path), `is not as expected: ${parsed.error.issues[0]?.message}`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const MOST_SQUARES = 4_000;

/** A place by cells of one side, by column to the right and row upwards. */
export interface CellPlace {
  readonly name: string;
  readonly values: Readonly<Record<string, number>>;
  readonly cells: readonly (readonly [column: number, row: number])[];
}

/** A group of places, in squares that are few enough for a picture of them all; `side` of a cell, m. */
export function placeGroup(
  { title, figures }: Pick<PlaceGroup, "title" | "figures">,
  side: number,
  places: readonly CellPlace[],
): PlaceGroup {
  for (let together = 1; ; together *= 2) {
    const drawn = places.map(({ name, values, cells }) => ({
      name,
      values: Object.fromEntries(
        Object.entries(values).map(([of, value]) => [of, shortened(value)]),
      ),
      side: side * together,
      squares: squaresOf(cells, together).map(([x, y]): [number, number] => [
        shortened(x * side),
        shortened(y * side),
      ]),
    }));
    const drawnSquares = drawn.reduce((sum, { squares }) => sum + squares.length, 0);
    if (drawnSquares <= MOST_SQUARES || together > 1_024) return { title, figures, places: drawn };
  }
}

const shortened = (value: number): number => Number(value.toPrecision(10));

/**
 * The squares of `together` cells to a side that hold any of the cells, by their first column and
 * row.
 */
function squaresOf(cells: CellPlace["cells"], together: number): [number, number][] {
  const squares = new Map<string, [number, number]>();
  for (const [column, row] of cells) {
    const square: [number, number] = [
      Math.floor(column / together) * together,
      Math.floor(row / together) * together,
    ];
    squares.set(square.join(" "), square);
  }
  return [...squares.values()];
}
