import type { Place } from "./geodesic-steps.ts";

export type Point = readonly [x: number, y: number];

const DEGREE = Math.PI / 180;
/** WGS 84. */
const SEMI_MAJOR = 6_378_137;
const ECCENTRICITY_2 = 0.006_694_379_990_141_3;

/** Longitudes' difference, the short way round. */
export const longitudeBetween = (from: number, to: number): number =>
  ((((to - from + 180) % 360) + 360) % 360) - 180;

/** A plane around a place, m to its east and north: by the radii of curvature there (EPSG 7-2, 1.2). */
export function localPlane([longitude, latitude]: Place): (place: Place) => Point {
  const sine = Math.sin(latitude * DEGREE);
  const root = Math.sqrt(1 - ECCENTRICITY_2 * sine * sine);
  const meridian = (SEMI_MAJOR * (1 - ECCENTRICITY_2)) / root ** 3;
  const east = (SEMI_MAJOR / root) * Math.cos(latitude * DEGREE) * DEGREE;
  const north = meridian * DEGREE;
  return ([x, y]) => [longitudeBetween(longitude, x) * east, (y - latitude) * north];
}
