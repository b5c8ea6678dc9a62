import type { Size } from "../choose/map-view.ts";
import { type ProfileView, toPixel } from "./profile-view.ts";
import type { SectionPoints } from "../points/section-points.ts";

/** Points of a section that are shown: 0 for those that are left out. */
type Colors = Uint32Array;

/** The height of one flight line at a place of a profile. */
export interface LineHeight {
  readonly line: number;
  readonly points: number;
  /** At the place itself, on the straight line through its points. */
  readonly height: number;
  /** Of the points from that line (standard deviation). */
  readonly spread: number;
}

/** A straight line has two points; fewer than these tell nothing of their spread. */
const FEWEST = 3;
/** Points farther off than so many usual deviations are not of the surface. */
const FAR = 3;
const NORMAL = 1.4826;
const ROUNDS = 3;
/** Points never lie so near each other: what is nearer is the same. */
const NEAREST = 1e-4;

const middle = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const at = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[at]! : (sorted[at - 1]! + sorted[at]!) / 2;
};

interface Place {
  readonly x: number;
  readonly z: number;
}

function straightLine(places: readonly Place[]): readonly [at: number, slope: number] {
  const n = places.length;
  const x = places.reduce((sum, each) => sum + each.x, 0) / n;
  const z = places.reduce((sum, each) => sum + each.z, 0) / n;
  const across = places.reduce((sum, each) => sum + (each.x - x) ** 2, 0);
  const both = places.reduce((sum, each) => sum + (each.x - x) * (each.z - z), 0);
  const slope = across > NEAREST ** 2 ? both / across : 0;
  return [z - slope * x, slope];
}

/** The height at x = 0 of the surface that most places lie on. */
function surfaceOf(line: number, places: readonly Place[]): LineHeight {
  let kept = places;
  let [height, slope] = [middle(places.map(({ z }) => z)), 0];
  for (let round = 0; round < ROUNDS; round += 1) {
    const off = ({ x, z }: Place): number => Math.abs(z - height - slope * x);
    const usual = Math.max(NEAREST, NORMAL * middle(kept.map(off)));
    const near = places.filter((place) => off(place) <= FAR * usual);
    if (near.length < FEWEST) break;
    kept = near;
    [height, slope] = straightLine(kept);
  }
  const squares = kept.reduce((sum, { x, z }) => sum + (z - height - slope * x) ** 2, 0);
  return { line, points: kept.length, height, spread: Math.sqrt(squares / kept.length) };
}

/**
 * Heights of flight lines at a place of a profile, by the shown points within half a window of it: of each
 * line the straight line through them, without those that lie far off it (three usual deviations).
 */
export function lineHeights(
  { count, along, heights, lines }: Pick<SectionPoints, "count" | "along" | "heights" | "lines">,
  colors: Colors,
  { at, window }: { readonly at: number; readonly window: number },
): readonly LineHeight[] {
  const places = new Map<number, Place[]>();
  for (let point = 0; point < count; point += 1) {
    const x = along[point]! - at;
    if (colors[point] === 0 || Math.abs(x) > window / 2) continue;
    const own = places.get(lines[point]!) ?? [];
    if (own.push({ x, z: heights[point]! }) === 1) places.set(lines[point]!, own);
  }
  return [...places]
    .filter(([, of]) => of.length >= FEWEST)
    .toSorted(([a], [b]) => a - b)
    .map(([line, of]) => surfaceOf(line, of));
}

/** The shown point nearest to a pixel, within so many px; undefined where there is none. */
export function nearestPoint(
  { count, along, heights }: Pick<SectionPoints, "count" | "along" | "heights">,
  colors: Colors,
  {
    view,
    size,
    pixel: [x, y],
  }: { readonly view: ProfileView; readonly size: Size; readonly pixel: readonly [number, number] },
  within = 12,
): number | undefined {
  let best: number | undefined;
  let least = within ** 2;
  for (let point = 0; point < count; point += 1) {
    if (colors[point] === 0) continue;
    const [px, py] = toPixel(view, size, along[point]!, heights[point]!);
    const distance = (px - x) ** 2 + (py - y) ** 2;
    if (distance >= least) continue;
    least = distance;
    best = point;
  }
  return best;
}

/** Between two points. */
export interface Measured {
  /** On the ground, and up from the first to the second. */
  readonly distance: number;
  readonly height: number;
  readonly slant: number;
  /** Degrees; undefined where both lie above each other. */
  readonly slope: number | undefined;
}

const DEGREES = 180 / Math.PI;

/** Distances between two points of a section. */
export function measured(
  { along, across, heights }: Pick<SectionPoints, "along" | "across" | "heights">,
  one: number,
  other: number,
): Measured {
  const distance = Math.hypot(along[other]! - along[one]!, across[other]! - across[one]!);
  return spanOf(distance, heights[other]! - heights[one]!);
}

/** What lies between two points so far apart on the ground and in height, in one unit. */
export function spanOf(distance: number, height: number): Measured {
  const slope = distance > NEAREST ? Math.atan(height / distance) * DEGREES : undefined;
  return { distance, height, slant: Math.hypot(distance, height), slope };
}
