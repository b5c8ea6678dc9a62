import {
  hasAreas,
  inAreaOf,
  passesFilter,
  type PlanFilter,
  type PlanGeometry,
} from "./model/index.ts";
import { type EdgeBands, edgeBands, insideBands, meetsEdge } from "./edge-bands.ts";

/** A closed lasso, ready for any number of layers. */
export interface Lasso {
  readonly bands: EdgeBands;
  /** One of its corners. */
  readonly corner: readonly [x: number, y: number];
}

/** Makes a lasso of its corners (EPSG:3857, x and y in turn); undefined of fewer than three. */
export function lassoOf(ring: Float64Array): Lasso | undefined {
  const [x = 0, y = 0] = ring;
  return ring.length < 6 ? undefined : { bands: edgeBands(ring), corner: [x, y] };
}

/**
 * The features that a lasso takes, in ascending order: those of the filter that lie in it, wholly or
 * in part, touch its edge, or (areas) have all of it within them. What lies in the hole of an area
 * does not take the area. A lasso that crosses itself is inside by the even-odd rule.
 */
export function lassoFeatures(
  lasso: Lasso,
  geometry: PlanGeometry,
  filter: PlanFilter,
): Uint32Array<ArrayBuffer> {
  const hits = new Uint32Array(geometry.kinds.length);
  let count = 0;
  for (let feature = 0; feature < geometry.kinds.length; feature++)
    if (passesFilter(geometry.kinds[feature], filter) && takesFeature(lasso, geometry, feature))
      hits[count++] = feature;
  return hits.slice(0, count);
}

function takesFeature({ bands, corner }: Lasso, geometry: PlanGeometry, feature: number): boolean {
  const { partStarts, positionStarts, positions } = geometry;
  const end = partStarts[feature + 1] ?? 0;
  let near = false;
  for (let part = partStarts[feature] ?? 0; part < end; part++) {
    const from = (positionStarts[part] ?? 0) * 2;
    const to = (positionStarts[part + 1] ?? 0) * 2;
    if (beside(bands, positions, from, to)) continue;
    near = true;
    if (takesPath(bands, positions, from, to)) return true;
  }
  return near && hasAreas(geometry, feature) && inAreaOf(geometry, feature, ...corner);
}

/** Whether a path lies wholly to one side of the lasso's box. */
function beside(bands: EdgeBands, positions: Float64Array, from: number, to: number): boolean {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = from; at < to; at += 2) {
    const x = positions[at] ?? 0;
    const y = positions[at + 1] ?? 0;
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
  }
  return maxX < bands.minX || minX > bands.maxX || maxY < bands.minY || minY > bands.maxY;
}

function takesPath(bands: EdgeBands, positions: Float64Array, from: number, to: number): boolean {
  for (let at = from; at < to; at += 2)
    if (insideBands(bands, positions[at] ?? 0, positions[at + 1] ?? 0)) return true;
  let [x, y] = [positions[from] ?? 0, positions[from + 1] ?? 0];
  if (to - from === 2) return meetsEdge(bands, x, y, x, y);
  for (let at = from + 2; at < to; at += 2) {
    const [nextX, nextY] = [positions[at] ?? 0, positions[at + 1] ?? 0];
    if (meetsEdge(bands, x, y, nextX, nextY)) return true;
    [x, y] = [nextX, nextY];
  }
  return false;
}

/**
 * Thins the corners of a lasso drawn by hand to one for each `pixel` (metres of EPSG:3857 that a pixel
 * of the map shows): a corner stays where it is so far from the last that stayed. x and y in turn.
 */
export function simplifyLasso(ring: Float64Array, pixel: number): Float64Array<ArrayBuffer> {
  const kept = new Float64Array(ring.length);
  let count = 0;
  for (let at = 0; at < ring.length; at += 2) {
    const [x, y] = [ring[at] ?? 0, ring[at + 1] ?? 0];
    const far = Math.hypot(x - (kept[count - 2] ?? 0), y - (kept[count - 1] ?? 0)) >= pixel;
    if (count > 0 && !far) continue;
    kept[count] = x;
    kept[count + 1] = y;
    count += 2;
  }
  return kept.slice(0, count);
}
