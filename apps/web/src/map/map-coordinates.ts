import { numberOf, textOf } from "@swath/contract/read-value";
import {
  type Extent,
  featureExtents,
  latitudeOf,
  longitudeOf,
  mercatorX,
  mercatorY,
  wrapped,
} from "@swath/plan/model";
import { HIDDEN, type MapLayer, type MapView } from "./map-layer.ts";

/** The extent of all that is shown; undefined where nothing is. */
export function dataExtent(layers: readonly MapLayer[]): Extent | undefined {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { geometry, flags, visible = true } of layers) {
    if (!visible) continue;
    const extents = featureExtents(geometry);
    for (let feature = 0; feature < geometry.kinds.length; feature++) {
      if (((flags?.[feature] ?? 0) & HIDDEN) !== 0) continue;
      const at = feature * 4;
      left = Math.min(left, extents[at]!);
      bottom = Math.min(bottom, extents[at + 1]!);
      right = Math.max(right, extents[at + 2]!);
      top = Math.max(top, extents[at + 3]!);
    }
  }
  return left > right ? undefined : [left, bottom, right, top];
}

/** Metres of EPSG:3857 around the world: the drawing is the same one world further. */
export const WORLD = 2 * Math.PI * 6_378_137;

/** By how many metres a drawing has to be moved to be seen between two x: once for each world. */
export function worldShifts(drawn: Extent, left: number, right: number): number[] {
  const first = Math.ceil((left - drawn[2]) / WORLD);
  const last = Math.floor((right - drawn[0]) / WORLD);
  const shifts: number[] = [];
  for (let world = first; world <= last; world++) shifts.push(world * WORLD);
  return shifts;
}

/** The shift that brings `x` closest to the middle of what is drawn. */
export function shiftTowards(x: number, drawn: Extent): number {
  return Math.round(((drawn[0] + drawn[2]) / 2 - x) / WORLD) * WORLD;
}

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

const DEGREES = /^-?\d{1,3}(\.\d{1,9})?$/;

/** Reads a place such as `-28.27,133.78,4`; undefined where the text is none. */
export function readPlace(text: unknown): MapView | undefined {
  const parts = textOf(text)?.split(",") ?? [];
  if (parts.length !== 3 || !parts.every((part) => DEGREES.test(part))) return undefined;
  const [first, second, third] = parts.map(Number);
  const lat = numberOf(first, -85.1, 85.1);
  const lon = numberOf(second, -180, 180);
  const zoom = numberOf(third, 0, 24);
  if (lat === undefined || lon === undefined || zoom === undefined) return undefined;
  return { lat, lon, zoom };
}

/** A place as the address has it: to the metre. */
export function writePlace({ lat, lon, zoom }: MapView): string {
  return [lat.toFixed(5), wrapped(lon).toFixed(5), zoom.toFixed(2)].map(Number).join();
}
