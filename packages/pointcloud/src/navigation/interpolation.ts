import { geodeticToEarth } from "../coordinates/index.ts";
import type { Trajectory } from "./trajectory.ts";

/** Position of the IMU at an instant, earth-centred (m), and its attitude (radians). */
export interface Pose {
  x: number;
  y: number;
  z: number;
  latitude: number;
  longitude: number;
  roll: number;
  pitch: number;
  heading: number;
}

export function emptyPose(): Pose {
  return { x: 0, y: 0, z: 0, latitude: 0, longitude: 0, roll: 0, pitch: 0, heading: 0 };
}

const TURN = 2 * Math.PI;

/**
 * Interpolates a trajectory by cubics through four neighbouring solutions (Lagrange), of places in
 * earth-centred coordinates and of angles unwrapped; by fewer next to a gap or an end. Instants
 * outside, and in gaps longer than `longestGap` seconds, have no pose. Fast for times that rise.
 */
export class TrajectoryInterpolator {
  readonly #trajectory: Trajectory;
  readonly #earth: readonly [Float64Array, Float64Array, Float64Array];
  readonly #heading: Float64Array;
  readonly #longitude: Float64Array;
  readonly #longestGap: number;
  readonly #weights = new Float64Array(4);
  #interval = 0;

  constructor(trajectory: Trajectory, longestGap: number) {
    this.#trajectory = trajectory;
    this.#longestGap = longestGap;
    this.#earth = earthColumns(trajectory);
    this.#heading = unwrapped(trajectory.heading);
    this.#longitude = unwrapped(trajectory.longitude);
  }

  /** The pose at an instant, into `out`; false where the trajectory has none. */
  at(time: number, out: Pose): boolean {
    if (!this.#find(time)) return false;
    const first = this.#weigh(time);
    const { latitude, roll, pitch } = this.#trajectory;
    const [x, y, z] = this.#earth;
    out.x = this.#sum(x, first);
    out.y = this.#sum(y, first);
    out.z = this.#sum(z, first);
    out.latitude = this.#sum(latitude, first);
    out.longitude = this.#sum(this.#longitude, first);
    out.roll = this.#sum(roll, first);
    out.pitch = this.#sum(pitch, first);
    out.heading = this.#sum(this.#heading, first);
    return true;
  }

  /** Finds the interval that an instant lies in, first near the last one. */
  #find(time: number): boolean {
    const times = this.#trajectory.time;
    const last = this.#trajectory.count - 1;
    if (last < 1 || !(time >= times[0]!) || time > times[last]!) return false;
    let i = this.#interval;
    if (time < times[i]! || time > times[Math.min(i + 64, last)]!) i = below(times, time);
    while (i < last - 1 && time >= times[i + 1]!) i += 1;
    // A gap's first instant belongs to the interval before it.
    if (i > 0 && time === times[i] && times[i + 1]! - time > this.#longestGap) i -= 1;
    this.#interval = i;
    return times[i + 1]! - times[i]! <= this.#longestGap;
  }

  /** Lagrange's weights of the neighbours of an instant; answers the first of the four. */
  #weigh(time: number): number {
    const times = this.#trajectory.time;
    const i = this.#interval;
    const gap = this.#longestGap;
    const before = i > 0 && times[i]! - times[i - 1]! <= gap;
    const after = i + 2 < this.#trajectory.count && times[i + 2]! - times[i + 1]! <= gap;
    const from = before ? 0 : 1;
    const to = after ? 3 : 2;
    const first = i - 1;
    const weights = this.#weights.fill(0);
    for (let j = from; j <= to; j++) {
      let weight = 1;
      for (let k = from; k <= to; k++)
        if (k !== j) weight *= (time - times[first + k]!) / (times[first + j]! - times[first + k]!);
      weights[j] = weight;
    }
    return first;
  }

  #sum(column: Float64Array, first: number): number {
    const weights = this.#weights;
    let sum = weights[1]! * column[first + 1]! + weights[2]! * column[first + 2]!;
    // The outer ones may lie beyond a gap, or beyond the ends.
    if (weights[0] !== 0) sum += weights[0]! * column[first]!;
    if (weights[3] !== 0) sum += weights[3]! * column[first + 3]!;
    return sum;
  }
}

/** The last index whose value is not above `time`, but never the last of all. */
function below(times: Float64Array, time: number): number {
  let [low, high] = [0, times.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (times[middle]! <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

function earthColumns({ count, latitude, longitude, height }: Trajectory) {
  const columns = [0, 1, 2].map(() => new Float64Array(count)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const out = new Float64Array(3);
  for (let i = 0; i < count; i++) {
    geodeticToEarth(latitude[i]!, longitude[i]!, height[i]!, out);
    columns[0][i] = out[0]!;
    columns[1][i] = out[1]!;
    columns[2][i] = out[2]!;
  }
  return columns;
}

/** Angles without jumps of a whole turn. */
function unwrapped(angles: Float64Array): Float64Array {
  const out = new Float64Array(angles.length);
  let turns = 0;
  for (let i = 0; i < angles.length; i++) {
    if (i > 0) turns -= Math.round((angles[i]! - angles[i - 1]!) / TURN);
    out[i] = angles[i]! + turns * TURN;
  }
  return out;
}
