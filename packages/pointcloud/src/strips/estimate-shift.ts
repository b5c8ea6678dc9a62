import { nthSize, solveSymmetric } from "./numeric-methods.ts";
import { freeArray } from "./strip-grid.ts";

const ROUNDS = 8;
/** Differences further than so many standard deviations from the fit are left out. */
const TRIM = 3;
const FEWEST_CELLS = 100;
/** Largest standard error of a horizontal shift that is worth telling; m. */
const MOST_ERROR = 0.03;

/** Cells of two strips, as columns. */
export interface SlopedCells {
  readonly count: number;
  readonly difference: Float32Array<ArrayBuffer>;
  /** Means of both strips' slopes. */
  readonly slopeX: Float32Array<ArrayBuffer>;
  readonly slopeY: Float32Array<ArrayBuffer>;
  /** The columns to come have a value of each so manieth cell. */
  readonly stride: number;
  /** Places, m. */
  readonly x: Float32Array<ArrayBuffer>;
  readonly y: Float32Array<ArrayBuffer>;
  /** Half of what the two strips' slopes differ by. */
  readonly spreadX: Float32Array<ArrayBuffer>;
  readonly spreadY: Float32Array<ArrayBuffer>;
}

export interface Shift {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/**
 * The shift (m) of one surface from another by their height differences and slopes: a surface moved
 * by (x, y, z) is higher by z − gx·x − gy·y where its slope is (gx, gy). Least squares over all cells,
 * trimmed; the linear form of Nuth & Kääb (2011), "Co-registration and bias corrections of satellite
 * elevation data sets", The Cryosphere 5, eq. 1–3.
 *
 * With it a tilt is solved. A line whose scanner is turned by a small angle ρ about the direction of
 * flight is turned about the scanner: ground h below it and a to its side moves by ρ·h sideways and by
 * ρ·a in height (Baltsavias 1999, "Airborne laser scanning: basic relations and formulas", ISPRS J. 54,
 * table 2), so that strips differ by a tilt beside the shift. Left out of the fit a tilt is taken for a
 * shift wherever the slope of the terrain changes with the place, as across a valley.
 *
 * Squares of slopes are products of one strip's and the other's, whose noise is not the same: by those
 * of noisy slopes shifts come out too short. Undefined where the slopes do not tell the shift.
 */
export function estimateShift(cells: SlopedCells): Shift | undefined {
  const sizes = new Float32Array(Math.ceil(cells.count / cells.stride));
  const shift = fitShift(cells, sizes);
  freeArray(sizes);
  return shift;
}

/** What the difference of a cell grows by: with a shift to the east and north, a height, a tilt. */
type Terms = readonly [x: number, y: number, z: number, east: number, north: number];
const SIZE = 5;

/** `sizes` is for those of the residuals. */
function fitShift(cells: SlopedCells, sizes: Float32Array): Shift | undefined {
  const middle = middleOf(cells);
  let fit: readonly number[] = [0, 0, 0, 0, 0];
  let limit = Number.POSITIVE_INFINITY;
  for (let round = 1; ; round++) {
    const sums = normalEquations(cells, middle, fit, limit);
    if (sums.n < FEWEST_CELLS) return undefined;
    const solved = solveSymmetric(sums.normal, sums.right);
    if (solved === undefined) return undefined;
    const [fitted, limited] = [fit, limit];
    fit = solved.solution;
    const spread = spreadOf(cells, middle, fit, sizes);
    limit = Math.max(TRIM * spread, 0.005);
    const settled = limit === limited && fit.every((value, at) => value === fitted[at]);
    if (round < ROUNDS && !settled) continue;
    const [x = 0, y = 0, z = 0] = fit;
    const worst = Math.max(solved.inverseDiagonal[0]!, solved.inverseDiagonal[1]!);
    return spread * Math.sqrt(worst) <= MOST_ERROR ? { x, y, z } : undefined;
  }
}

/** Middle of the cells, and the scale by which tilts are of the size of shifts. */
interface Middle {
  readonly x: number;
  readonly y: number;
  readonly span: number;
}

function middleOf({ x, y, ...cells }: SlopedCells): Middle {
  const count = Math.ceil(cells.count / cells.stride);
  let [sumX, sumY, square] = [0, 0, 0];
  for (let at = 0; at < count; at++) {
    sumX += x[at]!;
    sumY += y[at]!;
  }
  const [middleX, middleY] = [sumX / count, sumY / count];
  for (let at = 0; at < count; at++) square += (x[at]! - middleX) ** 2 + (y[at]! - middleY) ** 2;
  return { x: middleX, y: middleY, span: Math.sqrt(square / count) || 1 };
}

/** Of a cell that has a place. */
const termsOf = (cells: SlopedCells, { x, y, span }: Middle, at: number): Terms => [
  -cells.slopeX[at * cells.stride]!,
  -cells.slopeY[at * cells.stride]!,
  1,
  (cells.x[at]! - x) / span,
  (cells.y[at]! - y) / span,
];

function residual(difference: number, terms: Terms, fit: readonly number[]): number {
  let left = difference;
  for (let term = 0; term < SIZE; term++) left -= terms[term]! * fit[term]!;
  return left;
}

const zeros = (): Float64Array => new Float64Array(SIZE);

function normalEquations(
  cells: SlopedCells,
  middle: Middle,
  fit: readonly number[],
  limit: number,
) {
  const normal = Array.from({ length: SIZE }, zeros);
  const right = zeros();
  let n = 0;
  for (let at = 0; at * cells.stride < cells.count; at++) {
    const terms = termsOf(cells, middle, at);
    const difference = cells.difference[at * cells.stride]!;
    if (!(Math.abs(residual(difference, terms, fit)) <= limit)) continue;
    for (let row = 0; row < SIZE; row++) {
      right[row]! += terms[row]! * difference;
      for (let column = 0; column < SIZE; column++)
        normal[row]![column]! += terms[row]! * terms[column]!;
    }
    const [spreadX, spreadY] = [cells.spreadX[at]!, cells.spreadY[at]!];
    normal[0]![0]! -= spreadX * spreadX;
    normal[0]![1]! -= spreadX * spreadY;
    normal[1]![0]! -= spreadX * spreadY;
    normal[1]![1]! -= spreadY * spreadY;
    n++;
  }
  return { normal, right, n };
}

/** Standard deviation of the residuals by their median, 1.4826 of it for normal ones. */
function spreadOf(
  cells: SlopedCells,
  middle: Middle,
  fit: readonly number[],
  sizes: Float32Array,
): number {
  for (let at = 0; at * cells.stride < cells.count; at++) {
    const difference = cells.difference[at * cells.stride]!;
    sizes[at] = Math.abs(residual(difference, termsOf(cells, middle, at), fit));
  }
  return 1.4826 * (nthSize(sizes, (count) => count >> 1) ?? Number.POSITIVE_INFINITY);
}
