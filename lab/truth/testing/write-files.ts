import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";

export const truthFolder = (): string => mkdtempSync(join(tmpdir(), "swath-truth-"));

export interface MadePoint {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly classification?: number;
  readonly sourceId?: number;
}

const HEADER = 375;
export const LAS_RECORD = 30;
export const LAS_ORIGIN = [500_000, 6_000_000, 0] as const;
const STEP = 0.0001;

/**
 * A file of LAS 1.4, point format 6, from the standard's tables: its header, and where its points begin.
 * `step` is that of coordinates, m, from {@link LAS_ORIGIN}.
 */
export function lasHead(step: number, points: number, count = points): [file: Buffer, at: number] {
  const file = Buffer.alloc(HEADER + LAS_RECORD * points);
  file.write("LASF", 0, "latin1");
  file.writeUInt8(1, 24);
  file.writeUInt8(4, 25);
  file.writeUInt16LE(HEADER, 94);
  file.writeUInt32LE(HEADER, 96);
  file.writeUInt8(6, 104);
  file.writeUInt16LE(LAS_RECORD, 105);
  for (const [axis, origin] of LAS_ORIGIN.entries()) {
    file.writeDoubleLE(step, 131 + 8 * axis);
    file.writeDoubleLE(origin, 155 + 8 * axis);
  }
  file.writeBigUInt64LE(BigInt(count), 247);
  return [file, HEADER];
}

export function writeLas(path: string, points: readonly MadePoint[], count = points.length): void {
  const [file, begin] = lasHead(STEP, points.length, count);
  for (const [i, { x, y, z, classification = 0, sourceId = 1 }] of points.entries()) {
    const at = begin + LAS_RECORD * i;
    for (const [k, value] of [x, y, z].entries())
      file.writeInt32LE(Math.round((value - LAS_ORIGIN[k]!) / STEP), at + 4 * k);
    file.writeUInt8(0x11, at + 14);
    file.writeUInt8(classification, at + 16);
    file.writeUInt16LE(sourceId, at + 20);
  }
  writeFileSync(path, file);
}

/** A trajectory of 17 doubles a record; `record` answers those from latitude on. */
export function writeSbet(path: string, times: readonly number[], record: (t: number) => number[]) {
  const values = times.flatMap((time) => {
    const rest = record(time);
    return [time, ...rest, ...Array.from({ length: 16 - rest.length }, () => 0)];
  });
  writeFileSync(path, Buffer.from(Float64Array.from(values).buffer));
}

const TILE = 16;

/** A GeoTIFF of 32-bit numbers in deflated tiles; `predictor` 1 or 3. */
export function writeTiff(
  path: string,
  shape: { readonly width: number; readonly height: number; readonly predictor: 1 | 3 },
  heightAt: (column: number, row: number) => number,
): void {
  const { width, height, predictor } = shape;
  const [across, down] = [Math.ceil(width / TILE), Math.ceil(height / TILE)];
  const tiles = Array.from({ length: across * down }, (_, tile) => {
    const data = Buffer.alloc(TILE * TILE * 4);
    for (let i = 0; i < TILE * TILE; i++) {
      const column = (tile % across) * TILE + (i % TILE);
      const row = Math.floor(tile / across) * TILE + Math.floor(i / TILE);
      data.writeFloatLE(column < width && row < height ? heightAt(column, row) : -9999, i * 4);
    }
    return deflateSync(predictor === 3 ? shuffled(data) : data);
  });
  const noData = Buffer.from("-9999\0", "latin1");
  const doubles = Buffer.from(Float64Array.of(1, 1, 0, 0, 0, 0, 500_000, 6_000_100, 0).buffer);
  const directory = 8 + 2 + 13 * 12 + 4;
  const lists = directory + doubles.length + noData.length;
  const first = lists + 8 * tiles.length;
  const offsets = tiles.map(
    (_, i) => first + tiles.slice(0, i).reduce((sum, t) => sum + t.length, 0),
  );
  const entries: [tag: number, type: number, count: number, value: number][] = [
    [256, 3, 1, width],
    [257, 3, 1, height],
    [258, 3, 1, 32],
    [259, 3, 1, 8],
    [317, 3, 1, predictor],
    [322, 3, 1, TILE],
    [323, 3, 1, TILE],
    [324, 4, tiles.length, tiles.length === 1 ? first : lists],
    [325, 4, tiles.length, tiles.length === 1 ? tiles[0]!.length : lists + 4 * tiles.length],
    [339, 3, 1, 3],
    [33_550, 12, 3, directory],
    [33_922, 12, 6, directory + 24],
    [42_113, 2, noData.length, directory + doubles.length],
  ];
  const head = Buffer.alloc(directory);
  head.write("II*\0", 0, "latin1");
  head.writeUInt32LE(8, 4);
  head.writeUInt16LE(entries.length, 8);
  for (const [i, [tag, type, count, value]] of entries.entries()) {
    head.writeUInt16LE(tag, 10 + 12 * i);
    head.writeUInt16LE(type, 12 + 12 * i);
    head.writeUInt32LE(count, 14 + 12 * i);
    head.writeUInt32LE(value, 18 + 12 * i);
  }
  const list = Buffer.from(Uint32Array.from([...offsets, ...tiles.map((t) => t.length)]).buffer);
  writeFileSync(path, Buffer.concat([head, doubles, noData, list, ...tiles]));
}

/** Bytes of numbers in planes, most significant first, as differences along a row (predictor 3). */
function shuffled(data: Buffer): Buffer {
  const packed = Buffer.alloc(data.length);
  const stride = TILE * 4;
  for (let row = 0; row < TILE; row++) {
    for (let x = 0; x < TILE; x++)
      for (let b = 0; b < 4; b++)
        packed[row * stride + b * TILE + x] = data[row * stride + x * 4 + 3 - b]!;
    for (let i = stride - 1; i > 0; i--)
      packed[row * stride + i] = (packed[row * stride + i]! - packed[row * stride + i - 1]!) & 0xff;
  }
  return packed;
}
