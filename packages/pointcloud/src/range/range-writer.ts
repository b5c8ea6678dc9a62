import { crc32 } from "@swath/survey/crc32";
import {
  ANGLE_STEPS,
  BLOCK_HEADER_BYTES,
  BLOCK_MARK,
  blockBytes,
  CRC_BYTES,
  HEADER_BYTES,
  HEADER_CRC_AT,
  MAX_BLOCK_RETURNS,
  RANGE_SIGNATURE,
  RANGE_STEPS,
  RANGE_VERSION,
  type RangeBlock,
  type RangeHeader,
  RETURN_BYTES,
  TEXT_AT,
  TIME_STEPS,
} from "./range-format.ts";

/** Writes a header of the house range format; refuses what does not fit its fields (RangeError). */
export function rangeHeaderBytes(header: RangeHeader): Uint8Array {
  const { week, line, pulseRate, text } = header;
  const bytes = new Uint8Array(HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  const encoded = new TextEncoder().encode(text);
  if (encoded.length >= HEADER_CRC_AT - TEXT_AT || encoded.includes(0))
    throw new RangeError("text does not fit the header");
  bytes.set(new TextEncoder().encode(RANGE_SIGNATURE));
  view.setUint32(8, HEADER_BYTES, true);
  view.setUint32(12, RANGE_VERSION, true);
  view.setUint32(16, whole("week", week, 0, 0xffff_ffff), true);
  view.setUint16(20, whole("line", line, 1, 0xffff), true);
  view.setUint32(24, whole("pulse rate", pulseRate, 0, 0xffff_ffff), true);
  bytes.set(encoded, TEXT_AT);
  view.setUint32(HEADER_CRC_AT, crc32(bytes.subarray(0, HEADER_CRC_AT)), true);
  return bytes;
}

/**
 * Writes a block of returns, their values rounded to the format's units. Refuses what the format
 * cannot hold (RangeError): no or too many returns, times that fall or span over 429 s, ranges
 * above 429 km, returns numbered outside of their pulse.
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
