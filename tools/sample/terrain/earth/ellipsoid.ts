import type { Matrix, Vector } from "./matrix.ts";

/** WGS 84 (NIMA TR8350.2, table 3.1): half axis in m, flattening. */
export const HALF_AXIS = 6_378_137;
export const FLATTENING = 1 / 298.257_223_563;
const E2 = FLATTENING * (2 - FLATTENING);
const POLAR_AXIS = HALF_AXIS * (1 - FLATTENING);
const SECOND_E2 = E2 / (1 - E2);

/** Latitude and longitude in radians, height over the ellipsoid in m. */
export interface Geodetic {
  readonly latitude: number;
  readonly longitude: number;
  readonly height: number;
}

/** Earth-centred, earth-fixed coordinates in m. */
export function earthCentred({ latitude, longitude, height }: Geodetic): Vector {
  const sin = Math.sin(latitude);
  const cos = Math.cos(latitude);
  const normal = HALF_AXIS / Math.sqrt(1 - E2 * sin * sin);
  const radius = (normal + height) * cos;
  return [
    radius * Math.cos(longitude),
    radius * Math.sin(longitude),
    (normal * (1 - E2) + height) * sin,
  ];
}

/** The way back (Bowring 1976, the reduced latitude taken twice: exact to 10⁻⁹ m near the ground). */
export function geodetic([x, y, z]: Vector): Geodetic {
  const radius = Math.sqrt(x * x + y * y);
  let reduced = Math.atan2(z * HALF_AXIS, radius * POLAR_AXIS);
  let latitude = 0;
  for (let i = 0; i < 2; i++) {
    const sin = Math.sin(reduced);
    const cos = Math.cos(reduced);
    latitude = Math.atan2(
      z + SECOND_E2 * POLAR_AXIS * sin * sin * sin,
      radius - E2 * HALF_AXIS * cos * cos * cos,
    );
    reduced = Math.atan2(POLAR_AXIS * Math.sin(latitude), HALF_AXIS * Math.cos(latitude));
  }
  const sin = Math.sin(latitude);
  const height = radius * Math.cos(latitude) + z * sin - HALF_AXIS * Math.sqrt(1 - E2 * sin * sin);
  return { latitude, longitude: Math.atan2(y, x), height };
}

/** The axes north, east, down of a place, as columns of earth-centred components. */
export function northEastDown({ latitude, longitude }: Geodetic): Matrix {
  const [sinLat, cosLat] = [Math.sin(latitude), Math.cos(latitude)];
  const [sinLon, cosLon] = [Math.sin(longitude), Math.cos(longitude)];
  return [
    [-sinLat * cosLon, -sinLon, -cosLat * cosLon],
    [-sinLat * sinLon, cosLon, -cosLat * sinLon],
    [cosLat, 0, -sinLat],
  ];
}
