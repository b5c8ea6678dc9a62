import { tileAt, tileKey } from "./tile-key.ts";

/** Cells along a side of a tile. */
const SIDE = 256;
const SIDE_BITS = 8;
const WORDS = (SIDE * SIDE) / 32;

/** Memory of a tile of {@link CoverageGrid}. */
export const COVERAGE_TILE_BYTES = 4 * WORDS;

const NONE = new Uint32Array(WORDS);

/** A cell by its column (to the right) and row (upwards). */
export interface Cell {
  readonly column: number;
  readonly row: number;
}

/**
 * Which cells of `cell` metres hold points: one bit each, in tiles made where points are. Cell (i, j)
 * covers x from i · cell and y from j · cell on.
 */
export class CoverageGrid {
  readonly cell: number;
  readonly #tiles = new Map<number, Uint32Array>();
  #latestKey = Number.NaN;
  #latest: Uint32Array = new Uint32Array();
  #count = 0;

  constructor(cell: number) {
    this.cell = cell;
  }

  /** Covered cells. */
  get count(): number {
    return this.#count;
  }

  /** Memory that the tiles take. */
  get bytes(): number {
    return this.#tiles.size * COVERAGE_TILE_BYTES;
  }

  /** Marks the cell at x, y (m); places that are no numbers, or thousands of kilometres off, are not. */
  add(x: number, y: number): void {
    this.mark(Math.floor(x / this.cell), Math.floor(y / this.cell));
  }

  mark(column: number, row: number): void {
    if (!(Math.abs(column) < 2 ** 31 && Math.abs(row) < 2 ** 31)) return;
    const key = tileKey(column >> SIDE_BITS, row >> SIDE_BITS);
    if (key !== this.#latestKey) {
      this.#latest = this.#tileOf(key);
      this.#latestKey = key;
    }
    const at = (row & (SIDE - 1)) * SIDE + (column & (SIDE - 1));
    const word = this.#latest[at >> 5] ?? 0;
    const bit = 1 << (at & 31);
    if ((word & bit) !== 0) return;
    this.#latest[at >> 5] = word | bit;
    this.#count += 1;
  }

  has(column: number, row: number): boolean {
    const key = tileKey(column >> SIDE_BITS, row >> SIDE_BITS);
    const at = (row & (SIDE - 1)) * SIDE + (column & (SIDE - 1));
    return (((this.#tiles.get(key)?.[at >> 5] ?? 0) >>> (at & 31)) & 1) === 1;
  }

  /** Every covered cell, tile by tile. */
  *cells(): Generator<Cell, void, void> {
    for (const [key, words] of this.#tiles) {
      const tile = tileAt(key);
      const [column, row] = [tile.column * SIDE, tile.row * SIDE];
      for (const [index, word] of words.entries())
        for (let bit = 0, rest = word; rest !== 0; bit += 1, rest >>>= 1) {
          const at = index * 32 + bit;
          if ((rest & 1) === 1)
            yield { column: column + (at & (SIDE - 1)), row: row + (at >> SIDE_BITS) };
        }
    }
  }

  /** The same coverage in cells `times` as large; one is covered where any within it is. */
  coarser(times: number): CoverageGrid {
    const grid = new CoverageGrid(this.cell * times);
    for (const { column, row } of this.cells())
      grid.mark(Math.floor(column / times), Math.floor(row / times));
    return grid;
  }

  /** Its tiles by {@link tileKey}: a bit for each cell, row by row. */
  get tiles(): ReadonlyMap<number, Uint32Array> {
    return this.#tiles;
  }

  /** Covers what tiles of a grid of the same cells cover, which become this grid's own. */
  adopt({ tiles }: Pick<CoverageGrid, "tiles">): void {
    this.#latestKey = Number.NaN;
    for (const [key, words] of tiles) {
      const own = this.#tiles.get(key) ?? NONE;
      for (const [at, word] of words.entries()) {
        this.#count += bitsOf(word & ~own[at]!);
        words[at] = word | own[at]!;
      }
      this.#tiles.set(key, words);
    }
  }

  #tileOf(key: number): Uint32Array {
    const found = this.#tiles.get(key);
    if (found !== undefined) return found;
    const tile = new Uint32Array(WORDS);
    this.#tiles.set(key, tile);
    return tile;
  }
}

/** Ones among 32 bits. */
function bitsOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Most cells of an area, and most crossings of its edges with rows: one of a continent is a mistake. */
const MOST_CELLS = 16_777_216;
const MOST_CROSSINGS = 4_194_304;

/** A closed ring of places x, y (m); its last place may be its first again. */
export type AreaRing = readonly (readonly [x: number, y: number])[];

/**
 * The cells (side `cell`, m) whose centres lie in any of the rings; undefined without any, or where
 * they are too many to count.
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

/** x of the ring's crossings with the middle of each row. */
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
