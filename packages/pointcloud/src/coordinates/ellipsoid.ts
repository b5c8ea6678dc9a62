/** WGS 84's ellipsoid (NIMA TR8350.2, table 3.1): semi-major axis in m, flattening. */
export const WGS84_AXIS = 6_378_137;
const FLATTENING = 1 / 298.257_223_563;

const MINOR_AXIS = WGS84_AXIS * (1 - FLATTENING);
const E2 = FLATTENING * (2 - FLATTENING);
/** Second eccentricity squared. */
const E2_SECOND = E2 / (1 - E2);

/** Three numbers that a calculation fills, so that none is allocated for each point. */
export type Vector = Float64Array;

/**
 * Earth-centred, earth-fixed x, y, z (m) of latitude, longitude (radians) and ellipsoidal height (m)
 * on WGS 84 (Hofmann-Wellenhof, _GNSS_, 8.2).
 */
export function geodeticToEarth(
  latitude: number,
  longitude: number,
  height: number,
  out: Vector,
): Vector {
  const sin = Math.sin(latitude);
  const cos = Math.cos(latitude);
  const normal = WGS84_AXIS / Math.sqrt(1 - E2 * sin * sin);
  out[0] = (normal + height) * cos * Math.cos(longitude);
  out[1] = (normal + height) * cos * Math.sin(longitude);
  out[2] = (normal * (1 - E2) + height) * sin;
  return out;
}

/**
 * Latitude, longitude (radians) and ellipsoidal height (m) on WGS 84 of earth-centred x, y, z (m);
 * within 2 µm from 10 km below to 20 km above the ellipsoid (Bowring 1985, _Survey Review_ 28(218)).
 */
export function earthToGeodetic(x: number, y: number, z: number, out: Vector): Vector {
  const p = Math.hypot(x, y);
  const r = Math.hypot(p, z);
  const u = Math.atan2(MINOR_AXIS * z * (1 + (E2_SECOND * MINOR_AXIS) / r), WGS84_AXIS * p);
  const sinU = Math.sin(u);
  const cosU = Math.cos(u);
  const latitude = Math.atan2(
    z + E2_SECOND * MINOR_AXIS * sinU * sinU * sinU,
    p - E2 * WGS84_AXIS * cosU * cosU * cosU,
  );
  const sin = Math.sin(latitude);
  out[0] = latitude;
  out[1] = Math.atan2(y, x);
  out[2] = p * Math.cos(latitude) + z * sin - WGS84_AXIS * Math.sqrt(1 - E2 * sin * sin);
  return out;
}

/** Metres of one radian along the meridian and along the parallel at a latitude (radians). */
export function radiiAt(latitude: number): {
  readonly meridian: number;
  readonly parallel: number;
} {
  const w2 = 1 - E2 * Math.sin(latitude) ** 2;
  return {
    meridian: (WGS84_AXIS * (1 - E2)) / (w2 * Math.sqrt(w2)),
    parallel: (WGS84_AXIS / Math.sqrt(w2)) * Math.cos(latitude),
  };
}
