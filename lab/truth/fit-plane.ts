/** z = offset + east · x + north · y. */
export interface Plane {
  readonly offset: number;
  readonly east: number;
  readonly north: number;
}

/** A point relative to the place that a plane is fitted around. */
export interface Offset {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

const FEWEST = 4;
const FLAT = 1e-9;
/** Deviations of a normal distribution in one median absolute deviation. */
const NORMAL = 1.4826;
const OUTLYING = 3.5;
/** Below this, m, a residual is rounding, not an outlier. */
const ROUNDING = 0.002;

export const heightOn = ({ offset, east, north }: Plane, x: number, y: number): number =>
  offset + east * x + north * y;

/** Least squares by Cramer's rule; undefined where the points lie on a line. */
function leastSquares(points: readonly Offset[]): Plane | undefined {
  const n = points.length;
  let [sx, sy, sz, sxx, sxy, syy, sxz, syz] = [0, 0, 0, 0, 0, 0, 0, 0];
  for (const { x, y, z } of points) {
    sx += x;
    sy += y;
    sz += z;
  }
  const [mx, my, mz] = [sx / n, sy / n, sz / n];
  for (const { x, y, z } of points) {
    sxx += (x - mx) ** 2;
    sxy += (x - mx) * (y - my);
    syy += (y - my) ** 2;
    sxz += (x - mx) * (z - mz);
    syz += (y - my) * (z - mz);
  }
  const determinant = sxx * syy - sxy * sxy;
  if (determinant < FLAT * n * n) return undefined;
  const east = (sxz * syy - syz * sxy) / determinant;
  const north = (syz * sxx - sxz * sxy) / determinant;
  return { offset: mz - east * mx - north * my, east, north };
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** The plane through points, without those that lie off it (a wall, a branch); undefined where too few are left. */
export function fitPlane(points: readonly Offset[]): Plane | undefined {
  if (points.length < FEWEST) return undefined;
  const first = leastSquares(points);
  if (first === undefined) return undefined;
  const residuals = points.map(({ x, y, z }) => Math.abs(z - heightOn(first, x, y)));
  const limit = Math.max(ROUNDING, OUTLYING * NORMAL * medianOf(residuals));
  const kept = points.filter((_, i) => residuals[i]! <= limit);
  if (kept.length === points.length) return first;
  return kept.length < FEWEST ? undefined : leastSquares(kept);
}
