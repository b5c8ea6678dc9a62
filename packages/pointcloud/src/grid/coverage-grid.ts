/** Cells along a side of a tile. */
const SIDE = 256;
const SIDE_BITS = 8;
const WORDS = (SIDE * SIDE) / 32;
/** Tiles may lie up to so many from the origin: their two numbers share one key. */
const HALF = 2 ** 25;
const SPAN = 2 ** 26;

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
    return this.#tiles.size * WORDS * 4;
  }

  /** Marks the cell at x, y (m); places that are no numbers, or thousands of kilometres off, are not. */
  add(x: number, y: number): void {
    this.mark(Math.floor(x / this.cell), Math.floor(y / this.cell));
  }

  mark(column: number, row: number): void {
    if (!(Math.abs(column) < 2 ** 31 && Math.abs(row) < 2 ** 31)) return;
    const key = ((row >> SIDE_BITS) + HALF) * SPAN + (column >> SIDE_BITS) + HALF;
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
    const key = ((row >> SIDE_BITS) + HALF) * SPAN + (column >> SIDE_BITS) + HALF;
    const at = (row & (SIDE - 1)) * SIDE + (column & (SIDE - 1));
    return (((this.#tiles.get(key)?.[at >> 5] ?? 0) >>> (at & 31)) & 1) === 1;
  }

  /** Every covered cell, tile by tile. */
  *cells(): Generator<Cell, void, void> {
    for (const [key, words] of this.#tiles) {
      const column = ((key % SPAN) - HALF) * SIDE;
      const row = (Math.floor(key / SPAN) - HALF) * SIDE;
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

  /** Covers what another grid of the same cells covers, whose tiles become this grid's own. */
  adopt(other: CoverageGrid): void {
    this.#latestKey = Number.NaN;
    for (const [key, words] of other.#tiles) {
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

function bitsOf(word: number): number {
  let count = 0;
  for (let rest = word; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
