import { AREA, type PlanGeometry, mercatorX, mercatorY } from "@swath/plan/model";
import { feature } from "topojson-client";

/** Degrees: longitude and latitude. */
export type Degrees = readonly [longitude: number, latitude: number];

/** Latitudes beyond which Web Mercator has no place. */
const MOST_LATITUDE = 85.05;

/**
 * A ring that crosses 180°, going on beyond the edge of the world in place of a jump to the other
 * side. One around a pole is led along the edge of the map there, so that it closes.
 */
export function unrolledRing(ring: readonly (readonly number[])[]): Degrees[] {
  const unrolled: Degrees[] = [];
  let before: number | undefined;
  for (const [longitude = 0, latitude = 0] of ring) {
    const step = before === undefined ? 0 : longitude - before;
    const next = longitude - 360 * Math.round(step / 360);
    unrolled.push([next, Math.max(-MOST_LATITUDE, Math.min(MOST_LATITUDE, latitude))]);
    before = next;
  }
  const [first, last] = [unrolled[0], unrolled.at(-1)];
  if (first === undefined || last === undefined || Math.abs(last[0] - first[0]) < 180)
    return unrolled;
  const pole = Math.sign(first[1]) * MOST_LATITUDE;
  return [...unrolled, [last[0], pole], [first[0], pole], first];
}

/** Natural Earth's land (1:50,000,000, public domain), as one feature of many rings in EPSG:3857. */
export async function loadCoast(): Promise<PlanGeometry> {
  const { default: topology } = await import("world-atlas/land-50m.json");
  const land = feature(topology, topology.objects["land"]!);
  const features = "features" in land ? land.features : [land];
  const rings = features.flatMap(({ geometry }) =>
    geometry.type === "MultiPolygon" ? geometry.coordinates.flat() : [],
  );
  return ringsOf(rings.map(unrolledRing));
}

function ringsOf(rings: readonly (readonly Degrees[])[]): PlanGeometry {
  const positionStarts = new Uint32Array(rings.length + 1);
  for (const [index, ring] of rings.entries())
    positionStarts[index + 1] = positionStarts[index]! + ring.length;
  const positions = new Float64Array(positionStarts[rings.length]! * 2);
  let at = 0;
  for (const [longitude, latitude] of rings.flat()) {
    positions.set([mercatorX(longitude), mercatorY(latitude)], at);
    at += 2;
  }
  return {
    kinds: Uint8Array.of(AREA),
    names: [""],
    folders: [""],
    partStarts: Uint32Array.of(0, rings.length),
    partKinds: new Uint8Array(rings.length).fill(AREA),
    positionStarts,
    positions,
  };
}
