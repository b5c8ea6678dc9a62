import { type Triple } from "../points/index.ts";
import { earthToGeodetic, type ProjectedSystem } from "../coordinates/index.ts";
import {
  emptyPose,
  eulerRotation,
  inverse,
  levelToEarth,
  multiply,
  rotate,
  type TrajectoryInterpolator,
} from "../navigation/index.ts";
import type { PointBlock } from "../points/index.ts";
import type { RangeBlock } from "../range/index.ts";
import { WEEK_SECONDS } from "@swath/survey/gps-time";

/** How the scanner sits by the IMU (docs/georeferencing.md): m in the scanner's frame, radians. */
export interface ScannerMounting {
  /** From the scanner's origin to the IMU. */
  readonly lever: Triple;
  /** About x, y, z: `C(b→s) = Rz · Ry · Rx`. */
  readonly angles: Triple;
}

/** Facts that the points of a line share. */
export interface LineFacts {
  readonly line: number;
  /** Full GPS week of the range file's times. */
  readonly week: number;
  /** Seconds that take a time of the range file to the trajectory's. */
  readonly timeShift: number;
  /** Whether returns of a time of the trajectory are wanted; all unless given. */
  readonly isWanted?: (time: number) => boolean;
}

/** Returns that gave no point. */
export interface LostReturns {
  /** The trajectory has a gap there, or does not reach there. */
  withoutTrajectory: number;
  /** Range 0: the pulse did not come back. */
  withoutRange: number;
  /** Returns of times outside of the chosen span. */
  notWanted: number;
}

const DEGREE = Math.PI / 180;
/** LAS 1.4, 2.4, global encoding: standard GPS time less 10⁹ s. */
const ADJUSTMENT = 1e9;
/** Most that point formats 6 and on can say. */
const MAX_RETURNS = 15;

/** Makes points of returns by the pose at their instants: direct georeferencing. */
export class Georeferencer {
  readonly lost: LostReturns = { withoutTrajectory: 0, withoutRange: 0, notWanted: 0 };
  readonly #interpolator: TrajectoryInterpolator;
  readonly #system: ProjectedSystem;
  readonly #facts: LineFacts;
  readonly #scannerToBody: Float64Array;
  readonly #lever: Triple;
  readonly #pose = emptyPose();
  readonly #bodyToEarth = new Float64Array(9);
  readonly #body = new Float64Array(9);
  readonly #level = new Float64Array(9);
  readonly #vector = new Float64Array(3);
  readonly #place = new Float64Array(3);

  constructor(
    interpolator: TrajectoryInterpolator,
    mounting: ScannerMounting,
    system: ProjectedSystem,
    facts: LineFacts,
  ) {
    this.#interpolator = interpolator;
    this.#system = system;
    this.#facts = facts;
    this.#lever = mounting.lever;
    this.#scannerToBody = inverse(eulerRotation(...mounting.angles, new Float64Array(9)));
  }

  /**
   * The points of a block of returns, into columns of as many values: easting, northing and
   * ellipsoidal height in the system's unit, adjusted standard GPS time; how many there are.
   */
  place(returns: RangeBlock, out: Omit<PointBlock, "count">): number {
    let count = 0;
    let [wanted, posed] = [true, false];
    for (let i = 0; i < returns.count; i++) {
      const time = returns.time[i]!;
      if (i === 0 || time !== returns.time[i - 1]) {
        wanted = this.#facts.isWanted?.(time + this.#facts.timeShift) ?? true;
        posed = wanted && this.#poseAt(time);
      }
      if (!wanted) this.lost.notWanted += 1;
      else if (!posed) this.lost.withoutTrajectory += 1;
      else if (returns.range[i] === 0) this.lost.withoutRange += 1;
      else this.#put(returns, i, out, count++);
    }
    return count;
  }

  #poseAt(time: number): boolean {
    const pose = this.#pose;
    if (!this.#interpolator.at(time + this.#facts.timeShift, pose)) return false;
    eulerRotation(pose.roll, pose.pitch, pose.heading, this.#body);
    levelToEarth(pose.latitude, pose.longitude, this.#level);
    multiply(this.#level, this.#body, this.#bodyToEarth);
    return true;
  }

  #put(returns: RangeBlock, i: number, out: Omit<PointBlock, "count">, at: number): void {
    const range = returns.range[i]!;
    const angle = returns.angle[i]! * DEGREE;
    const [leverX, leverY, leverZ] = this.#lever;
    const across = range * Math.sin(angle);
    const down = range * Math.cos(angle);
    const v = rotate(this.#scannerToBody, -leverX, across - leverY, down - leverZ, this.#vector);
    rotate(this.#bodyToEarth, v[0]!, v[1]!, v[2]!, v);
    const { x, y, z, roll } = this.#pose;
    const place = earthToGeodetic(x + v[0]!, y + v[1]!, z + v[2]!, this.#place);
    const [easting, northing] = this.#system.forward(place[1]! / DEGREE, place[0]! / DEGREE);
    out.x[at] = easting;
    out.y[at] = northing;
    out.z[at] = place[2]! / this.#system.unit;
    out.gpsTime[at] = this.#facts.week * WEEK_SECONDS + returns.time[i]! - ADJUSTMENT;
    out.scanAngle[at] = returns.angle[i]! - roll / DEGREE;
    this.#copy(returns, i, out, at);
  }

  #copy(returns: RangeBlock, i: number, out: Omit<PointBlock, "count">, at: number): void {
    out.intensity[at] = returns.intensity[i]!;
    out.returnNumber[at] = Math.min(MAX_RETURNS, returns.returnNumber[i]!);
    out.returnCount[at] = Math.min(MAX_RETURNS, returns.returnCount[i]!);
    out.classification[at] = 0;
    out.flags[at] = 0;
    out.userData[at] = 0;
    out.sourceId[at] = this.#facts.line;
  }
}
