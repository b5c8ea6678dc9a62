import type { ByteSource } from "@swath/survey/readers";
import { viewOf } from "@swath/survey/bytes";
import { SBET_BYTES, type SbetSolution } from "./trajectory.ts";

const READ_RECORDS = 8_192;

async function visitRecords(
  source: ByteSource,
  bytes: number,
  visit: (value: (column: number) => number) => void,
): Promise<"empty" | "cut" | undefined> {
  const count = source.size / bytes;
  if (count === 0) return "empty";
  if (!Number.isInteger(count)) return "cut";
  for (let from = 0; from < count; from += READ_RECORDS) {
    const to = Math.min(count, from + READ_RECORDS);
    const piece = await source.read(from * bytes, to * bytes);
    if (piece.length < (to - from) * bytes) return "cut";
    const view = viewOf(piece);
    for (let at = 0; at < piece.length; at += bytes)
      visit((column) => view.getFloat64(at + 8 * column, true));
  }
  return undefined;
}

/**
 * Visits the solutions of an SBET as another program wrote it, in pieces of 1 MB: platform heading and velocities
 * are turned by the wander angle to true north (Applanix, _POSPac MMS_, SBET). Values may be any number. Answers
 * what is wrong with the file: it is `empty`, or no whole number of records (`cut`).
 */
export const visitSbet = (
  source: ByteSource,
  visit: (solution: SbetSolution) => void,
): Promise<"empty" | "cut" | undefined> =>
  visitRecords(source, SBET_BYTES, (value) => {
    const wander = value(10);
    const [cos, sin] = [Math.cos(wander), Math.sin(wander)];
    const [x, y] = [value(4), value(5)];
    visit({
      time: value(0),
      latitude: value(1),
      longitude: value(2),
      height: value(3),
      velocity: [x * cos + y * sin, y * cos - x * sin, value(6)],
      roll: value(7),
      pitch: value(8),
      heading: value(9) - wander,
      acceleration: [value(11), value(12), value(13)],
      rate: [value(14), value(15), value(16)],
    });
  });

/** Standard deviations of a solution as its program states them: m, radians. */
export interface SolutionAccuracy {
  readonly north: number;
  readonly east: number;
  readonly down: number;
  /** Undefined where they are not stated. */
  readonly roll: number | undefined;
  readonly pitch: number | undefined;
  readonly heading: number | undefined;
}

/** Bytes of a record of a smoothed accuracy file: 10 doubles. */
const ACCURACY_BYTES = 80;
const ARC_MINUTE = Math.PI / 10_800;

/**
 * Visits the records of a smoothed accuracy file (Applanix, _POSPac MMS_, smrmsg): time, standard deviations of
 * position (m), velocity (m/s), and of roll, pitch and heading (arc minutes). Answers as {@link visitSbet}.
 */
export const visitAccuracy = (
  source: ByteSource,
  visit: (accuracy: SolutionAccuracy) => void,
): Promise<"empty" | "cut" | undefined> =>
  visitRecords(source, ACCURACY_BYTES, (value) =>
    visit({
      north: value(1),
      east: value(2),
      down: value(3),
      roll: value(7) * ARC_MINUTE,
      pitch: value(8) * ARC_MINUTE,
      heading: value(9) * ARC_MINUTE,
    }),
  );
