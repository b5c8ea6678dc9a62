import type { Borders } from "./segment-borders.ts";
import type { Segments } from "./segments.ts";

/** What the sides of a segment tell of it. */
export const RAISED = { unknown: 0, ground: 1, object: 2 } as const;

/** Share of a segment's told sides that drop, from which on it stands on something. */
const OBJECT_SHARE = 0.65;
/** Share of all of its sides that drop at least: the rest may be trees and the edge of the cloud. */
const LEAST_SHARE = 0.35;
const FEWEST_DROPS = 4;
/** Share of them above which land rises: less than over a terrace. */
const MOST_RISING = 0.15;
/** Larger than that is no building but land above a cliff, m². */
const LARGEST = 100_000;
/** Land that is ground where its sides tell so, where land rises beside it, and where they tell nothing; m². */
const SURE = 60;
const BENCH = 100;
const ALONE = 2_000;
/** Larger than most halls, m². */
const WIDE = 40_000;
/** Pieces of less than this share of a segment tell nothing of it: sky lights, beds, a ramp. */
const PIECE = 0.1;
/** Share of the tolerance from which on a surface is rough: leaves, if it dips on many sides. */
const ROUGH = 0.35;
const ROUNDS = 12;

/**
 * Which segments stand on the ground, and which are sure to be ground. An object is bounded by drops; a
 * terrace has as many rises, land meets other land. A segment that joins objects alone is one: a roof
 * is many planes.
 */
export function raisedSegments(
  { sizes, scatter }: Segments,
  borders: Borders,
  cell: number,
  tolerance: number,
): Uint8Array {
  const state = new Uint8Array(sizes.length);
  for (let round = 0; round < ROUNDS; round += 1) {
    let changed = false;
    for (let of = 0; of < sizes.length; of += 1) {
      if (state[of] === RAISED.object || !isObject(of, sizes, cell, borders, state)) continue;
      state[of] = RAISED.object;
      changed = true;
    }
    if (!changed) break;
  }
  for (let of = 0; of < sizes.length; of += 1) {
    if (state[of] === RAISED.object) continue;
    const area = sizes[of]! * cell * cell;
    const [drops, sides] = [borders.drops[of]!, borders.sides[of]!];
    const land = told(of, sizes, borders, state);
    const dips = borders.dips[of]! + drops;
    if (scatter[of]! > ROUGH * tolerance && dips > 0.4 * (drops + land)) continue;
    const sure = area >= SURE && drops <= 0.5 * (drops + land) && land >= 0.3 * sides;
    const rising = landOf(borders.rises[of]!, of, sizes, state);
    const bench = area >= BENCH && rising >= 0.2 * (drops + land);
    const most = area >= WIDE ? LEAST_SHARE : 0.15;
    if (sure || bench || (area >= ALONE && drops <= most * sides)) state[of] = RAISED.ground;
  }
  return state;
}

/** Sides at which something that is no object joins the segment or rises above it. */
function told(of: number, sizes: Int32Array, { joins, rises }: Borders, state: Uint8Array): number {
  return landOf(joins[of]!, of, sizes, state) + landOf(rises[of]!, of, sizes, state);
}

function landOf(
  list: ReadonlyMap<number, number>,
  of: number,
  sizes: Int32Array,
  state: Uint8Array,
): number {
  let sides = 0;
  for (const [other, count] of list)
    if (state[other] !== RAISED.object && sizes[other]! >= PIECE * sizes[of]!) sides += count;
  return sides;
}

function isObject(
  of: number,
  sizes: Int32Array,
  cell: number,
  borders: Borders,
  state: Uint8Array,
): boolean {
  const [drops, sides] = [borders.drops[of]!, borders.sides[of]!];
  const land = told(of, sizes, borders, state);
  if (sizes[of]! * cell * cell > LARGEST) return false;
  if (landOf(borders.rises[of]!, of, sizes, state) > MOST_RISING * (drops + land)) return false;
  if (drops >= FEWEST_DROPS && drops >= OBJECT_SHARE * (drops + land))
    return drops >= LEAST_SHARE * sides;
  let objects = 0;
  for (const [other, count] of borders.joins[of]!)
    if (state[other] === RAISED.object) objects += count;
  return land === 0 && objects > 0.5 * sides;
}
