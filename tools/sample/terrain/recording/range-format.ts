import { crc32 } from "node:zlib";
import { BinaryWriter } from "../../binary-writer.ts";
import { CORRUPT_LINE } from "../planted-errors.ts";
import type { TerrainFlight, TimedLine } from "../terrain-flight.ts";
import { type ScanReturn, scanLine } from "./scan.ts";
import { WEEK_SECONDS } from "@swath/survey/gps-time";

const HEADER_BYTES = 4096;
const VERSION = 1;
const BLOCK_RETURNS = 16_384;
const FIRST_CORRUPT = 1;
const BLOCK_HEADER_BYTES = 24;
const RETURN_BYTES = 16;
const TIME_UNIT = 1e-7;
const RANGE_UNIT = 1e-4;

/** The range file of a line in the house format (docs/georeferencing.md), block by block. */
export function* rangeFileOf(
  flight: TerrainFlight,
  line: TimedLine,
  serial: string,
): Generator<Uint8Array> {
  const weeks = Math.floor((flight.weekSecond + line.begins) / WEEK_SECONDS);
  const start = flight.weekSecond - weeks * WEEK_SECONDS;
  yield header(flight, line, flight.week + weeks, serial);
  const corrupt = line.number === CORRUPT_LINE ? (flight.options.planted["corrupt-range"] ?? 0) : 0;
  let number = 0;
  let returns: ScanReturn[] = [];
  const flush = (): Uint8Array => {
    const block = blockOf(returns, number, start);
    if (number >= FIRST_CORRUPT && number < FIRST_CORRUPT + corrupt)
      block[block.length >> 1]! ^= 0x40;
    number += 1;
    returns = [];
    return block;
  };
  for (const each of scanLine(flight, line)) {
    returns.push(each);
    if (returns.length === BLOCK_RETURNS) yield flush();
  }
  if (returns.length > 0) yield flush();
}

function header(flight: TerrainFlight, line: TimedLine, week: number, serial: string): Uint8Array {
  const { pulseRate } = flight.options;
  const writer = new BinaryWriter(HEADER_BYTES).text("SWRANGE1").u32(HEADER_BYTES).u32(VERSION);
  writer.u32(week).u16(line.number).u16(0).u32(pulseRate).u32(0);
  writer.text(
    [
      `Laser Serial No: ${serial}`,
      `Pulse Rate: ${pulseRate}`,
      `Line: ${line.number}${line.crossStrip ? " (cross-strip)" : ""}`,
      "",
    ].join("\r\n"),
  );
  return sealed(writer.bytes);
}

function blockOf(returns: readonly ScanReturn[], number: number, start: number): Uint8Array {
  const size = BLOCK_HEADER_BYTES + RETURN_BYTES * returns.length + 4;
  const writer = new BinaryWriter(size).text("RBLK").u32(number).u32(returns.length).u32(size);
  const first = start + (returns[0]?.time ?? 0);
  writer.f64(first);
  for (const { time, range, angle, intensity, number: nth, count } of returns) {
    writer.u32(Math.round((start + time - first) / TIME_UNIT)).u32(Math.round(range / RANGE_UNIT));
    writer.i32(angle).u16(intensity).u8(nth).u8(count);
  }
  return sealed(writer.bytes);
}

/** The last four bytes become the CRC-32 of those before. */
function sealed(bytes: Uint8Array): Uint8Array {
  const end = bytes.length - 4;
  new DataView(bytes.buffer).setUint32(end, crc32(bytes.subarray(0, end)), true);
  return bytes;
}
