import { segmentGrid, type SegmentGrid } from "./segment-grid.ts";

/** A line to be judged: its positions in EPSG:3857 (x and y in turn), of all its parts in turn. */
export interface JudgedLine {
  readonly parts: readonly Float64Array[];
}

/** Where one line crosses another, by the other's number. */
export interface Crossing {
  readonly other: number;
  /** Along the line from its start, metres of EPSG:3857. */
  readonly along: number;
}

export interface LineCrossings {
  /** Of each line, its crossings with others, one for each other line. */
  readonly crossings: readonly (readonly Crossing[])[];
  /** Lengths in metres of EPSG:3857. */
  readonly lengths: Float64Array;
}

/** Pairs of segments looked at and crossings found, at most: more are drawn to fool the search. */
const MOST_PAIRS = 40_000_000;
const MOST_CROSSINGS = 1_000_000;

/**
 * Finds which lines cross at 45° or more, through a grid of their segments. Angles are those of
 * EPSG:3857, which keeps them. Undefined where there are too many.
 */
export function lineCrossings(lines: readonly JudgedLine[]): LineCrossings | undefined {
  const { grid, starts, lengths } = gridOf(lines);
  const crossings: Crossing[][] = lines.map(() => []);
  const met = new Set<number>();
  let pairs = 0;
  for (let cell = 0; cell + 1 < grid.starts.length; cell++) {
    const [from, to] = [grid.starts[cell] ?? 0, grid.starts[cell + 1] ?? 0];
    pairs += ((to - from) * (to - from)) / 2;
    if (pairs > MOST_PAIRS) return undefined;
    for (let i = from; i < to; i++) {
      if (met.size > MOST_CROSSINGS) return undefined;
      for (let j = from; j < i; j++) {
        const [one, two] = [grid.listed[i] ?? 0, grid.listed[j] ?? 0];
        const [a, b] = [grid.features[one] ?? 0, grid.features[two] ?? 0];
        if (a === b) continue;
        const at = crossingOf(grid.ends, one * 4, two * 4);
        if (at === undefined) continue;
        const key = Math.min(a, b) * lines.length + Math.max(a, b);
        if (met.has(key)) continue;
        met.add(key);
        crossings[a]?.push({ other: b, along: (starts[one] ?? 0) + at.one });
        crossings[b]?.push({ other: a, along: (starts[two] ?? 0) + at.two });
      }
    }
  }
  return { crossings, lengths };
}

function gridOf(lines: readonly JudgedLine[]): {
  readonly grid: SegmentGrid;
  /** Of each segment, how far along its line it starts. */
  readonly starts: Float64Array;
  readonly lengths: Float64Array;
} {
  const positions = lines.flatMap(({ parts }) => parts).reduce((sum, part) => sum + part.length, 0);
  const ends = new Float64Array(positions * 2);
  const features = new Uint32Array(positions / 2);
  const starts = new Float64Array(positions / 2);
  const lengths = new Float64Array(lines.length);
  let count = 0;
  for (const [line, { parts }] of lines.entries()) {
    let along = 0;
    for (const part of parts)
      for (let at = 0; at + 3 < part.length; at += 2) {
        ends.set(part.subarray(at, at + 4), count * 4);
        features[count] = line;
        starts[count++] = along;
        along += Math.hypot(
          (part[at + 2] ?? 0) - (part[at] ?? 0),
          (part[at + 3] ?? 0) - (part[at + 1] ?? 0),
        );
      }
    lengths[line] = along;
  }
  const segments = { ends: ends.subarray(0, count * 4), features: features.subarray(0, count) };
  return { grid: segmentGrid(segments), starts, lengths };
}

/** A line that ends at another meets it, though it may be short of it by this share of its segment. */
const SHORT = 0.005;

/** Where two segments cross at 45° or more: how far along each; undefined where they do not. */
function crossingOf(
  ends: Float64Array,
  one: number,
  two: number,
): { readonly one: number; readonly two: number } | undefined {
  const ax = ends[one] ?? 0;
  const ay = ends[one + 1] ?? 0;
  const bx = ends[two] ?? 0;
  const by = ends[two + 1] ?? 0;
  const ux = (ends[one + 2] ?? 0) - ax;
  const uy = (ends[one + 3] ?? 0) - ay;
  const vx = (ends[two + 2] ?? 0) - bx;
  const vy = (ends[two + 3] ?? 0) - by;
  const cross = ux * vy - uy * vx;
  // The sine of the angle between them, squared, is a half at 45°.
  if (2 * cross * cross < (ux * ux + uy * uy) * (vx * vx + vy * vy) || cross === 0)
    return undefined;
  const s = ((bx - ax) * vy - (by - ay) * vx) / cross;
  const t = ((bx - ax) * uy - (by - ay) * ux) / cross;
  if (s < -SHORT || s > 1 + SHORT || t < -SHORT || t > 1 + SHORT) return undefined;
  return { one: s * Math.hypot(ux, uy), two: t * Math.hypot(vx, vy) };
}
