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
