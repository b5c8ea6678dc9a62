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
export function bandAt({ minY, maxY }: Box, y: number): number {
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
