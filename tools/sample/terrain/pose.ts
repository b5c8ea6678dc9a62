import {
  geodetic,
  type Geodetic,
  northEastDown,
  curvatureDrop,
  type SiteFrame,
} from "./ellipsoid.ts";
import {
  add,
  apply,
  type Matrix,
  multiply,
  radians,
  rotationX,
  rotationY,
  rotationZ,
  scale,
  transpose,
  type Vector,
} from "./matrix.ts";
import type { Ray } from "./valley.ts";
import type { GroundTrack, TrackPoint } from "./ground-track.ts";

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

interface Wave {
  readonly amplitude: number;
  readonly rate: number;
  readonly phase: number;
}

/** Over the ground, m/s. */
export const SPEED = 60;
const GRAVITY = 9.81;
/** Above the site's plane. */
const FLYING_HEIGHT = 372;
const PITCH = radians(1.8);
const CRAB = radians(2.5);

/** Where the IMU is in the site frame and how it stands (docs/georeferencing.md); m, radians. */
export interface MotionState {
  x: number;
  y: number;
  z: number;
  roll: number;
  pitch: number;
  heading: number;
}

/** The true motion of the IMU, at any time of the recording: seconds from its begin. */
export class Motion {
  readonly #track: GroundTrack;
  readonly #azimuth: number;
  readonly #waves: Readonly<Record<keyof MotionState, readonly Wave[]>>;

  constructor(track: GroundTrack, site: SiteFrame, random: () => number) {
    this.#track = track;
    this.#azimuth = site.azimuth;
    const waves = (...terms: readonly (readonly [number, number])[]): Wave[] =>
      terms.map(([amplitude, period]) => ({
        amplitude: amplitude * (0.8 + 0.4 * random()),
        rate: (2 * Math.PI) / (period * (0.85 + 0.3 * random())),
        phase: random() * 2 * Math.PI,
      }));
    const angles = (...terms: readonly (readonly [number, number])[]): Wave[] =>
      waves(...terms.map(([amplitude, period]) => [radians(amplitude), period] as const));
    this.#waves = {
      x: waves([1.2, 23]),
      y: waves([1.5, 17]),
      z: waves([1.1, 13], [0.15, 3.1]),
      roll: angles([0.6, 4.3], [0.12, 1.1]),
      pitch: angles([0.45, 5.7], [0.1, 1.4]),
      heading: angles([0.7, 7.9], [0.08, 1.9]),
    };
  }

  at(seconds: number): MotionState {
    return this.onTrack(seconds, this.#track.at(seconds * SPEED));
  }

  /** The same for a place on the track that is known already. */
  onTrack(seconds: number, { x, y, direction, curvature }: TrackPoint): MotionState {
    const waves = this.#waves;
    const level = FLYING_HEIGHT - curvatureDrop(x, y);
    return {
      x: x + swing(waves.x, seconds),
      y: y + swing(waves.y, seconds),
      z: level + swing(waves.z, seconds),
      // A turn to the left banks to the left: negative.
      roll: -Math.atan((SPEED * SPEED * curvature) / GRAVITY) + swing(waves.roll, seconds),
      pitch: PITCH + swing(waves.pitch, seconds),
      heading: this.#azimuth - direction + CRAB + swing(waves.heading, seconds),
    };
  }
}

function swing(waves: readonly Wave[], seconds: number): number {
  let sum = 0;
  for (const { amplitude, rate, phase } of waves)
    sum += amplitude * Math.sin(rate * seconds + phase);
  return sum;
}
