import { eulerRotation, inverse, rotate } from "../navigation/index.ts";
import type { Triple } from "../points/index.ts";
import { type MapPose, type MapTrack, TrackPoses } from "./map-track.ts";

/** Corrections of a mounting, to be added to what is recorded. */
export interface MountingCorrection {
  /** Of the angles X, Y, Z of `C(b→s) = Rz · Ry · Rx`, radians. */
  readonly angles: Triple;
  /** Of the lever arm from the IMU to the antenna, forward, right, down; m. */
  readonly lever: Triple;
}

/** Unknowns of a mounting: three angles, three parts of the lever arm. */
export const MOUNTING_TERMS = 6;
const STEP = 1e-6;
/** How near to the plane of the pulses a place is taken for one in it, m. */
const IN_PLANE = 0.01;
const ROUNDS = 12;

/**
 * By how much points of a line move on the map where its mounting is other than recorded. A point is
 * `IMU + C(b→n) · C(s→b) · r`, and an error of the lever arm moves the IMU itself (docs/georeferencing.md).
 */
export class MountingEffect {
  readonly #poses: TrackPoses;
  readonly #toScanner: Float64Array;
  /** Changes of `C(s→b)` with each angle. */
  readonly #turns: readonly Float64Array[];
  readonly #leverX: number;
  readonly #body = new Float64Array(9);
  readonly #vector = new Float64Array(3);
  readonly #pose: MapPose = { x: 0, y: 0, z: 0, roll: 0, pitch: 0, heading: 0 };

  /** `lever`: from the scanner's origin to the IMU, in the scanner's frame, m; `angles` as recorded. */
  constructor(track: MapTrack, { lever, angles }: { lever: Triple; angles: Triple }) {
    this.#poses = new TrackPoses(track);
    this.#toScanner = eulerRotation(...angles, new Float64Array(9));
    const toBody = inverse(this.#toScanner);
    this.#turns = [0, 1, 2].map((axis) => {
      const turned = angles.with(axis, angles[axis]! + STEP) as unknown as Triple;
      return inverse(eulerRotation(...turned, new Float64Array(9))).map(
        (value, at) => (value - toBody[at]!) / STEP,
      );
    });
    [this.#leverX] = lever;
  }

  /**
   * East, north and up (m) by which a place moves with each of the {@link MOUNTING_TERMS}, one after another
   * into `out`; false where the track has no pose then.
   */
  at(time: number, x: number, y: number, z: number, out: Float64Array): boolean {
    if (!this.#see(time, x, y, z)) return false;
    const [rx, ry, rz] = this.#vector as unknown as Triple;
    for (const [axis, turn] of this.#turns.entries()) {
      const [bx, by, bz] = rotate(turn, rx, ry, rz, this.#vector) as unknown as Triple;
      this.#put(bx, by, bz, out, 3 * axis);
    }
    this.#put(-1, 0, 0, out, 9);
    this.#put(0, -1, 0, out, 12);
    this.#put(0, 0, -1, out, 15);
    return true;
  }

  /**
   * When a place lies in the plane of the pulses, which go across; searched from a time on, by the speed over
   * ground. Undefined where the track does not pass it.
   */
  timeOf(x: number, y: number, z: number, near: number, speed: number): number | undefined {
    let time = near;
    for (let round = 0; round < ROUNDS; round += 1) {
      if (!this.#see(time, x, y, z)) return undefined;
      const ahead = this.#vector[0]! + this.#leverX;
      if (Math.abs(ahead) < IN_PLANE) return time;
      time += ahead / speed;
    }
    return undefined;
  }

  /** Sets the rotation of a time, and the place as the scanner sees it. */
  #see(time: number, x: number, y: number, z: number): boolean {
    const pose = this.#pose;
    if (!this.#poses.at(time, pose)) return false;
    const m = eulerRotation(pose.roll, pose.pitch, pose.heading, this.#body);
    const [north, east, down] = [y - pose.y, x - pose.x, pose.z - z];
    const forward = m[0]! * north + m[3]! * east + m[6]! * down;
    const right = m[1]! * north + m[4]! * east + m[7]! * down;
    const below = m[2]! * north + m[5]! * east + m[8]! * down;
    rotate(this.#toScanner, forward, right, below, this.#vector);
    return true;
  }

  #put(x: number, y: number, z: number, out: Float64Array, at: number): void {
    const m = this.#body;
    out[at] = m[3]! * x + m[4]! * y + m[5]! * z;
    out[at + 1] = m[0]! * x + m[1]! * y + m[2]! * z;
    out[at + 2] = -(m[6]! * x + m[7]! * y + m[8]! * z);
  }
}
