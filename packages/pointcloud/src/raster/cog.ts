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
  const directories = sizes.map((_, n) => HEADER_BYTES + totalOf(sizes.slice(0, n)));
  const { offsets, end } = placeTiles(levels, HEADER_BYTES + totalOf(sizes));
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

const totalOf = (values: readonly number[]): number =>
  values.reduce((all, value) => all + value, 0);

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

/** Values of a raster's cells, row by row: floats, NaN for none, or bytes, 0 for none. */
export type Samples = Float32Array | Uint8Array;

interface SampleLevel {
  readonly width: number;
  readonly height: number;
  readonly samples: Samples;
}

const isNone = (value: number, samples: Samples): boolean =>
  samples instanceof Float32Array ? Number.isNaN(value) : value === 0;

/** The next overview: each cell the mean of the values of four. */
export function halveSamples({ width, height, samples }: SampleLevel): SampleLevel {
  const [halfWidth, halfHeight] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const float = samples instanceof Float32Array;
  const size = halfWidth * halfHeight;
  const halves = float ? new Float32Array(size).fill(Number.NaN) : new Uint8Array(size);
  for (let at = 0; at < size; at++) {
    const column = 2 * (at % halfWidth);
    const row = 2 * Math.floor(at / halfWidth);
    let [sum, n] = [0, 0];
    for (let r = row; r < Math.min(row + 2, height); r++)
      for (let c = column; c < Math.min(column + 2, width); c++) {
        const value = samples[r * width + c]!;
        if (isNone(value, samples)) continue;
        sum += value;
        n++;
      }
    if (n > 0) halves[at] = float ? sum / n : Math.round(sum / n);
  }
  return { width: halfWidth, height: halfHeight, samples: halves };
}

/**
 * Bytes of a tile before compression, with the horizontal predictor for bytes (TIFF 6.0, section 14)
 * or the one for floats (Adobe Photoshop TIFF Technical Note 3). Undefined without a value.
 */
export function encodeTile(
  { width, height, samples }: SampleLevel,
  left: number,
  top: number,
  side: number,
): Uint8Array | undefined {
  const float = samples instanceof Float32Array;
  const tile = float ? new Float32Array(side * side).fill(Number.NaN) : new Uint8Array(side * side);
  let empty = true;
  const right = Math.min(left + side, width);
  for (let row = top; row < Math.min(top + side, height); row++)
    for (let column = left; column < right; column++) {
      const value = samples[row * width + column]!;
      if (isNone(value, samples)) continue;
      tile[(row - top) * side + column - left] = value;
      empty = false;
    }
  if (empty) return undefined;
  return tile instanceof Float32Array ? floatRows(tile, side) : byteRows(tile, side);
}

function byteRows(tile: Uint8Array, side: number): Uint8Array {
  return tile.map((value, at) => (at % side === 0 ? value : value - tile[at - 1]!));
}

/** Each row as four planes of bytes, most significant first, then differences along the row. */
function floatRows(tile: Float32Array, side: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(4));
  const planes = new Uint8Array(tile.length * 4);
  for (const [at, value] of tile.entries()) {
    view.setFloat32(0, value);
    const row = Math.floor(at / side) * side * 4;
    for (let byte = 0; byte < 4; byte++)
      planes[row + byte * side + (at % side)] = view.getUint8(byte);
  }
  return planes.map((value, at) => (at % (4 * side) === 0 ? value : value - planes[at - 1]!));
}
