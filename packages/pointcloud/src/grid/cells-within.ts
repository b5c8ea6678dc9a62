import { CoverageGrid } from "./coverage-grid.ts";

/** Most cells of an area, and most crossings of its edges with rows: one of a continent is a mistake. */
const MOST_CELLS = 16_777_216;
const MOST_CROSSINGS = 4_194_304;

/** A closed ring of places x, y (m); its last place may be its first again. */
export type AreaRing = readonly (readonly [x: number, y: number])[];

/**
 * The cells (side `cell`, m) whose centres lie in any of some rings, each by itself; undefined where
 * there are none, or too many to count.
 */
export function cellsWithin(rings: readonly AreaRing[], cell: number): CoverageGrid | undefined {
  const sizes = rings.map((ring) => sizeOf(ring, cell));
  if (!(sumOf(sizes.map(({ cells }) => cells)) <= MOST_CELLS)) return undefined;
  if (!(sumOf(sizes.map(({ crossings }) => crossings)) <= MOST_CROSSINGS)) return undefined;
  const grid = new CoverageGrid(cell);
  for (const ring of rings) markRing(grid, ring);
  return grid.count === 0 ? undefined : grid;
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Cells of a ring's box, and crossings of its edges with rows, at most. */
function sizeOf(ring: AreaRing, cell: number): { cells: number; crossings: number } {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  let crossings = 0;
  for (const [at, [x, y]] of ring.entries()) {
    [west, east] = [Math.min(west, x), Math.max(east, x)];
    [south, north] = [Math.min(south, y), Math.max(north, y)];
    crossings += Math.abs(after(ring, at)[1] - y) / cell + 1;
  }
  return { cells: ((east - west) / cell + 1) * ((north - south) / cell + 1), crossings };
}

const after = (ring: AreaRing, at: number) => ring[(at + 1) % ring.length]!;

/** Row by row, between every two crossings of the ring with the row's middle. */
function markRing(grid: CoverageGrid, ring: AreaRing): void {
  const { cell } = grid;
  for (const [row, places] of crossingsOf(ring, cell)) {
    const crossings = places.toSorted((a, b) => a - b);
    for (let n = 0; n + 1 < crossings.length; n += 2) {
      const last = Math.ceil(crossings[n + 1]! / cell - 0.5);
      for (let column = Math.ceil(crossings[n]! / cell - 0.5); column < last; column++)
        grid.mark(column, row);
    }
  }
}

/** Where the ring crosses the middle of each row: x. */
function crossingsOf(ring: AreaRing, cell: number): Map<number, number[]> {
  const rows = new Map<number, number[]>();
  for (const [at, [x, y]] of ring.entries()) {
    const [toX, toY] = after(ring, at);
    const last = Math.ceil(Math.max(y, toY) / cell - 0.5);
    for (let row = Math.ceil(Math.min(y, toY) / cell - 0.5); row < last; row++) {
      const crossing = x + (((row + 0.5) * cell - y) / (toY - y)) * (toX - x);
      const places = rows.get(row);
      if (places === undefined) rows.set(row, [crossing]);
      else places.push(crossing);
    }
  }
  return rows;
}
