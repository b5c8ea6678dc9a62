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
