import { featureParts, partPositions } from "./feature-parts.ts";
import { AREA, COLLECTION, type PlanGeometry } from "./plan-geometry.ts";
import { inRing, signedArea } from "./rings.ts";

/** Whether a feature has areas. */
export function hasAreas({ kinds }: PlanGeometry, feature: number): boolean {
  return kinds[feature] === AREA || kinds[feature] === COLLECTION;
}

/** Whether a point lies in an area of the feature, and not in its holes. */
export function inAreaOf(geometry: PlanGeometry, feature: number, x: number, y: number): boolean {
  let around = 0;
  for (const part of featureParts(geometry, feature)) {
    if (geometry.partKinds[part] !== AREA) continue;
    const ring = partPositions(geometry, part);
    // Outer rings run counter-clockwise and holes clockwise: in a hole, the sum is 0.
    if (inRing(ring, x, y)) around += Math.sign(signedArea(ring));
  }
  return around > 0;
}
