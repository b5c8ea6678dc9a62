import { latitudeOf, longitudeOf, mercatorX, mercatorY, wrapped } from "@swath/plan/model";
import type { MapView } from "../map-layer.ts";

/** Metres of a pixel at the equator at zoom 0. */
const RESOLUTION_0 = (2 * Math.PI * 6_378_137) / 256;

export const resolutionOf = (zoom: number): number => RESOLUTION_0 / 2 ** zoom;

export const centerOf = ({ lat, lon }: MapView): number[] => [mercatorX(lon), mercatorY(lat)];

/** A view for an address: as many digits as a pixel needs. */
export function viewOf(center: readonly number[], resolution: number): MapView {
  const zoom = Math.log2(RESOLUTION_0 / resolution);
  const [x = 0, y = 0] = center;
  const digits = Math.max(2, Math.ceil(zoom / 3));
  return {
    lat: Number(latitudeOf(y).toFixed(digits)),
    lon: Number(wrapped(longitudeOf(x)).toFixed(digits)),
    zoom: Number(zoom.toFixed(2)),
  };
}

export const sameView = (one: MapView, other: MapView): boolean =>
  one.lat === other.lat && one.lon === other.lon && one.zoom === other.zoom;
