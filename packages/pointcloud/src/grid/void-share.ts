import { CoverageGrid } from "./coverage-grid.ts";

/** Largest field of blocks that is searched: a stray point may lie a thousand kilometres off. */
const MAX_BLOCKS = 16_777_216;
const OUTSIDE = 2;
const COVERED = 1;

/** Cells along a side of a block. */
export const BLOCK_CELLS = 8;

/** A block with what it adds to a share: `part` of `whole`. */
export interface BlockShare {
  readonly column: number;
  readonly row: number;
  readonly part: number;
  readonly whole: number;
}

/** The share of all blocks, 0 to 1; NaN without any. */
export function shareOf(blocks: Iterable<BlockShare>): number {
  let [parts, wholes] = [0, 0];
  for (const { part, whole } of blocks) {
    parts += part;
    wholes += whole;
  }
  return parts / wholes;
}

/**
 * Cells without a point inside the cloud, by block. Inside are blocks of 8 × 8 cells that no way
 * over empty blocks leads to from the outside, nor to one of their eight neighbours; of an area of
 * interest (cells of a block's side), those in it.
 */
export function* voidBlocks(grid: CoverageGrid, area?: CoverageGrid): Generator<BlockShare> {
  const block = BLOCK_CELLS;
  const blocks = new BlockField(grid.coarser(block));
  for (const [column, row] of blocks.inside()) {
    if (area?.has(column, row) === false) continue;
    let part = 0;
    for (let i = 0; i < block; i += 1)
      for (let j = 0; j < block; j += 1)
        if (!grid.has(column * block + i, row * block + j)) part += 1;
    yield { column, row, part, whole: block * block };
  }
}

/**
 * Blocks of an area of interest (cells of a block's side) that a survey covers: those with points and
 * those that such blocks enclose, whose voids are {@link voidBlocks}'.
 */
export function* surveyedBlocks(grid: CoverageGrid, area: CoverageGrid): Generator<BlockShare> {
  const blocks = new BlockField(grid.coarser(BLOCK_CELLS));
  for (const { column, row } of area.cells())
    yield { column, row, part: blocks.surveyed(column, row) ? 1 : 0, whole: 1 };
}

/** Blocks in a rectangle with a margin of one, of which the outside is found. */
class BlockField {
  readonly #column: number;
  readonly #row: number;
  readonly #width: number;
  readonly #height: number;
  readonly #state: Uint8Array;

  constructor(blocks: CoverageGrid) {
    const [low, high] = [
      [Infinity, Infinity],
      [-Infinity, -Infinity],
    ];
    for (const { column, row } of blocks.cells())
      for (const [axis, place] of [column, row].entries()) {
        low[axis] = Math.min(low[axis]!, place);
        high[axis] = Math.max(high[axis]!, place);
      }
    this.#column = low[0]! - 1;
    this.#row = low[1]! - 1;
    this.#width = high[0]! - low[0]! + 3;
    this.#height = high[1]! - low[1]! + 3;
    const fits = blocks.count > 0 && this.#width * this.#height <= MAX_BLOCKS;
    this.#state = new Uint8Array(fits ? this.#width * this.#height : 0);
    if (!fits) return;
    for (const { column, row } of blocks.cells())
      this.#state[(row - this.#row) * this.#width + column - this.#column] = COVERED;
    this.#findOutside();
  }

  surveyed(column: number, row: number): boolean {
    const [x, y] = [column - this.#column, row - this.#row];
    if (x < 0 || y < 0 || x >= this.#width) return false;
    return (this.#state[y * this.#width + x] ?? OUTSIDE) !== OUTSIDE;
  }

  *inside(): Generator<readonly [column: number, row: number], void, void> {
    if (this.#state.length === 0) return;
    const width = this.#width;
    const near = [0, -1, 1, -width, width, -width - 1, 1 - width, width - 1, width + 1];
    for (let at = width + 1; at < this.#state.length - width - 1; at += 1)
      if (near.every((step) => this.#state[at + step] !== OUTSIDE))
        yield [this.#column + (at % width), this.#row + Math.floor(at / width)];
  }

  #findOutside(): void {
    const state = this.#state;
    const width = this.#width;
    const open = [0];
    state[0] = OUTSIDE;
    for (let at = open.pop(); at !== undefined; at = open.pop())
      for (const next of [at - 1, at + 1, at - width, at + width]) {
        if (state[next] !== 0) continue;
        state[next] = OUTSIDE;
        open.push(next);
      }
  }
}
