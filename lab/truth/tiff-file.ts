import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";

/** A raster of one band of floating point numbers, rows from north to south; NaN where it has none. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly values: Float64Array;
  /** Of the upper left pixel's outer corner. */
  readonly west: number;
  readonly north: number;
  readonly pixelX: number;
  readonly pixelY: number;
}

/** Tags of TIFF 6.0, its technical note 3 (predictor 3) and GeoTIFF 1.1. */
const TAG = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  rowsPerStrip: 278,
  stripOffsets: 273,
  stripBytes: 279,
  predictor: 317,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileBytes: 325,
  sampleFormat: 339,
  pixelScale: 33_550,
  tiepoint: 33_922,
  geoKeys: 34_735,
  noData: 42_113,
};
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];
const NONE = 1;
const DEFLATE = new Set([8, 32_946]);
const DIFFERENCES = 2;
const FLOATING = 3;
const RASTER_TYPE_KEY = 1025;
const PIXEL_IS_POINT = 2;

type Tags = ReadonlyMap<number, readonly number[]>;

/** The first directory's values; texts as their bytes. */
function tagsOf(file: Buffer): Tags {
  if (file.toString("latin1", 0, 2) !== "II" || file.readUInt16LE(2) !== 42)
    throw new Error("is no little-endian TIFF");
  const directory = file.readUInt32LE(4);
  const tags = new Map<number, number[]>();
  for (let i = 0; i < file.readUInt16LE(directory); i++) {
    const at = directory + 2 + 12 * i;
    const type = file.readUInt16LE(at + 2);
    const count = file.readUInt32LE(at + 4);
    const bytes = TYPE_BYTES[type] ?? 1;
    const place = bytes * count <= 4 ? at + 8 : file.readUInt32LE(at + 8);
    const values = Array.from({ length: count }, (_, k) => valueAt(file, place + k * bytes, type));
    tags.set(file.readUInt16LE(at), values);
  }
  return tags;
}

function valueAt(file: Buffer, at: number, type: number): number {
  if (type === 3) return file.readUInt16LE(at);
  if (type === 4) return file.readUInt32LE(at);
  if (type === 12) return file.readDoubleLE(at);
  if (type === 11) return file.readFloatLE(at);
  return file.readUInt8(at);
}

const only = (tags: Tags, tag: number, otherwise?: number): number => {
  const value = tags.get(tag)?.[0] ?? otherwise;
  if (value === undefined) throw new Error(`has no TIFF tag ${tag}`);
  return value;
};

