import { type FileSource, type ReadResult, refused } from "./file-source.ts";
import { latinText } from "../bytes.ts";

/** The six lines of a world file (Esri, *World files for raster datasets*). */
export interface WorldFile {
  readonly pixelWidth: number;
  readonly pixelHeight: number;
  readonly rotation: readonly [number, number];
  /** Centre of the upper left pixel. */
  readonly upperLeft: readonly [x: number, y: number];
}

/** The first and last letter of an image's suffix and a w; `.raw` is none. */
export const WORLD_FILE = /\.(?!raw$)[a-z]{1,2}w$/i;

const MOST_BYTES = 4096;

/** Reads a world file, such as the JGW beside a JPG. */
export async function readWorldFile(source: FileSource): Promise<ReadResult<WorldFile>> {
  if (source.size === 0) return refused("empty");
  if (source.size > MOST_BYTES) return refused("tooLarge");
  const text = latinText(await source.read(0, source.size)).trim();
  const lines = text.split(/\s+/).map(Number);
  if (lines.length !== 6 || !lines.every(Number.isFinite)) return refused("inconsistentHeader");
  const [a, d, b, e, x, y] = lines as [number, number, number, number, number, number];
  return { ok: true, pixelWidth: a, rotation: [d, b], pixelHeight: e, upperLeft: [x, y] };
}
