import { gridBearingOfNorth, type ProjectedSystem } from "../coordinates/index.ts";
import type { Trajectory } from "../navigation/index.ts";

/** Poses of an IMU over a map, in the order of time: metres of a projected system, radians from grid north. */
export interface MapTrack {
  readonly count: number;
  readonly time: Float64Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
  readonly roll: Float64Array;
  readonly pitch: Float64Array;
  /** Clockwise from grid north; goes on over a whole turn. */
  readonly heading: Float64Array;
}

/** A pose of a {@link MapTrack}. */
export interface MapPose {
  x: number;
  y: number;
  z: number;
  roll: number;
  pitch: number;
  heading: number;
}

const DEGREE = Math.PI / 180;
const TURN = 2 * Math.PI;
/** Poses before and after a stretch, so that its ends are between two. */
const AROUND = 2;

/** The stretch of a trajectory from a time to another, s, in a system. Grid north is that of its middle. */
export function mapTrack(
  trajectory: Trajectory,
  system: ProjectedSystem,
  { from, to }: { readonly from: number; readonly to: number },
): MapTrack {
  const first = Math.max(firstAtOrAfter(trajectory.time, from) - AROUND, 0);
  const last = Math.min(firstAtOrAfter(trajectory.time, to) + AROUND, trajectory.count);
  const count = Math.max(last - first, 0);
  const column = (of: (n: number) => number): Float64Array =>
    Float64Array.from({ length: count }, (_, n) => of(first + n));
  const places = Array.from({ length: count }, (_, n) =>
    system.forward(
      trajectory.longitude[first + n]! / DEGREE,
      trajectory.latitude[first + n]! / DEGREE,
    ),
  );
  const middle = first + (count >> 1);
  const north =
    count === 0
      ? 0
      : gridBearingOfNorth(
          system,
          trajectory.longitude[middle]! / DEGREE,
          trajectory.latitude[middle]! / DEGREE,
        );
  return {
    count,
    time: trajectory.time.slice(first, last),
    x: column((n) => places[n - first]![0] * system.unit),
    y: column((n) => places[n - first]![1] * system.unit),
    z: trajectory.height.slice(first, last),
    roll: trajectory.roll.slice(first, last),
    pitch: trajectory.pitch.slice(first, last),
    heading: unwrapped(trajectory.heading.subarray(first, last), north),
  };
}

function firstAtOrAfter(times: Float64Array, time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

function unwrapped(angles: Float64Array, plus: number): Float64Array {
  let turns = 0;
  return angles.map((angle, n) => {
    if (n > 0) turns -= Math.round((angle - angles[n - 1]!) / TURN) * TURN;
    return angle + turns + plus;
  });
}

/** Interpolates the poses of a track, linearly; fast for times that are near the last one. */
export class TrackPoses {
  readonly #track: MapTrack;
  #at = 0;

  constructor(track: MapTrack) {
    this.#track = track;
  }

  /** The pose at a time; false outside of the track. */
  at(time: number, out: MapPose): boolean {
    const { count, time: times, ...of } = this.#track;
    if (count < 2 || !(time >= times[0]! && time <= times[count - 1]!)) return false;
    const isNear = (n: number): boolean => times[n]! <= time && time <= times[n + 1]!;
    let n = Math.min(this.#at, count - 2);
    if (!isNear(n)) n = n + 2 < count && isNear(n + 1) ? n + 1 : this.#find(time);
    this.#at = n;
    const step = times[n + 1]! - times[n]!;
    const share = step > 0 ? (time - times[n]!) / step : 0;
    const between = (column: Float64Array): number =>
      column[n]! + share * (column[n + 1]! - column[n]!);
    out.x = between(of.x);
    out.y = between(of.y);
    out.z = between(of.z);
    out.roll = between(of.roll);
    out.pitch = between(of.pitch);
    out.heading = between(of.heading);
    return true;
  }

  #find(time: number): number {
    const { time: times, count } = this.#track;
    return Math.min(Math.max(firstAtOrAfter(times, time) - 1, 0), count - 2);
  }
}
