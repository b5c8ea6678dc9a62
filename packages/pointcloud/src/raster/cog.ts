import {
  directoryBytes,
  geoTags,
  long,
  type RasterCrs,
  short,
  text,
  type TiffTag,
  writeDirectory,
} from "./geotiff-tags.ts";
import type { RasterShape } from "./raster.ts";
import { type Samples, encodeTile, halveSamples } from "./tile-samples.ts";

/** Cells along a side of a tile. */
const TILE = 256;
const HEADER_BYTES = 16;

interface Level {
  readonly width: number;
  readonly height: number;
  readonly tiles: readonly Uint8Array[];
}

/**
 * A Cloud Optimized GeoTIFF (OGC 21-026) of one band: floats with NaN, or bytes with 0, where there
 * is no value. Tiles of 256 cells with a predictor, compressed by `deflate` (zlib's format, RFC
 * 1950), overviews by means down to one tile; tiles without a value are left out. All directories
 * stand first, then the tiles, those of the smallest overview first.
 */
export function writeCog(
  shape: RasterShape,
  samples: Samples,
  crs: RasterCrs,
  deflate: (bytes: Uint8Array) => Uint8Array,
): Uint8Array {
  const levels = levelsOf(shape, samples, deflate);
  const kind = samples instanceof Float32Array ? "float" : "byte";
  const tags = (level: Level, n: number, offsets: ArrayLike<number>): TiffTag[] =>
    levelTags(level, n, offsets, kind, n === 0 ? geoTags(shape, crs) : []);
  const sizes = levels.map((level, n) =>
    directoryBytes(
      tags(
        level,
        n,
        level.tiles.map(() => 0),
      ),
    ),
  );
  const directories = sizes.map((_, n) => HEADER_BYTES + sum(sizes.slice(0, n)));
  const { offsets, end } = placeTiles(levels, HEADER_BYTES + sum(sizes));
  const bytes = new Uint8Array(end);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 0x4949, true);
  view.setUint16(2, 42, true);
  view.setUint32(4, HEADER_BYTES, true);
  for (const [n, level] of levels.entries()) {
    writeDirectory(view, directories[n]!, tags(level, n, offsets[n]!), directories[n + 1] ?? 0);
    for (const [t, tile] of level.tiles.entries())
      if (tile.length > 0) bytes.set(tile, offsets[n]![t]);
  }
  return bytes;
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

function levelsOf(
  { width, height }: RasterShape,
  samples: Samples,
  deflate: (bytes: Uint8Array) => Uint8Array,
): Level[] {
  const levels: Level[] = [];
  let level = { width, height, samples };
  for (;;) {
    levels.push({ width: level.width, height: level.height, tiles: tilesOf(level, deflate) });
    if (level.width <= TILE && level.height <= TILE) return levels;
    level = halveSamples(level);
  }
}

function tilesOf(
  level: { width: number; height: number; samples: Samples },
  deflate: (bytes: Uint8Array) => Uint8Array,
): Uint8Array[] {
  const tiles: Uint8Array[] = [];
  for (let top = 0; top < level.height; top += TILE)
    for (let left = 0; left < level.width; left += TILE) {
      const tile = encodeTile(level, left, top, TILE);
      tiles.push(tile === undefined ? new Uint8Array() : deflate(tile));
    }
  return tiles;
}

function placeTiles(levels: readonly Level[], start: number): { offsets: number[][]; end: number } {
  let end = start;
  const offsets = levels
    .toReversed()
    .map(({ tiles }) =>
      tiles.map((tile) => {
        if (tile.length === 0) return 0;
        const at = end;
        end += tile.length;
        return at;
      }),
    )
    .toReversed();
  return { offsets, end };
}

function levelTags(
  { width, height, tiles }: Level,
  n: number,
  offsets: ArrayLike<number>,
  kind: "float" | "byte",
  geo: readonly TiffTag[],
): TiffTag[] {
  return [
    ...(n === 0 ? [] : [long(254, [1])]),
    long(256, [width]),
    long(257, [height]),
    short(258, kind === "float" ? 32 : 8),
    short(259, 8),
    short(262, 1),
    short(277, 1),
    short(284, 1),
    short(317, kind === "float" ? 3 : 2),
    short(322, TILE),
    short(323, TILE),
    long(324, offsets),
    long(
      325,
      tiles.map((tile) => tile.length),
    ),
    short(339, kind === "float" ? 3 : 1),
    ...geo,
    text(42_113, kind === "float" ? "nan" : "0"),
  ];
}
