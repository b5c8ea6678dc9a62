import { halvedMeans } from "../raster/fill-voids.ts";

/** Cells whose mean fills a hole. */
const NEIGHBOURS = 8;
/** Farther than so many cells no neighbour is looked for: the surface of half the cells answers. */
const REACH = 8;

interface Offset {
  readonly dx: number;
  readonly dy: number;
}

const squares = ({ dx, dy }: Offset): number => dx * dx + dy * dy;

/** Steps to all cells within reach, the nearest first. */
const OFFSETS: readonly Offset[] = Array.from({ length: (2 * REACH + 1) ** 2 }, (_, index) => ({
  dx: (index % (2 * REACH + 1)) - REACH,
  dy: Math.floor(index / (2 * REACH + 1)) - REACH,
}))
  .filter((offset) => squares(offset) > 0 && squares(offset) <= REACH * REACH)
  .toSorted((one, other) => squares(one) - squares(other));
/** The same as columns, which are walked faster. */
const DX = Int16Array.from(OFFSETS, ({ dx }) => dx);
const DY = Int16Array.from(OFFSETS, ({ dy }) => dy);

/**
 * Fills the holes (NaN) of a surface, in place: each with the mean of the eight nearest cells that had
 * a height before, as Pingel et al. 2013 (2.1) do; where there are no eight within 32 cells, with that
 * of the smallest halved surface that has one there. A surface without any height stays as it is.
 */
export function fillHoles(surface: Float32Array, width: number): void {
  const holes = holesOf(surface);
  if (holes.length === 0 || holes.length === surface.length) return;
  const known = new KnownCells(surface, width);
  const filled = new Float32Array(holes.length).fill(Number.NaN);
  let far = false;
  for (const [index, at] of holes.entries()) {
    filled[index] = nearestMean(surface, width, known, at);
    if (Number.isNaN(filled[index])) far = true;
  }
  const halfWidth = Math.ceil(width / 2);
  const half = far ? halvedMeans(surface, width) : undefined;
  if (half !== undefined) fillHoles(half, halfWidth);
  for (const [index, at] of holes.entries()) {
    const parent = (Math.floor(at / width) >> 1) * halfWidth + ((at % width) >> 1);
    surface[at] = Number.isNaN(filled[index]!) ? half![parent]! : filled[index]!;
  }
}

function holesOf(surface: Float32Array): Uint32Array {
  let count = 0;
  for (let at = 0; at < surface.length; at += 1) if (Number.isNaN(surface[at]!)) count += 1;
  const holes = new Uint32Array(count);
  for (let at = 0, hole = 0; at < surface.length; at += 1)
    if (Number.isNaN(surface[at]!)) holes[hole++] = at;
  return holes;
}

function nearestMean(surface: Float32Array, width: number, known: KnownCells, at: number): number {
  const height = surface.length / width;
  const [column, row] = [at % width, Math.floor(at / width)];
  if (known.around(column, row, REACH) < NEIGHBOURS) return Number.NaN;
  let [sum, found] = [0, 0];
  for (let index = firstOffset(known, column, row); index < DX.length; index += 1) {
    const [x, y] = [column + DX[index]!, row + DY[index]!];
    if (x < 0 || y < 0 || x >= width || y >= height) continue;
    const value = surface[y * width + x]!;
    if (Number.isNaN(value)) continue;
    sum += value;
    found += 1;
    if (found === NEIGHBOURS) return sum / found;
  }
  return Number.NaN;
}

/** Squares around a cell that are looked at as a whole, before their cells one by one. */
const EMPTY_REACHES = [1, 2, 3, 4, 5, 6];
const FIRST_BEYOND = EMPTY_REACHES.map((reach) =>
  OFFSETS.findIndex((offset) => squares(offset) > reach * reach),
);

/** The first of the offsets that may lead to a known cell. */
function firstOffset(known: KnownCells, column: number, row: number): number {
  let first = 0;
  for (const [index, reach] of EMPTY_REACHES.entries()) {
    if (known.around(column, row, reach) > 0) break;
    first = FIRST_BEYOND[index]!;
  }
  return first;
}

/** How many cells of any rectangle have a height, by sums over all cells left of and below a place. */
class KnownCells {
  readonly #width: number;
  readonly #height: number;
  readonly #sums: Uint32Array;

  constructor(surface: Float32Array, width: number) {
    this.#width = width;
    this.#height = surface.length / width;
    const stride = width + 1;
    this.#sums = new Uint32Array(stride * (this.#height + 1));
    for (let row = 0; row < this.#height; row += 1)
      for (let column = 0, line = 0; column < width; column += 1) {
        if (!Number.isNaN(surface[row * width + column]!)) line += 1;
        const at = (row + 1) * stride + column + 1;
        this.#sums[at] = this.#sums[at - stride]! + line;
      }
  }

  /** Known cells up to `reach` cells to each side. */
  around(column: number, row: number, reach: number): number {
    const left = Math.max(0, column - reach);
    const right = Math.min(this.#width, column + reach + 1);
    const below = Math.max(0, row - reach) * (this.#width + 1);
    const above = Math.min(this.#height, row + reach + 1) * (this.#width + 1);
    const sums = this.#sums;
    return sums[above + right]! - sums[above + left]! - sums[below + right]! + sums[below + left]!;
  }
}
