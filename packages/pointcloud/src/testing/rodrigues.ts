/** Rodrigues' rotation of a vector about an axis: a truth in vectors, not in matrices. */
export function turned(v: readonly number[], k: readonly number[], by: number): number[] {
  const cross = [0, 1, 2].map(
    (i) => k[(i + 1) % 3]! * v[(i + 2) % 3]! - k[(i + 2) % 3]! * v[(i + 1) % 3]!,
  );
  const along = k.reduce((sum, part, i) => sum + part * v[i]!, 0);
  return v.map(
    (part, i) =>
      part * Math.cos(by) + cross[i]! * Math.sin(by) + k[i]! * along * (1 - Math.cos(by)),
  );
}
