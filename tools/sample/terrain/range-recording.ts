import { WEEK_SECONDS } from "@swath/survey/gps-time";
import { crc32 } from "node:zlib";
import { BinaryWriter } from "../binary-writer.ts";
import { normalFrom, randomFrom, seedOf } from "../random.ts";
import { scannerMount, ScannerPose } from "./pose.ts";
import { radians } from "./matrix.ts";
import { CORRUPT_LINE } from "./planted-errors.ts";
import { HALF_SCAN, SCAN_LINES, type TerrainFlight, type TimedLine } from "./terrain-flight.ts";
import type { Ray, Surface } from "./valley.ts";

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

/** A return as it is recorded, and what it is of. */
interface ScanReturn {
  /** Seconds of the recording. */
  readonly time: number;
  /** m. */
  readonly range: number;
  /** In 10⁻⁷ degrees. */
  readonly angle: number;
  readonly intensity: number;
  readonly number: number;
  readonly count: number;
  readonly surface: Surface | "road";
}

const INTENSITY: Readonly<Record<ScanReturn["surface"], number>> = {
  ground: 21_000,
  road: 8_000,
  roof: 33_000,
  wall: 26_000,
  vegetation: 13_000,
};
const ANGLE_UNIT = 1e-7;

/** All returns of a line in the order of time, pulse by pulse. */
function* scanLine(flight: TerrainFlight, line: TimedLine): Generator<ScanReturn> {
  const { options, valley, site, motion, fitting } = flight;
  const { seed, noise, pulseRate } = options;
  const leaves = randomFrom(seedOf(`leaves ${seed} ${line.number}`));
  const noisy = normalFrom(randomFrom(seedOf(`noise ${seed} ${line.number}`)));
  const mount = scannerMount(fitting.refToImu, fitting.bodyToScanner);
  const scanner = new ScannerPose(site, mount, (seconds) => motion.at(seconds));
  const ray: Ray = { ox: 0, oy: 0, oz: 0, dx: 0, dy: 0, dz: 0 };
  const pulses = Math.floor((line.ends - line.begins) * pulseRate);
  const perScan = pulseRate / SCAN_LINES;
  for (let pulse = 0; pulse < pulses; pulse++) {
    const time = line.begins + pulse / pulseRate;
    const part = (pulse / perScan) % 1;
    const angle = Math.round(((2 * part - 1) * HALF_SCAN) / ANGLE_UNIT);
    scanner.aim(time, radians(angle * ANGLE_UNIT), ray);
    const echoes = valley.echoes(ray, leaves);
    let number = 1;
    for (const { range, surface } of echoes) {
      const x = ray.ox + range * ray.dx;
      const of =
        surface === "ground" && valley.isRoad(x, ray.oy + range * ray.dy) ? "road" : surface;
      yield {
        time,
        range: noise === 0 ? range : range + noise * noisy(),
        angle,
        intensity: Math.round(INTENSITY[of] * (0.9 + 0.2 * ((pulse * 0.618_034) % 1))),
        number: number++,
        count: echoes.length,
        surface: of,
      };
    }
  }
}
