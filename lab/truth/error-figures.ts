/** Errors in one line; m, or degrees. */
export interface ErrorFigures {
  readonly count: number;
  readonly bias: number | null;
  readonly rmse: number | null;
  /** 95 of a hundred are below, without their signs. */
  readonly p95: number | null;
  readonly worst: number | null;
  /** Share within 2 mm. */
  readonly within2mm: number | null;
}

const NEAR = 0.002;
const NONE = { count: 0, bias: null, rmse: null, p95: null, worst: null, within2mm: null };

export function errorFigures(errors: readonly number[]): ErrorFigures {
  if (errors.length === 0) return NONE;
  const count = errors.length;
  const sizes = Float64Array.from(errors, Math.abs).toSorted();
  let [sum, squares, near] = [0, 0, 0];
  for (const error of errors) {
    sum += error;
    squares += error * error;
    if (Math.abs(error) <= NEAR) near += 1;
  }
  return {
    count,
    bias: sum / count,
    rmse: Math.sqrt(squares / count),
    p95: sizes[Math.ceil(0.95 * count) - 1]!,
    worst: sizes[count - 1]!,
    within2mm: near / count,
  };
}
