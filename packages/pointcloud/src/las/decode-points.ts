import { type ByteSource } from "@swath/survey/readers";
import { viewOf } from "@swath/survey/bytes";
import {
  BLOCK_POINTS,
  type FilledBlock,
  newBlock,
  type PointBlock,
  type PointBytes,
  WAVEFORM_BYTES,
} from "../points/index.ts";
import type { LasFile } from "./las-file.ts";
import { type PointLayout, pointLayout, SCAN_ANGLE_STEP } from "./point-layout.ts";

/** Class 12 of formats 0 to 5 says "overlap"; since LAS 1.4 a flag does (2.6, table 8). */
const OVERLAP_CLASS = 12;
const UNCLASSIFIED = 1;
const OVERLAP_FLAG = 8;
/** Scan direction and edge of the flight line, at the same place in a byte of old formats and of new. */
const EDGE_BITS = 0xc0;

/** How records of a file become points: by format, length, scale and offset of its header. */
export type PointCoding = Pick<LasFile, "scale" | "offset" | "timeShift"> & {
  readonly header: Pick<LasFile["header"], "pointFormat" | "recordBytes">;
};

/** Answers a function that decodes records into a block of its own, the same each time. */
export function pointDecoder(
  coding: PointCoding,
  points: number,
): (bytes: Uint8Array, count: number) => FilledBlock {
  const { pointFormat, recordBytes } = coding.header;
  const layout = pointLayout(pointFormat);
  const channels = layout.colors === undefined ? undefined : layout.colorChannels;
  const block = newBlock(points, { colorChannels: channels });
  const decodeRest = layout.extended ? decodeExtended : decodeLegacy;
  return (bytes, count) => {
    const view = viewOf(bytes);
    block.count = count;
    Object.assign(block, restOf(bytes, recordBytes, layout));
    decodePlaces(view, recordBytes, coding, block);
    decodeRest(view, recordBytes, layout, block);
    decodeTimes(view, recordBytes, layout, block, coding.timeShift);
    decodeColors(view, recordBytes, layout, block);
    return block;
  };
}

/** Waveforms and extra bytes have no columns: they stay in the records. */
function restOf(
  bytes: Uint8Array,
  stride: number,
  { waveforms, bytes: known }: PointLayout,
): Pick<PointBlock, "waveforms" | "extra"> {
  const at = (first: number, length: number): PointBytes => ({ bytes, first, stride, length });
  return {
    ...(waveforms === undefined ? {} : { waveforms: at(waveforms, WAVEFORM_BYTES) }),
    ...(stride > known ? { extra: at(known, stride - known) } : {}),
  };
}

function decodePlaces(
  view: DataView,
  bytes: number,
  { scale: [sx, sy, sz], offset: [ox, oy, oz] }: PointCoding,
  { count, x, y, z, intensity }: FilledBlock,
): void {
  for (let point = 0, at = 0; point < count; point += 1, at += bytes) {
    x[point] = view.getInt32(at, true) * sx + ox;
    y[point] = view.getInt32(at + 4, true) * sy + oy;
    z[point] = view.getInt32(at + 8, true) * sz + oz;
    intensity[point] = view.getUint16(at + 12, true);
  }
}

function decodeExtended(
  view: DataView,
  bytes: number,
  _: PointLayout,
  { count, returnNumber, returnCount, flags, classification, ...rest }: FilledBlock,
): void {
  const { userData, scanAngle, sourceId } = rest;
  for (let point = 0, at = 0; point < count; point += 1, at += bytes) {
    const returns = view.getUint8(at + 14);
    returnNumber[point] = returns & 15;
    returnCount[point] = returns >> 4;
    flags[point] = view.getUint8(at + 15);
    classification[point] = view.getUint8(at + 16);
    userData[point] = view.getUint8(at + 17);
    scanAngle[point] = view.getInt16(at + 18, true) * SCAN_ANGLE_STEP;
    sourceId[point] = view.getUint16(at + 20, true);
  }
}

function decodeLegacy(
  view: DataView,
  bytes: number,
  _: PointLayout,
  { count, returnNumber, returnCount, flags, classification, ...rest }: FilledBlock,
): void {
  const { userData, scanAngle, sourceId } = rest;
  for (let point = 0, at = 0; point < count; point += 1, at += bytes) {
    const returns = view.getUint8(at + 14);
    returnNumber[point] = returns & 7;
    returnCount[point] = (returns >> 3) & 7;
    const classes = view.getUint8(at + 15);
    const overlap = (classes & 31) === OVERLAP_CLASS;
    flags[point] = (classes >> 5) | (overlap ? OVERLAP_FLAG : 0) | (returns & EDGE_BITS);
    classification[point] = overlap ? UNCLASSIFIED : classes & 31;
    scanAngle[point] = view.getInt8(at + 16);
    userData[point] = view.getUint8(at + 17);
    sourceId[point] = view.getUint16(at + 18, true);
  }
}

function decodeTimes(
  view: DataView,
  bytes: number,
  { time }: PointLayout,
  { count, gpsTime }: FilledBlock,
  shift: number,
): void {
  if (time === undefined) {
    gpsTime.fill(Number.NaN, 0, count);
    return;
  }
  for (let point = 0, at = time; point < count; point += 1, at += bytes)
    gpsTime[point] = view.getFloat64(at, true) + shift;
}

function decodeColors(
  view: DataView,
  bytes: number,
  { colors: place, colorChannels }: PointLayout,
  { count, colors }: FilledBlock,
): void {
  if (place === undefined || colors === undefined) return;
  for (let point = 0, at = place, to = 0; point < count; point += 1, at += bytes)
    for (let channel = 0; channel < colorChannels; channel += 1, to += 1)
      colors[to] = view.getUint16(at + channel * 2, true);
}

/**
 * Points of an uncompressed file in the order of the file. Each block is reused for the next: read
 * it before asking for another.
 */
export async function* lasPoints(
  source: ByteSource,
  file: LasFile,
): AsyncGenerator<PointBlock, void, void> {
  const { pointCount, pointOffset, recordBytes } = file.header;
  const decode = pointDecoder(file, Math.min(pointCount, BLOCK_POINTS));
  for (let done = 0; done < pointCount;) {
    const count = Math.min(BLOCK_POINTS, pointCount - done);
    const start = pointOffset + done * recordBytes;
    const bytes = await source.read(start, start + count * recordBytes);
    if (bytes.length < count * recordBytes) throw new RangeError("file became shorter");
    yield decode(bytes, count);
    done += count;
  }
}
