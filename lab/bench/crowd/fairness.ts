/** How evenly a resource was shared. */
export interface Fairness {
  /** The least share by the mean one, and the largest. */
  readonly least: number;
  readonly most: number;
  /** Jain's index: 1 where all have the same, 1/n where one has all. */
  readonly jain: number;
}

export function fairnessOf(shares: readonly number[]): Fairness {
  const sum = shares.reduce((a, b) => a + b, 0);
  const squares = shares.reduce((a, b) => a + b * b, 0);
  const mean = sum / shares.length;
  return {
    least: Math.min(...shares) / mean,
    most: Math.max(...shares) / mean,
    jain: sum ** 2 / (shares.length * squares),
  };
}
