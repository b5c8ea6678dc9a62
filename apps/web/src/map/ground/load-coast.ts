import { AREA, mercatorX, mercatorY, type PlanGeometry } from "@swath/plan/model";
import { feature } from "topojson-client";
import { type Degrees, unrolledRing } from "./unrolled-ring.ts";

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
