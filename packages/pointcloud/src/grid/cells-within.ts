import { CoverageGrid } from "./coverage-grid.ts";

/** Most cells of an area: one of a continent is a mistake. */
const MOST_CELLS = 16_777_216;

/** A closed ring of places x, y (m); its last place may be its first again. */
export type AreaRing = readonly (readonly [x: number, y: number])[];

/**
 * The cells (side `cell`, m) whose centres lie in any of some rings, each by itself; undefined where
 * there are none, or too many to count.
 */
export function cellsWithin(rings: readonly AreaRing[], cell: number): CoverageGrid | undefined {
  const cells = rings.reduce((sum, ring) => sum + boxCells(ring, cell), 0);
  if (!(cells <= MOST_CELLS)) return undefined;
  const grid = new CoverageGrid(cell);
  for (const ring of rings) markRing(grid, ring);
  return grid.count === 0 ? undefined : grid;
}

function boundsOf(values: readonly number[]): readonly [least: number, most: number] {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return [least, most];
}

function boxCells(ring: AreaRing, cell: number): number {
  const [west, east] = boundsOf(ring.map(([x]) => x));
  const [south, north] = boundsOf(ring.map(([, y]) => y));
  return ((east - west) / cell + 1) * ((north - south) / cell + 1);
}

/** Row by row, between every two crossings of the ring with the row's middle. */
function markRing(grid: CoverageGrid, ring: AreaRing): void {
  const { cell } = grid;
  const [south, north] = boundsOf(ring.map(([, y]) => y / cell));
  for (let row = Math.floor(south); row <= north; row++) {
    const crossings = crossingsOf(ring, (row + 0.5) * cell);
    for (let n = 0; n + 1 < crossings.length; n += 2) {
      const last = Math.ceil(crossings[n + 1]! / cell - 0.5);
      for (let column = Math.ceil(crossings[n]! / cell - 0.5); column < last; column++)
        grid.mark(column, row);
    }
  }
}

function crossingsOf(ring: AreaRing, y: number): number[] {
  return ring
    .flatMap(([x0, y0], at) => {
      const [x1, y1] = ring[(at + 1) % ring.length]!;
      return y0 < y === y1 < y ? [] : [x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)];
    })
    .toSorted((a, b) => a - b);
}
