const BANDS = 256;

/**
 * The edges of a closed ring by horizontal bands of its height, so that a point or a short line meets
 * the few edges of its own band. Edges of band `b` are four numbers each (x, y, x, y) in `edges`, from
 * `starts[b] * 4` to `starts[b + 1] * 4`.
 */
export interface EdgeBands {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
  readonly starts: Uint32Array;
  readonly edges: Float64Array;
}

/** Sorts the edges of a ring (x and y in turn, closed or not) into its bands. */
export function edgeBands(ring: Float64Array): EdgeBands {
  const box = boxOf(ring);
  const corners = ring.length / 2;
  const counts = new Uint32Array(BANDS + 1);
  const eachBand = (edge: number, take: (band: number) => void): void => {
    const [from, to] = [ring[edge * 2 + 1] ?? 0, ring[((edge + 1) % corners) * 2 + 1] ?? 0];
    const last = bandAt(box, Math.max(from, to));
    for (let band = bandAt(box, Math.min(from, to)); band <= last; band++) take(band);
  };
  for (let edge = 0; edge < corners; edge++)
    eachBand(edge, (band) => (counts[band + 1] = (counts[band + 1] ?? 0) + 1));
  for (let band = 0; band < BANDS; band++)
    counts[band + 1] = (counts[band + 1] ?? 0) + (counts[band] ?? 0);
  const edges = new Float64Array((counts[BANDS] ?? 0) * 4);
  const next = counts.slice();
  for (let edge = 0; edge < corners; edge++)
    eachBand(edge, (band) => {
      const at = next[band] ?? 0;
      next[band] = at + 1;
      const to = ((edge + 1) % corners) * 2;
      edges.set(
        [ring[edge * 2] ?? 0, ring[edge * 2 + 1] ?? 0, ring[to] ?? 0, ring[to + 1] ?? 0],
        at * 4,
      );
    });
  return { ...box, starts: counts, edges };
}

type Box = Pick<EdgeBands, "minX" | "minY" | "maxX" | "maxY">;

/** The band that a northing within the ring's height lies in. */
function bandAt({ minY, maxY }: Box, y: number): number {
  const band = Math.floor(((y - minY) / (maxY - minY)) * BANDS);
  // A ring without height has all in the first band.
  return Number.isNaN(band) ? 0 : Math.max(0, Math.min(BANDS - 1, band));
}

function boxOf(ring: Float64Array): Box {
  const box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  for (let at = 0; at < ring.length; at += 2) {
    const [x, y] = [ring[at] ?? 0, ring[at + 1] ?? 0];
    box.minX = Math.min(box.minX, x);
    box.maxX = Math.max(box.maxX, x);
    box.minY = Math.min(box.minY, y);
    box.maxY = Math.max(box.maxY, y);
  }
  return box;
}

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
