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
