import type { Point } from "./local-plane.ts";

/** The shares of a segment, `from` to `to` (0 to 1), that something covers. */
export type Span = readonly [from: number, to: number];

/** How near and how parallel a flown piece has to be to cover a planned one. */
export interface Corridor {
  /** To either side, m. */
  readonly width: number;
  /** Sine of the largest angle between the two. */
  readonly sine: number;
}

/**
 * The shares of a planned segment that a flown one covers: its part inside the corridor, put square on
 * the planned one. Undefined where it covers nothing, or runs across.
 */
export function coveredSpan(
  [[px, py], [qx, qy]]: readonly [Point, Point],
  [from, to]: readonly [Point, Point],
  { width, sine }: Corridor,
): Span | undefined {
  const length = Math.hypot(qx - px, qy - py);
  const [ux, uy] = [(qx - px) / length, (qy - py) / length];
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  if (Math.abs(ux * dy - uy * dx) > sine * Math.hypot(dx, dy)) return undefined;
  const [off, offTo] = [from, to].map(([x, y]) => ux * (y - py) - uy * (x - px)) as [
    number,
    number,
  ];
  const inside = clipped(off, offTo, width);
  if (inside === undefined) return undefined;
  const [start, end] = inside.map((share) => {
    const along = ux * (from[0] + share * dx - px) + uy * (from[1] + share * dy - py);
    return Math.min(Math.max(along / length, 0), 1);
  }) as [number, number];
  return start === end ? undefined : [Math.min(start, end), Math.max(start, end)];
}

/** The shares of a change from one value to another during which it is within ± width. */
function clipped(from: number, to: number, width: number): Span | undefined {
  const change = to - from;
  if (change === 0) return Math.abs(from) <= width ? [0, 1] : undefined;
  const [one, other] = [(-width - from) / change, (width - from) / change];
  const [start, end] = [Math.max(Math.min(one, other), 0), Math.min(Math.max(one, other), 1)];
  return start < end ? [start, end] : undefined;
}
