/**
 * Solves `matrix · solution = right` for a symmetric positive definite matrix, by Gauss and Jordan,
 * with the diagonal of its inverse. Undefined where the matrix is (nearly) singular: a pivot is less than
 * `least` of its diagonal.
 */
export function solveSymmetric(
  matrix: readonly ArrayLike<number>[],
  right: ArrayLike<number>,
  least = 1e-9,
): { solution: number[]; inverseDiagonal: number[] } | undefined {
  const size = right.length;
  const rows = matrix.map((row, r) => {
    const unit = Array.from({ length: size }, (_, c) => (c === r ? 1 : 0));
    return Float64Array.from([...Array.from(row), right[r]!, ...unit]);
  });
  for (let step = 0; step < size; step++) {
    const pivot = rows[step]![step]!;
    if (!(pivot > least * Math.abs(matrix[step]![step]!))) return undefined;
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

const BITS_OF_INFINITY = 0x7f80_0000;
const STEPS = [
  { shift: 21, mask: 0x3ff },
  { shift: 10, mask: 0x7ff },
  { shift: 0, mask: 0x3ff },
];
const counts = new Uint32Array(0x800);

/**
 * The size (0 or more) at a rank that depends on their number; NaN does not count. Undefined
 * without any. Equals sorting, but takes three passes: a larger size has larger bits, which are
 * found by counting.
 */
export function nthSize(
  sizes: Float32Array,
  rankOf: (count: number) => number,
): number | undefined {
  const bits = new Uint32Array(sizes.buffer, sizes.byteOffset, sizes.length);
  let [found, known, rank] = [0, 31, -1];
  for (const { shift, mask } of STEPS) {
    counts.fill(0);
    for (const own of bits)
      if (own <= BITS_OF_INFINITY && own >>> known === found >>> known)
        counts[(own >>> shift) & mask]! += 1;
    if (rank < 0) {
      const count = counts.reduce((sum, each) => sum + each, 0);
      if (count === 0) return undefined;
      rank = rankOf(count);
    }
    let bin = 0;
    while (rank >= counts[bin]!) rank -= counts[bin++]!;
    [found, known] = [found | (bin << shift), shift];
  }
  return new Float32Array(Uint32Array.of(found).buffer)[0]!;
}
