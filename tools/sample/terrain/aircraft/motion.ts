import type { SiteFrame } from "../earth/site-frame.ts";
import { curvatureDrop } from "../earth/site-frame.ts";
import { radians } from "../earth/matrix.ts";
import type { GroundTrack } from "./ground-track.ts";
import type { TrackPoint } from "./turn.ts";

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
