/** An edge between two corners, longitudes counted on over 180°. */
export type Edge = readonly [x: number, y: number, toX: number, toY: number];

const MOST_BANDS = 2_048;
/** An edge stands in each band that it passes: so many entries for each edge, on the average. */
const ENTRIES_OF_EDGE = 8;

/** A closed ring whose edges are found by latitude: what crosses a place's band, no others. */
export class RingBands {
  readonly #bands: Edge[][];
  readonly #south: number;
  readonly #height: number;

  constructor(edges: readonly Edge[]) {
    let [south, north, rise] = [Infinity, -Infinity, 0];
    for (const [, y, , toY] of edges) {
      [south, north] = [Math.min(south, y), Math.max(north, y)];
      rise += Math.abs(toY - y);
    }
    const count = Math.floor((ENTRIES_OF_EDGE * edges.length * (north - south)) / rise) || 1;
    const bands = Math.min(count, MOST_BANDS);
    this.#south = south;
    this.#height = Math.max((north - south) / bands, Number.MIN_VALUE);
    this.#bands = Array.from({ length: bands }, () => []);
    for (const edge of edges) for (const band of this.#passed(edge[1], edge[3])) band.push(edge);
  }

  /** Whether a place is inside (even-odd rule). */
  holds(x: number, y: number): boolean {
    let inside = false;
    for (const [fromX, fromY, toX, toY] of this.#bands[this.#bandOf(y)]!)
      if (fromY > y !== toY > y && x < ((toX - fromX) * (y - fromY)) / (toY - fromY) + fromX)
        inside = !inside;
    return inside;
  }

  /** The shares of a segment at which edges cross it, in no order. */
  crossings(segment: Edge): number[] {
    const cuts: number[] = [];
    for (const band of this.#passed(segment[1], segment[3]))
      for (const edge of band) {
        const cut = crossing(segment, edge);
        if (cut !== undefined) cuts.push(cut);
      }
    return cuts;
  }

  #passed(y: number, toY: number): Edge[][] {
    return this.#bands.slice(this.#bandOf(Math.min(y, toY)), this.#bandOf(Math.max(y, toY)) + 1);
  }

  #bandOf(y: number): number {
    const band = Math.floor((y - this.#south) / this.#height);
    return Math.min(Math.max(band, 0), this.#bands.length - 1);
  }
}

/** Where on a segment, as a share of it, an edge crosses it. */
function crossing([x, y, toX, toY]: Edge, [edgeX, edgeY, edgeToX, edgeToY]: Edge) {
  const [dx, dy, ex, ey] = [toX - x, toY - y, edgeToX - edgeX, edgeToY - edgeY];
  const cross = dx * ey - dy * ex;
  if (cross === 0) return undefined;
  const share = ((edgeX - x) * ey - (edgeY - y) * ex) / cross;
  const onEdge = ((edgeX - x) * dy - (edgeY - y) * dx) / cross;
  return share > 0 && share < 1 && onEdge >= 0 && onEdge <= 1 ? share : undefined;
}
