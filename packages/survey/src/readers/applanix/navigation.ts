import { type FileSource, type ReadResult, refused } from "../file-source.ts";
import {
  ApplanixScanner,
  type PosRecord,
  PosClock,
  SHORTEST_GROUP,
  TIME_FIELDS,
} from "./applanix-scanner.ts";
import { LEAP_SECONDS } from "../../gps-time.ts";

/** One navigation solution (group 1), as recorded: m, degrees, seconds. */
export interface NavigationSolution {
  /** Seconds of the week of the series' first record, GPS time; goes on over its end. */
  readonly time: number;
  readonly latitude: number;
  readonly longitude: number;
  /** Ellipsoidal, WGS 84. */
  readonly height: number;
  /** North, east, down, m/s. */
  readonly velocity: readonly [number, number, number];
  readonly roll: number;
  readonly pitch: number;
  /** From true north, clockwise. */
  readonly heading: number;
  /** About the body's x, y, z, degrees/s. */
  readonly rate: readonly [number, number, number];
  /** Along the body's x, y, z, m/s². */
  readonly acceleration: readonly [number, number, number];
  /** 0 full navigation, 1 fine alignment … 7 initial solution assigned, 8 no valid solution. */
  readonly alignment: number;
}

/** Facts on a series beside its solutions. */
export interface NavigationSummary {
  readonly gpsWeek: number | undefined;
  /** GPS − UTC, s. */
  readonly leapSeconds: number;
  readonly records: number;
  readonly badRecords: number;
  /** Solutions without a GPS or UTC time. */
  readonly timeless: number;
}

const PIECE_BYTES = 1_048_576;
const NAVIGATION = 1;
const GNSS_STATUS = 3;
/** Bytes of group 1: times, 101 of its body, one of padding, checksum and end mark. */
const NAVIGATION_BYTES = 140;

/**
 * Reads all navigation solutions of a recording, its files `.000`, `.001` … in their order, as one
 * stream: a record may begin in one file and end in the next. Source: Applanix ICD, table of group 1.
 */
export async function readNavigation(
  files: readonly FileSource[],
  visit: (solution: NavigationSolution) => void,
): Promise<ReadResult<NavigationSummary>> {
  const scanner = new ApplanixScanner();
  const clock = new PosClock();
  let timeless = 0;
  const take = (record: PosRecord, bytes: Uint8Array): void => {
    const length = record.end - record.start;
    if (!record.group || length < SHORTEST_GROUP) return;
    const view = new DataView(bytes.buffer, record.start, length);
    const time = clock.timeOf(view);
    if (record.id === GNSS_STATUS) clock.takeWeek(view);
    if (record.id !== NAVIGATION || length < NAVIGATION_BYTES) return;
    if (time === undefined) timeless += 1;
    else visit(solutionOf(view, time));
  };
  const filled = files.filter(({ size }) => size > 0);
  for (const [index, file] of filled.entries()) {
    for (let at = 0; at < file.size; at += PIECE_BYTES) {
      const end = Math.min(at + PIECE_BYTES, file.size);
      const last = end === file.size && index === filled.length - 1;
      scanner.push(await file.read(at, end), last, take);
    }
  }
  const { records, badRecords } = scanner;
  if (records === 0) return refused("noRecords");
  const leapSeconds = clock.leap ?? LEAP_SECONDS;
  return { ok: true, gpsWeek: clock.week, leapSeconds, records, badRecords, timeless };
}

function solutionOf(view: DataView, time: number): NavigationSolution {
  const double = (at: number): number => view.getFloat64(TIME_FIELDS + at, true);
  const floats = (at: number): readonly [number, number, number] => [
    view.getFloat32(TIME_FIELDS + at, true),
    view.getFloat32(TIME_FIELDS + at + 4, true),
    view.getFloat32(TIME_FIELDS + at + 8, true),
  ];
  return {
    time,
    latitude: double(0),
    longitude: double(8),
    height: double(16),
    velocity: floats(24),
    roll: double(36),
    pitch: double(44),
    heading: double(52),
    rate: floats(76),
    acceleration: floats(88),
    alignment: view.getUint8(TIME_FIELDS + 100),
  };
}
