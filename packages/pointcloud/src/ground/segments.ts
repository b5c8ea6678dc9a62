import { type CellField, cosineOf, heightAt, type Planes } from "./cell-field.ts";

/** Smooth pieces of a surface: cells whose points lie on each other's planes. */
export interface Segments {
  /** Number of each cell's segment, −1 for cells of none. */
  readonly of: Int32Array;
  /** Cells of each segment, and how far their points scatter about their planes, on average, m. */
  readonly sizes: Int32Array;
  readonly scatter: Float64Array;
}

/** Smaller pieces are none. */
const FEWEST_CELLS = 6;

/**
 * Grows segments over a field by smoothness (Rabbani, van den Heuvel & Vosselman 2006, on cells in place of
 * points): two cells are of one where either's point is within `tolerance` (m, at right angles) of the
 * other's plane. Across a cell without a point the next one is taken.
 */
export function growSegments(field: CellField, planes: Planes, tolerance: number): Segments {
  const { width, height, z } = field;
  const forest = new Forest(z.length);
  const isSmooth = (at: number): boolean =>
    !Number.isNaN(planes.h[at]!) && planes.rms[at]! <= tolerance;
  const link = (one: number, other: number): void => {
    if (isSmooth(other) && liesOn(field, planes, one, other, tolerance)) forest.join(one, other);
  };
  for (let row = 0, at = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1, at += 1) {
      if (!isSmooth(at)) continue;
      for (const [dx, dy] of FORWARD) {
        for (let step = 1; step <= 2; step += 1) {
          const [c, r] = [column + dx * step, row + dy * step];
          if (c < 0 || c >= width || r >= height) break;
          const other = r * width + c;
          if (Number.isNaN(z[other]!)) continue;
          link(at, other);
          break;
        }
      }
    }
  return forest.pieces(isSmooth, planes.rms);
}

const FORWARD: readonly (readonly [dx: number, dy: number])[] = [
  [1, 0],
  [-1, 1],
  [0, 1],
  [1, 1],
];

/** Whether the points of two cells lie on each other's planes. */
function liesOn(
  field: CellField,
  planes: Planes,
  one: number,
  other: number,
  tolerance: number,
): boolean {
  const { x, y, z } = field;
  const over = z[other]! - heightAt(field, planes, one, x[other]!, y[other]!);
  if (Math.abs(over) * cosineOf(planes, one) > tolerance) return false;
  const back = z[one]! - heightAt(field, planes, other, x[one]!, y[one]!);
  return Math.abs(back) * cosineOf(planes, other) <= tolerance;
}

/** Sets that are joined (Tarjan's union and find, the lower number leads: results never depend on order). */
class Forest {
  readonly #parents: Int32Array;

  constructor(size: number) {
    this.#parents = new Int32Array(size);
    for (let at = 0; at < size; at += 1) this.#parents[at] = at;
  }

  find(of: number): number {
    let root = of;
    while (this.#parents[root] !== root) root = this.#parents[root]!;
    for (let at = of; at !== root;) {
      const next = this.#parents[at]!;
      this.#parents[at] = root;
      at = next;
    }
    return root;
  }

  join(one: number, other: number): void {
    const [a, b] = [this.find(one), this.find(other)];
    if (a < b) this.#parents[b] = a;
    else this.#parents[a] = b;
  }

  pieces(isOf: (at: number) => boolean, scatters: Float32Array): Segments {
    const all = this.#parents.length;
    const counts = new Int32Array(all);
    for (let at = 0; at < all; at += 1) if (isOf(at)) counts[this.find(at)]! += 1;
    const numbers = new Int32Array(all).fill(-1);
    const sizes: number[] = [];
    for (let at = 0; at < all; at += 1)
      if (counts[at]! >= FEWEST_CELLS) numbers[at] = sizes.push(counts[at]!) - 1;
    const of = new Int32Array(all).fill(-1);
    const scatter = new Float64Array(sizes.length);
    for (let at = 0; at < all; at += 1) {
      const number = isOf(at) ? numbers[this.find(at)]! : -1;
      of[at] = number;
      if (number >= 0) scatter[number]! += scatters[at]! / sizes[number]!;
    }
    return { of, sizes: Int32Array.from(sizes), scatter };
  }
}
