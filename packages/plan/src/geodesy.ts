import geographiclib from "geographiclib-geodesic";
import { latitudeOf, longitudeOf } from "./model/index.ts";

const { Geodesic } = geographiclib;
const EARTH = Geodesic.WGS84;

/** Metres along the WGS 84 ellipsoid from one position to another, degrees (Karney 2013). */
export function distance(
  longitude: number,
  latitude: number,
  toLongitude: number,
  toLatitude: number,
): number {
  const { s12 } = EARTH.Inverse(latitude, longitude, toLatitude, toLongitude, Geodesic.DISTANCE);
  return s12 ?? 0;
}

/** Metres along a path in EPSG:3857 (x and y in turn), its vertices joined by geodesics. */
export function lengthOf(positions: ArrayLike<number>): number {
  let metres = 0;
  let [longitude, latitude] = [longitudeOf(positions[0] ?? 0), latitudeOf(positions[1] ?? 0)];
  for (let at = 2; at < positions.length; at += 2) {
    const [nextLongitude, nextLatitude] = [
      longitudeOf(positions[at] ?? 0),
      latitudeOf(positions[at + 1] ?? 0),
    ];
    metres += distance(longitude, latitude, nextLongitude, nextLatitude);
    [longitude, latitude] = [nextLongitude, nextLatitude];
  }
  return metres;
}

/** Square metres within a ring in EPSG:3857 (x and y in turn, closed or not), however it runs. */
export function areaOf(ring: ArrayLike<number>): number {
  const polygon = EARTH.Polygon(false);
  for (let at = 0; at < ring.length; at += 2)
    polygon.AddPoint(latitudeOf(ring[at + 1] ?? 0), longitudeOf(ring[at] ?? 0));
  return Math.abs(polygon.Compute(false, true).area ?? 0);
}
