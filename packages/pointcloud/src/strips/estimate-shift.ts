import { freeArray } from "./free-array.ts";
import { nthSize } from "./nth-size.ts";
import { solveSymmetric } from "./solve-symmetric.ts";

const ROUNDS = 8;
/** Differences further than so many standard deviations from the fit are left out. */
const TRIM = 3;
const FEWEST_CELLS = 100;
/** Largest standard error of a horizontal shift that is worth telling; m. */
const MOST_ERROR = 0.03;

interface Slopes {
  readonly count: number;
  readonly difference: Float32Array;
  readonly slopeX: Float32Array;
  readonly slopeY: Float32Array;
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
 * elevation data sets", The Cryosphere 5, eq. 1–3. Undefined where the slopes do not tell it.
 */
export function estimateShift(cells: Slopes): Shift | undefined {
  const sizes = new Float32Array(cells.count);
  const shift = fitShift(cells, sizes);
  freeArray(sizes);
  return shift;
}

/** `sizes` is for those of the residuals. */
function fitShift(cells: Slopes, sizes: Float32Array): Shift | undefined {
  let fit = [0, 0, 0];
  let limit = Number.POSITIVE_INFINITY;
  for (let round = 1; ; round++) {
    const sums = normalEquations(cells, fit, limit);
    if (sums.n < FEWEST_CELLS) return undefined;
    const solved = solveSymmetric(sums.normal, sums.right);
    if (solved === undefined) return undefined;
    const [fitted, limited] = [fit, limit];
    fit = solved.solution;
    const spread = spreadOf(cells, fit, sizes);
    limit = Math.max(TRIM * spread, 0.005);
    const settled = limit === limited && fit.every((value, at) => value === fitted[at]);
    if (round < ROUNDS && !settled) continue;
    const [x = 0, y = 0, z = 0] = fit;
    const worst = Math.max(solved.inverseDiagonal[0]!, solved.inverseDiagonal[1]!);
    return spread * Math.sqrt(worst) <= MOST_ERROR ? { x, y, z } : undefined;
  }
}

function residual(cells: Slopes, at: number, fit: readonly number[]): number {
  const modelled = fit[2]! - cells.slopeX[at]! * fit[0]! - cells.slopeY[at]! * fit[1]!;
  return cells.difference[at]! - modelled;
}

function normalEquations(cells: Slopes, fit: readonly number[], limit: number) {
  let [n, xx, xy, yy, x, y] = [0, 0, 0, 0, 0, 0];
  let [rightX, rightY, rightZ] = [0, 0, 0];
  for (let at = 0; at < cells.count; at++) {
    if (!(Math.abs(residual(cells, at, fit)) <= limit)) continue;
    const [gx, gy, dz] = [-cells.slopeX[at]!, -cells.slopeY[at]!, cells.difference[at]!];
    xx += gx * gx;
    xy += gx * gy;
    yy += gy * gy;
    x += gx;
    y += gy;
    rightX += gx * dz;
    rightY += gy * dz;
    rightZ += dz;
    n++;
  }
  const normal = [
    [xx, xy, x],
    [xy, yy, y],
    [x, y, n],
  ];
  return { normal, right: [rightX, rightY, rightZ], n };
}

/** Standard deviation of the residuals by their median, 1.4826 of it for normal ones. */
function spreadOf(cells: Slopes, fit: readonly number[], sizes: Float32Array): number {
  for (let at = 0; at < cells.count; at++) sizes[at] = Math.abs(residual(cells, at, fit));
  return 1.4826 * (nthSize(sizes, (count) => count >> 1) ?? Number.POSITIVE_INFINITY);
}
