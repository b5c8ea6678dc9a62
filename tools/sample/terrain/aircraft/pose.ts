import { geodetic, type Geodetic, northEastDown } from "../earth/ellipsoid.ts";
import {
  add,
  apply,
  type Matrix,
  multiply,
  rotationX,
  rotationY,
  rotationZ,
  scale,
  transpose,
  type Vector,
} from "../earth/matrix.ts";
import type { SiteFrame } from "../earth/site-frame.ts";
import type { Ray } from "../valley/valley.ts";
import type { MotionState } from "./motion.ts";

/** Where the IMU is and how it stands, earth-centred. */
export interface Pose {
  readonly imu: Vector;
  readonly place: Geodetic;
  /** From body axes to earth-centred ones. */
  readonly attitude: Matrix;
}

/** `C(b→n) = Rz(h) · Ry(p) · Rx(r)`, and north, east, down as they are at the IMU. */
export function poseOf(site: SiteFrame, { x, y, z, roll, pitch, heading }: MotionState): Pose {
  const imu = site.earthCentred([x, y, z]);
  const place = geodetic(imu);
  const level = multiply(rotationZ(heading), multiply(rotationY(pitch), rotationX(roll)));
  return { imu, place, attitude: multiply(northEastDown(place), level) };
}

/** Where a point of the aircraft is: `lever` leads to it from the IMU, in body axes. */
export const leverEnd = ({ imu, attitude }: Pose, lever: Vector): Vector =>
  add(imu, apply(attitude, lever));

/** How the scanner is fitted: its origin from the IMU, and its axes, both in body axes. */
export interface ScannerMount {
  readonly origin: Vector;
  readonly axes: Matrix;
}

/** Of a calibration: lever arm from the scanner to the IMU in scanner axes, and `C(b→s)`. */
export function scannerMount(refToImu: Vector, bodyToScanner: Matrix): ScannerMount {
  const axes = transpose(bodyToScanner);
  return { axes, origin: scale(apply(axes, refToImu), -1) };
}

/** Seconds between exact poses; straight between them: within 10⁻⁸ rad of the motion. */
const STEP = 0.0005;

/** A moving scanner in the site frame. */
export class ScannerPose {
  readonly #site: SiteFrame;
  readonly #mount: ScannerMount;
  readonly #stateAt: (seconds: number) => MotionState;
  #node = Number.NaN;
  #before: Placement | undefined;
  #after: Placement | undefined;

  constructor(site: SiteFrame, mount: ScannerMount, stateAt: (seconds: number) => MotionState) {
    this.#site = site;
    this.#mount = mount;
    this.#stateAt = stateAt;
  }

  /** The pulse of a time and a scan angle (radians), which goes along `(0, sin a, cos a)` of the scanner. */
  aim(seconds: number, angle: number, ray: Ray): void {
    const place = seconds / STEP;
    const node = Math.floor(place);
    if (node !== this.#node) this.#take(node);
    const a = this.#before!;
    const b = this.#after!;
    const part = place - node;
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    const mixed = (i: number): number => a[i]! + part * (b[i]! - a[i]!);
    ray.ox = mixed(0);
    ray.oy = mixed(1);
    ray.oz = mixed(2);
    ray.dx = mixed(3) * sin + mixed(4) * cos;
    ray.dy = mixed(5) * sin + mixed(6) * cos;
    ray.dz = mixed(7) * sin + mixed(8) * cos;
  }

  #take(node: number): void {
    this.#before = node === this.#node + 1 ? this.#after : this.#placement(node * STEP);
    this.#after = this.#placement((node + 1) * STEP);
    this.#node = node;
  }

  #placement(seconds: number): Placement {
    const state = this.#stateAt(seconds);
    const pose = poseOf(this.#site, state);
    const toSite = multiply(transpose(this.#site.axes), pose.attitude);
    const lever = apply(toSite, this.#mount.origin);
    const [x, y, z] = multiply(toSite, this.#mount.axes);
    const origin = [state.x + lever[0], state.y + lever[1], state.z + lever[2]];
    return Float64Array.from([...origin, x[1], x[2], y[1], y[2], z[1], z[2]]);
  }
}

/** Origin; then the scanner's y and z axes, by site axes. */
type Placement = Float64Array;
