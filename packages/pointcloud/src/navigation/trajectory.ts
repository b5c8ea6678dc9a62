import { type ByteSource } from "@swath/survey/readers";
import { viewOf } from "@swath/survey/bytes";

/**
 * Where the IMU was and how it stood, as columns of `count` solutions in the order of time: WGS 84
 * (of the epoch that the receiver solved in), angles in radians.
 */
export interface Trajectory {
  readonly count: number;
  /** Seconds of the GPS week; goes on over its end. */
  readonly time: Float64Array;
  readonly latitude: Float64Array;
  readonly longitude: Float64Array;
  /** Ellipsoidal, m. */
  readonly height: Float64Array;
  readonly roll: Float64Array;
  readonly pitch: Float64Array;
  /** From true north, clockwise. */
  readonly heading: Float64Array;
}

/** Bytes of one solution: 17 doubles. */
export const SBET_BYTES = 136;
const READ_SOLUTIONS = 8_192;

/** One solution of a trajectory with everything that an SBET holds; radians, m, s. */
export interface SbetSolution {
  /** Seconds of the GPS week; goes on over its end. */
  readonly time: number;
  readonly latitude: number;
  readonly longitude: number;
  /** Ellipsoidal. */
  readonly height: number;
  /** North, east, down. */
  readonly velocity: readonly [number, number, number];
  readonly roll: number;
  readonly pitch: number;
  /** From true north, clockwise. */
  readonly heading: number;
  /** Along and about the body's x, y, z: m/s², rad/s. */
  readonly acceleration: readonly [number, number, number];
  readonly rate: readonly [number, number, number];
}

/** Writes a solution at a place of a buffer, with a wander angle of 0 (docs/georeferencing.md, SBET). */
export function writeSbetSolution(view: DataView, at: number, solution: SbetSolution): void {
  const { time, latitude, longitude, height, velocity, acceleration, rate } = solution;
  const { roll, pitch, heading } = solution;
  const place = [time, latitude, longitude, height];
  const values = [...place, ...velocity, roll, pitch, heading, 0, ...acceleration, ...rate];
  for (const [index, value] of values.entries()) view.setFloat64(at + index * 8, value, true);
}

/** Why an SBET cannot be used. */
export type SbetFault = "empty" | "cut" | "disordered";

/**
 * Reads a trajectory of an SBET, in pieces of 1 MB; a platform heading is turned by its wander angle
 * to be from true north. Refused: a file that is no whole number of solutions, and one whose times
 * do not rise or whose values are no numbers.
 */
export async function readSbet(
  source: ByteSource,
): Promise<{ readonly trajectory: Trajectory } | { readonly fault: SbetFault }> {
  const count = source.size / SBET_BYTES;
  if (count === 0) return { fault: "empty" };
  if (!Number.isInteger(count)) return { fault: "cut" };
  const trajectory = emptyTrajectory(count);
  for (let from = 0; from < count; from += READ_SOLUTIONS) {
    const to = Math.min(count, from + READ_SOLUTIONS);
    const bytes = await source.read(from * SBET_BYTES, to * SBET_BYTES);
    if (bytes.length < (to - from) * SBET_BYTES) return { fault: "cut" };
    const view = viewOf(bytes);
    for (let i = from; i < to; i++)
      if (!readSolution(view, (i - from) * SBET_BYTES, trajectory, i))
        return { fault: "disordered" };
  }
  return { trajectory };
}

function emptyTrajectory(count: number): Trajectory {
  const column = (): Float64Array => new Float64Array(count);
  return {
    count,
    time: column(),
    latitude: column(),
    longitude: column(),
    height: column(),
    roll: column(),
    pitch: column(),
    heading: column(),
  };
}

function readSolution(view: DataView, at: number, into: Trajectory, i: number): boolean {
  const value = (column: number): number => view.getFloat64(at + column * 8, true);
  into.time[i] = value(0);
  into.latitude[i] = value(1);
  into.longitude[i] = value(2);
  into.height[i] = value(3);
  into.roll[i] = value(7);
  into.pitch[i] = value(8);
  into.heading[i] = value(9) - value(10);
  const rises = i === 0 || value(0) > into.time[i - 1]!;
  return rises && [0, 1, 2, 3, 7, 8, 9, 10].every((column) => Number.isFinite(value(column)));
}
