import { bandAt, type EdgeBands } from "./edge-bands.ts";

/** Whether a point lies inside the ring, by the even-odd rule. */
export function insideBands(bands: EdgeBands, x: number, y: number): boolean {
  if (x < bands.minX || x > bands.maxX || y < bands.minY || y > bands.maxY) return false;
  const { edges, starts } = bands;
  const band = bandAt(bands, y);
  const end = (starts[band + 1] ?? 0) * 4;
  let inside = false;
  for (let at = (starts[band] ?? 0) * 4; at < end; at += 4) {
    const fromY = edges[at + 1] ?? 0;
    const toY = edges[at + 3] ?? 0;
    if (fromY > y === toY > y) continue;
    const fromX = edges[at] ?? 0;
    if (x < (((edges[at + 2] ?? 0) - fromX) * (y - fromY)) / (toY - fromY) + fromX)
      inside = !inside;
  }
  return inside;
}

/** Whether a segment (or a point, where its ends are the same) meets an edge of the ring, ends included. */
export function meetsEdge(
  bands: EdgeBands,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): boolean {
  const [low, high] = ay < by ? [ay, by] : [by, ay];
  if (high < bands.minY || low > bands.maxY) return false;
  if (Math.max(ax, bx) < bands.minX || Math.min(ax, bx) > bands.maxX) return false;
  const { edges, starts } = bands;
  const end = (starts[bandAt(bands, high) + 1] ?? 0) * 4;
  for (let at = (starts[bandAt(bands, low)] ?? 0) * 4; at < end; at += 4) {
    const [cx, cy] = [edges[at] ?? 0, edges[at + 1] ?? 0];
    if (segmentsMeet(ax, ay, bx, by, cx, cy, edges[at + 2] ?? 0, edges[at + 3] ?? 0)) return true;
  }
  return false;
}

/** Whether two segments a–b and c–d have a point in common, ends included. */
function segmentsMeet(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): boolean {
  if (Math.max(cx, dx) < Math.min(ax, bx) || Math.min(cx, dx) > Math.max(ax, bx)) return false;
  if (Math.max(cy, dy) < Math.min(ay, by) || Math.min(cy, dy) > Math.max(ay, by)) return false;
  const c = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  const d = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax);
  if ((c > 0 && d > 0) || (c < 0 && d < 0)) return false;
  const a = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx);
  const b = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx);
  return !((a > 0 && b > 0) || (a < 0 && b < 0));
}
