import type { PlanGeometry } from "./plan-geometry.ts";

/** A box in EPSG:3857, metres, as OpenLayers has it: minX, minY, maxX, maxY. */
export type Extent = readonly [minX: number, minY: number, maxX: number, maxY: number];

/** Extents of all features in turn, four numbers each (minX, minY, maxX, maxY; EPSG:3857). */
export function featureExtents(geometry: PlanGeometry): Float64Array<ArrayBuffer> {
  const extents = new Float64Array(geometry.kinds.length * 4);
  for (let feature = 0; feature < geometry.kinds.length; feature++)
    extents.set(featureExtent(geometry, feature), feature * 4);
  return extents;
}

/** Extent of one feature. */
export function featureExtent(geometry: PlanGeometry, feature: number): Extent {
  const { partStarts, positionStarts, positions } = geometry;
  const from = positionStarts[partStarts[feature] ?? 0] ?? 0;
  const to = positionStarts[partStarts[feature + 1] ?? 0] ?? 0;
  return extentOf(positions, from, to);
}

/** Extent of everything in the geometries, or undefined where they hold nothing. */
export function wholeExtent(geometries: readonly PlanGeometry[]): Extent | undefined {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { positions } of geometries) {
    const own = extentOf(positions, 0, positions.length / 2);
    [minX, minY] = [Math.min(minX, own[0]), Math.min(minY, own[1])];
    [maxX, maxY] = [Math.max(maxX, own[2]), Math.max(maxY, own[3])];
  }
  return minX > maxX ? undefined : [minX, minY, maxX, maxY];
}

function extentOf(positions: Float64Array, from: number, to: number): Extent {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = from * 2; at < to * 2; at += 2) {
    const x = positions[at] ?? 0;
    const y = positions[at + 1] ?? 0;
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
  }
  return [minX, minY, maxX, maxY];
}
