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
