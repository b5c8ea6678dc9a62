import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TaskJoin, TaskMeasure } from "@swath/contract/processing";
import type { Picture, Pixels } from "@swath/pointcloud/picture";
import { encode } from "fast-png";
import { writeJson } from "./json-file.ts";

/** Largest preview, bytes. */
const MOST_PREVIEW_BYTES = 500_000;
const PREVIEW_SIZES = [900, 720, 560, 400, 280];

/** A figure of one of our programs: each says how those of several tasks are joined. */
export type ProgramMeasure = TaskMeasure & { readonly join: TaskJoin };

/** A count of what a task owns. */
export const count = (name: string, label: string, value: number): ProgramMeasure => ({
  name,
  label,
  value,
  unit: "",
  join: "sum",
});

/** The same of what there should be none of. */
export const none = (...of: Parameters<typeof count>): ProgramMeasure => ({
  ...count(...of),
  most: 0,
});

/** Writes `measures.json`; what is no number is null. */
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

/** Counts as they are, others to seven digits: what is behind differs between machines, not results. */
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
