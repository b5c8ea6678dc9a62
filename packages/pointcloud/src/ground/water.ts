import type { CellField } from "./cell-field.ts";
import { PlaneFit } from "../raster/plane-fit.ts";
import { pieceOf } from "./roofs.ts";

/** How far points on two sides of a cell may be for it to be within the survey, cells. */
const WITHIN = 12;
/** Half the sides of the squares in which points are counted: the cell's surroundings, and its own. */
const WIDE = 4;
const NARROW = 2;
/** Share of the usual number of points under which pulses failed. */
const SPARSE = 0.4;
const FEWEST_INSIDE = 12;
/** Smallest water, cells with points; m² of its tile. */
const FEWEST = 8;
/** Cells along a side of the squares in which water is one plane. */
const TILE = 64;
/** Steepest water, and how far its points lie off a plane, m. */
const STEEPEST = 0.02;
const OFF = 0.2;
const ROUNDS = 4;

/**
 * Cells of water, 1, else 0: where most pulses failed and the others lie on a level plane. `isOpen` says
 * of which cells the surface may be water.
 */
export function waterCells(field: CellField, isOpen: (at: number) => boolean): Uint8Array {
  const { count, width, height } = field;
  const water = new Uint8Array(count.length);
  const usual = usualCount(count);
  const inside = insideCells(field);
  const isSparse = sparseCells(field, inside, usual);
  const seen = new Uint8Array(count.length);
  for (let at = 0; at < count.length; at += 1) {
    if (seen[at] === 1 || isSparse[at] === 0) continue;
    const tile = tileOf(at, width);
    const zone = pieceOf(field, at, seen, (of) => isSparse[of] === 1 && tileOf(of, width) === tile);
    markLevel(
      field,
      zone.filter((of) => !Number.isNaN(field.z[of]!) && isOpen(of)),
      water,
    );
  }
  growWater({ field, water, usual, isOpen, height });
  return water;
}

const tileOf = (at: number, width: number): number =>
  Math.floor(Math.floor(at / width) / TILE) * 1_000_000 + Math.floor((at % width) / TILE);

/** The number that half of the cells with points have at least. */
function usualCount(count: Uint8Array): number {
  const cells = new Uint32Array(256);
  let all = 0;
  for (const of of count) {
    if (of === 0) continue;
    cells[of]! += 1;
    all += 1;
  }
  for (let of = 0, seen = 0; of < cells.length; of += 1) {
    seen += cells[of]!;
    if (seen * 2 >= all) return of;
  }
  return 0;
}

/** Cells with points on two opposite sides, not far. */
function insideCells({ width, height, count }: CellField): Uint8Array {
  const inside = new Uint8Array(count.length);
  const between = (first: number, step: number, cells: number): void => {
    let last = -Infinity;
    for (let n = 0; n < cells; n += 1) {
      if (count[first + n * step] === 0) continue;
      const from = n - last <= 2 * WITHIN ? last + 1 : n;
      for (let m = from; m <= n; m += 1) inside[first + m * step] = 1;
      last = n;
    }
  };
  for (let row = 0; row < height; row += 1) between(row * width, 1, width);
  for (let column = 0; column < width; column += 1) between(column, width, height);
  return inside;
}

/** Sums of a square around each cell. */
function boxSums(values: Uint8Array, width: number, reach: number): Float32Array {
  const height = values.length / width;
  const rows = new Float32Array(values.length);
  const sums = new Float32Array(values.length);
  const slide = (
    from: ArrayLike<number>,
    to: Float32Array,
    first: number,
    step: number,
    n: number,
  ) => {
    let sum = 0;
    for (let at = -reach; at < n; at += 1) {
      if (at + reach < n) sum += from[first + (at + reach) * step]!;
      if (at - reach - 1 >= 0) sum -= from[first + (at - reach - 1) * step]!;
      if (at >= 0) to[first + at * step] = sum;
    }
  };
  for (let row = 0; row < height; row += 1) slide(values, rows, row * width, 1, width);
  for (let column = 0; column < width; column += 1) slide(rows, sums, column, width, height);
  return sums;
}

function sparseCells({ count, width }: CellField, inside: Uint8Array, usual: number): Uint8Array {
  const sparse = new Uint8Array(count.length);
  const wide = [boxSums(count, width, WIDE), boxSums(inside, width, WIDE)] as const;
  const narrow = [boxSums(count, width, NARROW), boxSums(inside, width, NARROW)] as const;
  for (let at = 0; at < sparse.length; at += 1) {
    if (inside[at] === 0 || narrow[1][at]! < FEWEST_INSIDE) continue;
    const isSparse = [wide, narrow].every(
      ([points, cells]) => points[at]! < SPARSE * usual * cells[at]!,
    );
    if (isSparse) sparse[at] = 1;
  }
  return sparse;
}

/** Marks the cells of a zone that lie on one level plane, if it has one. */
function markLevel({ x, y, z }: CellField, zone: readonly number[], water: Uint8Array): void {
  const fit = new PlaneFit();
  const middle = zone[zone.length >> 1];
  if (middle === undefined) return;
  const levels = zone.map((at) => z[at]!).toSorted((a, b) => a - b);
  const level = levels[levels.length >> 1]!;
  let kept = zone.filter((at) => Math.abs(z[at]! - level) < 5 * OFF);
  for (let round = 0; round < ROUNDS; round += 1) {
    if (kept.length < FEWEST) return;
    fit.clear();
    for (const at of kept) fit.add(x[at]! - x[middle]!, y[at]! - y[middle]!, z[at]! - level);
    const isPlane = fit.solve() && Math.hypot(fit.gx, fit.gy) < STEEPEST;
    const { h, gx, gy } = isPlane ? fit : { h: 0, gx: 0, gy: 0 };
    const most = round === ROUNDS - 1 ? OFF : 2 * OFF;
    kept = zone.filter(
      (at) =>
        Math.abs(z[at]! - level - h - gx * (x[at]! - x[middle]!) - gy * (y[at]! - y[middle]!)) <
        most,
    );
  }
  if (kept.length >= FEWEST && kept.length >= 0.5 * zone.length)
    for (const at of kept) water[at] = 1;
}

/** Takes sparse cells beside water that lie as high: its shores. */
function growWater({
  field: { width, height, z, count },
  water,
  usual,
  isOpen,
}: {
  readonly field: CellField;
  readonly water: Uint8Array;
  readonly usual: number;
  readonly isOpen: (at: number) => boolean;
  readonly height: number;
}): void {
  const list: number[] = [];
  for (let at = 0; at < water.length; at += 1) if (water[at] === 1) list.push(at);
  for (const at of list) {
    const [column, row] = [at % width, Math.floor(at / width)];
    for (let r = Math.max(0, row - 3); r <= Math.min(height - 1, row + 3); r += 1)
      for (let c = Math.max(0, column - 3); c <= Math.min(width - 1, column + 3); c += 1) {
        const other = r * width + c;
        const isSparse = count[other]! <= SPARSE * usual && Math.abs(z[other]! - z[at]!) < OFF / 2;
        if (water[other] === 1 || !isSparse || !isOpen(other)) continue;
        water[other] = 1;
        list.push(other);
      }
  }
}
