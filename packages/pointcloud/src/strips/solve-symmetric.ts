/**
 * Solves `matrix · solution = right` for a symmetric positive definite matrix, by Gauss and Jordan,
 * with the diagonal of its inverse. Undefined where the matrix is (nearly) singular.
 */
export function solveSymmetric(
  matrix: readonly ArrayLike<number>[],
  right: ArrayLike<number>,
): { solution: number[]; inverseDiagonal: number[] } | undefined {
  const size = right.length;
  const rows = matrix.map((row, r) => {
    const unit = Array.from({ length: size }, (_, c) => (c === r ? 1 : 0));
    return Float64Array.from([...Array.from(row), right[r]!, ...unit]);
  });
  for (let step = 0; step < size; step++) {
    const pivot = rows[step]![step]!;
    if (!(pivot > 1e-9 * Math.abs(matrix[step]![step]!))) return undefined;
    rows[step]!.forEach((value, c, row) => (row[c] = value / pivot));
    for (let r = 0; r < size; r++) if (r !== step) subtractRow(rows[r]!, rows[step]!, step);
  }
  return {
    solution: rows.map((row) => row[size]!),
    inverseDiagonal: rows.map((row, r) => row[size + 1 + r]!),
  };
}

function subtractRow(row: Float64Array, pivot: Float64Array, step: number): void {
  const factor = row[step]!;
  if (factor === 0) return;
  for (let c = 0; c < row.length; c++) row[c]! -= factor * pivot[c]!;
}

/** How much longer than wide (by standard deviations) something with a direction is. */
const LEAST_RATIO = 1.5;

/**
 * The direction in which weighted places are spread out, radians from east; undefined where they are
 * spread out nearly alike (the principal axis of their covariance).
 */
export function principalDirection(
  places: Iterable<readonly [x: number, y: number, weight: number]>,
): number | undefined {
  const sum = { n: 0, x: 0, y: 0, xx: 0, xy: 0, yy: 0 };
  for (const [x, y, weight] of places) {
    sum.n += weight;
    sum.x += weight * x;
    sum.y += weight * y;
    sum.xx += weight * x * x;
    sum.xy += weight * x * y;
    sum.yy += weight * y * y;
  }
  const [x, y] = [sum.x / sum.n, sum.y / sum.n];
  const [xx, yy, xy] = [sum.xx / sum.n - x * x, sum.yy / sum.n - y * y, sum.xy / sum.n - x * y];
  const mean = (xx + yy) / 2;
  const spread = Math.hypot((xx - yy) / 2, xy);
  if (!(mean + spread > LEAST_RATIO ** 2 * (mean - spread))) return undefined;
  return Math.atan2(2 * xy, xx - yy) / 2;
}