interface Block {
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

/** Undoes the predictor of a block whose rows it changes in place. */
function unpredict(data: Buffer, { width, height, bytes }: Block, predictor: number): void {
  const stride = width * bytes;
  for (let row = 0; row < height; row++) {
    const line = data.subarray(row * stride, (row + 1) * stride);
    if (predictor === DIFFERENCES && bytes === 4)
      for (let i = 4; i < stride; i += 4)
        line.writeUInt32LE((line.readUInt32LE(i) + line.readUInt32LE(i - 4)) >>> 0, i);
    if (predictor !== FLOATING) continue;
    for (let i = 1; i < stride; i++) line[i] = (line[i]! + line[i - 1]!) & 0xff;
    const planes = Buffer.from(line);
    for (let x = 0; x < width; x++)
      for (let b = 0; b < bytes; b++) line[x * bytes + b] = planes[(bytes - 1 - b) * width + x]!;
  }
}

function blocksOf(tags: Tags, width: number, bytes: number) {
  const tiled = tags.has(TAG.tileOffsets);
  const height = only(tags, TAG.height);
  const block = tiled
    ? { width: only(tags, TAG.tileWidth), height: only(tags, TAG.tileHeight), bytes }
    : { width, height: Math.min(height, only(tags, TAG.rowsPerStrip, height)), bytes };
  const offsets = tags.get(tiled ? TAG.tileOffsets : TAG.stripOffsets) ?? [];
  const sizes = tags.get(tiled ? TAG.tileBytes : TAG.stripBytes) ?? [];
  return { block, offsets, sizes, across: Math.ceil(width / block.width) };
}

function decoded(packed: Buffer, compression: number): Buffer {
  if (compression === NONE) return Buffer.from(packed);
  if (DEFLATE.has(compression)) return inflateSync(packed);
  throw new Error(`TIFF compression ${compression} is not read`);
}

function pixelsOf(file: Buffer, tags: Tags, width: number, height: number): Float64Array {
  const bytes = only(tags, TAG.bits) / 8;
  if (only(tags, TAG.sampleFormat, 1) !== 3 || (bytes !== 4 && bytes !== 8))
    throw new Error("holds no floating point numbers");
  const { block, offsets, sizes, across } = blocksOf(tags, width, bytes);
  const compression = only(tags, TAG.compression, NONE);
  const values = new Float64Array(width * height).fill(Number.NaN);
  for (const [index, offset] of offsets.entries()) {
    const size = sizes[index]!;
    // A block without bytes holds nothing (GDAL's sparse files).
    if (size === 0) continue;
    const data = decoded(file.subarray(offset, offset + size), compression);
    unpredict(
      data,
      { ...block, height: data.length / bytes / block.width },
      only(tags, TAG.predictor, NONE),
    );
    const left = (index % across) * block.width;
    const top = Math.floor(index / across) * block.height;
    for (let y = top; y < Math.min(height, top + block.height); y++)
      for (let x = left; x < Math.min(width, left + block.width); x++) {
        const at = ((y - top) * block.width + x - left) * bytes;
        values[y * width + x] = bytes === 4 ? data.readFloatLE(at) : data.readDoubleLE(at);
      }
  }
  return values;
}

/** Whether values stand for pixels' centres: then the tie point is a centre too. */
function isPoint(tags: Tags): boolean {
  const keys = tags.get(TAG.geoKeys) ?? [];
  for (let i = 4; i < keys.length; i += 4)
    if (keys[i] === RASTER_TYPE_KEY) return keys[i + 3] === PIXEL_IS_POINT;
  return false;
}

/** Reads a GeoTIFF whose first directory is a raster of floating point numbers, by code of its own. */
export function readRaster(path: string): Raster {
  const file = readFileSync(path);
  const tags = tagsOf(file);
  const [width, height] = [only(tags, TAG.width), only(tags, TAG.height)];
  const values = pixelsOf(file, tags, width, height);
  const noData = Number(
    String.fromCharCode(...(tags.get(TAG.noData) ?? [])).replaceAll("\0", "") || "NaN",
  );
  for (let i = 0; i < values.length; i++)
    if (values[i] === noData || values[i] === Math.fround(noData)) values[i] = Number.NaN;
  const [column = 0, row = 0, , x = 0, y = 0] = tags.get(TAG.tiepoint) ?? [];
  const [pixelX = 1, pixelY = 1] = tags.get(TAG.pixelScale) ?? [];
  const shift = isPoint(tags) ? 0.5 : 0;
  return {
    width,
    height,
    values,
    west: x - (column + shift) * pixelX,
    north: y + (row + shift) * pixelY,
    pixelX,
    pixelY,
  };
}

/** The height at a place between four pixels' centres, at the edge between fewer; NaN where one has none. */
export function valueBetween(raster: Raster, x: number, y: number): number {
  const { width, height, values, west, north, pixelX, pixelY } = raster;
  const column = (x - west) / pixelX - 0.5;
  const row = (north - y) / pixelY - 0.5;
  if (column < -0.5 || row < -0.5 || column > width - 0.5 || row > height - 0.5) return Number.NaN;
  const left = Math.max(0, Math.min(width - 2, Math.floor(column)));
  const top = Math.max(0, Math.min(height - 2, Math.floor(row)));
  const [fx, fy] = [column - left, row - top].map((part) => Math.max(0, Math.min(1, part)));
  const at = (dx: number, dy: number): number => values[(top + dy) * width + left + dx]!;
  const upper = at(0, 0) * (1 - fx!) + at(1, 0) * fx!;
  const lower = at(0, 1) * (1 - fx!) + at(1, 1) * fx!;
  return upper * (1 - fy!) + lower * fy!;
}
