import { crc32 } from "@swath/survey/bytes";
import {
  BLOCK_HEADER_BYTES,
  BLOCK_MARK,
  blockBytes,
  CRC_BYTES,
  MAX_BLOCK_RETURNS,
  RANGE_HEADER_BYTES,
  RANGE_SIGNATURE,
  RETURN_BYTES,
} from "@swath/survey/readers";

export const RANGE_VERSION = 1;
export const TEXT_AT = 32;
export const HEADER_CRC_AT = RANGE_HEADER_BYTES - CRC_BYTES;

/** Steps of a return's fields in a second, a metre, a degree. */
export const TIME_STEPS = 10_000_000;
export const RANGE_STEPS = 10_000;
export const ANGLE_STEPS = 10_000_000;

/** Header of a range file. */
export interface RangeHeader {
  /** Full GPS week that the times of the file are seconds of. */
  readonly week: number;
  /** Number of the flight line, from 1. */
  readonly line: number;
  /** Hz. */
  readonly pulseRate: number;
  /** Lines of text, among them the laser's serial number. */
  readonly text: string;
}

/** Returns as columns of `count` values or more; further values belong to another block. */
export interface RangeBlock {
  readonly count: number;
  /** Seconds of the header's GPS week; goes on over its end. */
  readonly time: Float64Array;
  /** m. */
  readonly range: Float64Array;
  /** Scan angle, degrees, positive to the right. */
  readonly angle: Float64Array;
  readonly intensity: Uint16Array;
  /** From 1; how many returns its pulse has. */
  readonly returnNumber: Uint8Array;
  readonly returnCount: Uint8Array;
}

/**
 * Writes a header of the house range format; throws RangeError where a value does not fit its
 * field.
 */
export function rangeHeaderBytes(header: RangeHeader): Uint8Array {
  const { week, line, pulseRate, text } = header;
  const bytes = new Uint8Array(RANGE_HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  const encoded = new TextEncoder().encode(text);
  if (encoded.length >= HEADER_CRC_AT - TEXT_AT || encoded.includes(0))
    throw new RangeError("text does not fit the header");
  bytes.set(new TextEncoder().encode(RANGE_SIGNATURE));
  view.setUint32(8, RANGE_HEADER_BYTES, true);
  view.setUint32(12, RANGE_VERSION, true);
  view.setUint32(16, whole("week", week, 0, 0xffff_ffff), true);
  view.setUint16(20, whole("line", line, 1, 0xffff), true);
  view.setUint32(24, whole("pulse rate", pulseRate, 0, 0xffff_ffff), true);
  bytes.set(encoded, TEXT_AT);
  view.setUint32(HEADER_CRC_AT, crc32(bytes.subarray(0, HEADER_CRC_AT)), true);
  return bytes;
}

/**
 * Writes a block of returns with values rounded to the format's units. Throws RangeError for a
 * block that the format cannot hold: no or too many returns, times that fall or span over 429 s,
 * ranges above 429 km, returns numbered outside of their pulse.
 */
export function rangeBlockBytes(number: number, block: RangeBlock): Uint8Array {
  const count = whole("returns", block.count, 1, MAX_BLOCK_RETURNS);
  const bytes = new Uint8Array(blockBytes(count));
  const view = new DataView(bytes.buffer);
  const start = block.time[0]!;
  if (!(start >= 0)) throw new RangeError(`time ${start}`);
  view.setUint32(0, BLOCK_MARK, true);
  view.setUint32(4, whole("number", number, 0, 0xffff_ffff), true);
  view.setUint32(8, count, true);
  view.setUint32(12, bytes.length, true);
  view.setFloat64(16, start, true);
  let least = 0;
  for (let i = 0, at = BLOCK_HEADER_BYTES; i < count; i++, at += RETURN_BYTES) {
    const since = Math.round((block.time[i]! - start) * TIME_STEPS);
    least = whole("time", since, least, 0xffff_ffff);
    const returns = whole("returns of a pulse", block.returnCount[i]!, 1, 255);
    const range = Math.round(block.range[i]! * RANGE_STEPS);
    const angle = Math.round(block.angle[i]! * ANGLE_STEPS);
    view.setUint32(at, since, true);
    view.setUint32(at + 4, whole("range", range, 0, 0xffff_ffff), true);
    view.setInt32(at + 8, whole("scan angle", angle, -0x8000_0000, 0x7fff_ffff), true);
    view.setUint16(at + 12, block.intensity[i]!, true);
    view.setUint8(at + 14, whole("number of a return", block.returnNumber[i]!, 1, returns));
    view.setUint8(at + 15, returns);
  }
  const end = bytes.length - CRC_BYTES;
  view.setUint32(end, crc32(bytes.subarray(0, end)), true);
  return bytes;
}

function whole(name: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new RangeError(`${name} ${value} is not of ${least} to ${most}`);
}
