import type { PlanGeometry } from "./plan-geometry.ts";

/** Numbers of a feature's parts. */
export function* featureParts({ partStarts }: PlanGeometry, feature: number): Generator<number> {
  const end = partStarts[feature + 1] ?? 0;
  for (let part = partStarts[feature] ?? 0; part < end; part++) yield part;
}

/** Positions of a part: a view of the geometry's own, x and y in turn. */
export function partPositions(geometry: PlanGeometry, part: number): Float64Array<ArrayBuffer> {
  const { positionStarts, positions } = geometry;
  return positions.subarray((positionStarts[part] ?? 0) * 2, (positionStarts[part + 1] ?? 0) * 2);
}
