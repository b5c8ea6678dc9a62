import { type Corridor, coveredSpan, type Span } from "./covered-span.ts";
import { FlownGrid } from "./flown-grid.ts";
import { geodesicSteps, type Place, type Step } from "./geodesic-steps.ts";
import { localPlane, longitudeBetween } from "./local-plane.ts";

/** What decides that a planned line was flown. */
export interface ReflightLimits {
  /** How far to either side of a planned line a flown one may run, m. */
  readonly corridor: number;
  /** Largest angle between the two, degrees. */
  readonly angle: number;
  /** A missed stretch that is shorter is none, m. */
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
  /** Of the planned line, m on the ellipsoid. */
  readonly length: number;
  readonly flown: readonly Stretch[];
  readonly missed: readonly Stretch[];
}

const METRES_OF_DEGREE = 110_000;

/**
 * What of each planned line (longitudes and latitudes in degrees) no flown line covers, in the order of
 * the planned lines. A flown line covers what it passes within the corridor and the angle; which way it
 * was flown does not matter. Straight planned pieces are geodesics on WGS 84.
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

/** What of a step is covered, m along its line. */
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

/** What of a length some spans leave. */
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

/** The places of a line from so many metres on to so many. */
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
