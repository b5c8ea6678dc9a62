import {
  AREA,
  COLLECTION,
  featureParts,
  partPositions,
  type PlanGeometry,
} from "./plan-geometry.ts";

/** Twice the area of a closed ring (x and y in turn), positive where it runs counter-clockwise. */
export function signedArea(ring: Float64Array): number {
  const [originX = 0, originY = 0] = ring;
  let sum = 0;
  for (let at = 0; at + 3 < ring.length; at += 2) {
    const [x, y] = [(ring[at] ?? 0) - originX, (ring[at + 1] ?? 0) - originY];
    sum += x * ((ring[at + 3] ?? 0) - originY) - ((ring[at + 2] ?? 0) - originX) * y;
  }
  return sum;
}

/** Lets a ring run the other way, in place. */
export function turnRing(ring: Float64Array): void {
  for (let low = 0, high = ring.length - 2; low < high; low += 2, high -= 2)
    for (const axis of [0, 1]) {
      const kept = ring[low + axis] ?? 0;
      ring[low + axis] = ring[high + axis] ?? 0;
      ring[high + axis] = kept;
    }
}

/** Whether a point lies in a ring (x and y in turn, closed or not), by the even-odd rule. */
export function inRing(ring: Float64Array, x: number, y: number): boolean {
  let inside = false;
  let beforeX = ring.at(-2) ?? 0;
  let beforeY = ring.at(-1) ?? 0;
  for (let at = 0; at < ring.length; at += 2) {
    const ownX = ring[at] ?? 0;
    const ownY = ring[at + 1] ?? 0;
    if (ownY > y !== beforeY > y && x < ((beforeX - ownX) * (y - ownY)) / (beforeY - ownY) + ownX)
      inside = !inside;
    beforeX = ownX;
    beforeY = ownY;
  }
  return inside;
}

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
