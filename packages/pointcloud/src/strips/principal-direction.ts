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
