import {
  FlownGrid,
  geodesicSteps,
  localPlane,
  longitudeBetween,
  type Place,
  type Point,
  type Step,
} from "./geodesy.ts";

/** What decides that a planned line was flown. */
export interface ReflightLimits {
  /** How far to either side of a planned line a flown one may run, m. */
  readonly corridor: number;
  /** Largest angle between the two, degrees. */
  readonly angle: number;
  /** Shorter missed stretches do not count, m. */
  readonly shortest: number;
}

export const REFLIGHT_LIMITS: ReflightLimits = { corridor: 50, angle: 15, shortest: 50 };

/** A stretch of a planned line. */
export interface Stretch {
  /** m along the line from its first place. */
  readonly from: number;
  readonly to: number;
  readonly positions: readonly Place[];
}

export interface FlownShare {
  /** Length of the planned line, m on the ellipsoid. */
  readonly length: number;
  readonly flown: readonly Stretch[];
  readonly missed: readonly Stretch[];
}

const METRES_OF_DEGREE = 110_000;

/**
 * Finds the stretches of each planned line (longitudes and latitudes in degrees) that no flown line
 * covers, in the order of the planned lines. A flown line covers what it passes within the corridor
 * and the angle, in either direction. Straight planned pieces are geodesics on WGS 84.
 */
export function reflight(
  planned: readonly { readonly positions: readonly Place[] }[],
  flown: readonly (readonly Place[])[],
  limits: ReflightLimits = REFLIGHT_LIMITS,
): FlownShare[] {
  const grid = new FlownGrid(flown.map(geodesicSteps));
  const corridor = { width: limits.corridor, sine: Math.sin((limits.angle * Math.PI) / 180) };
  return planned.map(({ positions }) => {
    const steps = geodesicSteps(positions);
    const covered = steps.flatMap((step) => coveredOf(step, grid, corridor));
    const length = steps.at(-1)?.end ?? 0;
    const missed = gapsIn(covered, length).filter(([from, to]) => to - from >= limits.shortest);
    const stretchOf = ([from, to]: Span): Stretch => ({
      from,
      to,
      positions: between(steps, from, to),
    });
    return {
      length,
      flown: gapsIn(missed, length).map(stretchOf),
      missed: missed.map(stretchOf),
    };
  });
}

/** The covered spans of a step, m along its line. */
function coveredOf(step: Step, grid: FlownGrid, corridor: Corridor): Span[] {
  const plane = localPlane(step.from);
  const planned = [plane(step.from), plane(step.to)] as const;
  const scale = step.end - step.start;
  const spans: Span[] = [];
  for (const other of grid.near(step, corridor.width / METRES_OF_DEGREE)) {
    const span = coveredSpan(planned, [plane(other.from), plane(other.to)], corridor);
    if (span !== undefined)
      spans.push([step.start + span[0] * scale, step.start + span[1] * scale]);
  }
  return spans;
}

/** The gaps that some spans leave in a length. */
function gapsIn(spans: readonly Span[], length: number): Span[] {
  const gaps: Span[] = [];
  let end = 0;
  for (const [from, to] of spans.toSorted(([one], [other]) => one - other)) {
    if (from > end) gaps.push([end, from]);
    end = Math.max(end, to);
  }
  if (length > end) gaps.push([end, length]);
  return gaps;
}

/** The places of a line between two distances from its start, m. */
function between(steps: readonly Step[], from: number, to: number): Place[] {
  const places: Place[] = [];
  for (const step of steps) {
    if (step.end <= from || step.start >= to) continue;
    if (places.length === 0) places.push(placeOn(step, from));
    places.push(placeOn(step, to));
  }
  return places;
}

function placeOn({ from, to, start, end }: Step, metres: number): Place {
  const share = Math.min(Math.max((metres - start) / (end - start), 0), 1);
  if (share === 0) return from;
  if (share === 1) return to;
  const longitude = from[0] + longitudeBetween(from[0], to[0]) * share;
  return [longitude, from[1] + (to[1] - from[1]) * share];
}

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
