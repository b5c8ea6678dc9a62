import { readFileSync } from "node:fs";
import { errorFigures, type ErrorFigures } from "./error-figures.ts";
import type { Truth } from "./truth-file.ts";

const DOUBLES = 17;
const RECORD_BYTES = DOUBLES * 8;
const DEGREE = Math.PI / 180;
/** Of an SBET record: seconds, latitude, longitude, height; roll, pitch, heading (docs/georeferencing.md). */
const FIELDS = [1, 2, 3, 7, 8, 9] as const;
const HEADING = 9;
/** An interval so many times the usual one is a gap. */
const GAP = 3;

export interface Pose {
  /** Radians and m. */
  readonly latitude: number;
  readonly longitude: number;
  readonly height: number;
  readonly roll: number;
  readonly pitch: number;
  readonly heading: number;
}

/** A trajectory as it lies in its file. */
export class SbetFile {
  readonly #values: Float64Array;
  readonly count: number;
  readonly #usual: number;

  constructor(path: string) {
    const bytes = readFileSync(path);
    if (bytes.length === 0 || bytes.length % RECORD_BYTES !== 0)
      throw new Error(`${path}: is no SBET: its length is no multiple of ${RECORD_BYTES}`);
    this.count = bytes.length / RECORD_BYTES;
    this.#values = new Float64Array(this.count * DOUBLES);
    for (let i = 0; i < this.#values.length; i++) this.#values[i] = bytes.readDoubleLE(i * 8);
    const steps = Float64Array.from(
      { length: this.count - 1 },
      (_, i) => this.time(i + 1) - this.time(i),
    );
    this.#usual = steps.toSorted()[Math.floor(steps.length / 2)] ?? 0;
  }

  time(record: number): number {
    return this.#values[record * DOUBLES]!;
  }

  /** By the cubic through two records before and two behind; undefined outside and in gaps. */
  at(time: number): Pose | undefined {
    let [low, high] = [0, this.count - 1];
    if (time < this.time(low) || time > this.time(high)) return undefined;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.time(middle) <= time) low = middle;
      else high = middle;
    }
    if (this.time(high) - this.time(low) > GAP * this.#usual) return undefined;
    const from = Math.max(0, Math.min(this.count - 4, low - 1));
    const records = [from, from + 1, from + 2, from + 3].filter((record) => record < this.count);
    const [latitude, longitude, height, roll, pitch, heading] = FIELDS.map((field) =>
      this.#lagrange(records, field, time),
    ) as [number, number, number, number, number, number];
    return { latitude, longitude, height, roll, pitch, heading };
  }

  #lagrange(records: readonly number[], field: number, time: number): number {
    const first = this.#values[records[0]! * DOUBLES + field]!;
    let sum = 0;
    for (const i of records) {
      let weight = 1;
      for (const k of records)
        if (k !== i) weight *= (time - this.time(k)) / (this.time(i) - this.time(k));
      const value = this.#values[i * DOUBLES + field]!;
      sum += weight * (field === HEADING ? first + turn(value - first) : value);
    }
    return sum;
  }
}

/** An angle between −π and π. */
const turn = (angle: number): number => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));

export interface SbetFigures {
  readonly records: number;
  /** Seconds of the truth without a solution near them: outside, or in a gap. */
  readonly uncovered: number;
  /** Metres from the truth, in plan and height. */
  readonly position: ErrorFigures;
  readonly height: ErrorFigures;
  /** Degrees. */
  readonly roll: ErrorFigures;
  readonly pitch: ErrorFigures;
  readonly heading: ErrorFigures;
}

const EQUATOR = 6_378_137;
const ECCENTRICITY_SQUARED = 0.006_694_379_990_14;

/** Metres north and east of a small difference on the ellipsoid of WGS 84. */
function plan(latitude: number, height: number, north: number, east: number): number {
  const w = 1 - ECCENTRICITY_SQUARED * Math.sin(latitude) ** 2;
  const meridian = (EQUATOR * (1 - ECCENTRICITY_SQUARED)) / w ** 1.5 + height;
  const parallel = (EQUATOR / Math.sqrt(w) + height) * Math.cos(latitude);
  return Math.hypot(north * meridian, east * parallel);
}

/** Compares a trajectory with the truth's, second by second. */
export function compareSbet({ trajectory }: Truth, path: string): SbetFigures {
  const sbet = new SbetFile(path);
  const errors = { position: [], height: [], roll: [], pitch: [], heading: [] } as Record<
    "position" | "height" | "roll" | "pitch" | "heading",
    number[]
  >;
  let uncovered = 0;
  for (const truth of trajectory) {
    const pose = sbet.at(truth.t);
    if (pose === undefined) {
      uncovered += 1;
      continue;
    }
    const north = pose.latitude - truth.lat * DEGREE;
    const off = plan(pose.latitude, truth.h, north, turn(pose.longitude - truth.lon * DEGREE));
    errors.position.push(Math.hypot(off, pose.height - truth.h));
    errors.height.push(pose.height - truth.h);
    errors.roll.push(turn(pose.roll - truth.roll * DEGREE) / DEGREE);
    errors.pitch.push(turn(pose.pitch - truth.pitch * DEGREE) / DEGREE);
    errors.heading.push(turn(pose.heading - truth.heading * DEGREE) / DEGREE);
  }
  return {
    records: sbet.count,
    uncovered,
    position: errorFigures(errors.position),
    height: errorFigures(errors.height),
    roll: errorFigures(errors.roll),
    pitch: errorFigures(errors.pitch),
    heading: errorFigures(errors.heading),
  };
}
