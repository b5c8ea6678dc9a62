import { tileAt } from "../grid/index.ts";
import { MOUNTING_TERMS, type MountingEffect } from "./mounting-effect.ts";
import type { StripEquations } from "./strip-equations.ts";
import { TILE_CELLS } from "./strip-grid.ts";
import { countShared, sharedTiles, type StripSurface } from "./strip-surface.ts";

/** A line whose points can be traced to the instant they were seen. */
export interface TracedStrip {
  /** Its number among the unknowns. */
  readonly line: number;
  readonly surface: StripSurface;
  readonly effect: MountingEffect;
  /** Its first and last second, in the track's time. */
  readonly start: number;
  readonly end: number;
  /** Over ground, m/s. */
  readonly speed: number;
}

/** Steeper cells are walls. */
const STEEPEST = 1.5;
/** Cells that are enough of a pair, and of all pairs: each is read again for each unknown that is left out. */
const ENOUGH = 30_000;
const ENOUGH_OF_ALL = 500_000;

/** Of how many cells of a pair equations are gathered where there are so many pairs. */
export const equationsOfPair = (pairs: number): number =>
  Math.min(ENOUGH, Math.ceil(ENOUGH_OF_ALL / Math.max(1, pairs)));

/** Finds when a strip saw a place, and what an error of its mounting does there. */
class Sight {
  readonly strip: TracedStrip;
  readonly effects = new Float64Array(3 * MOUNTING_TERMS);
  readonly middle: number;
  #near: number;

  constructor(strip: TracedStrip) {
    this.strip = strip;
    this.middle = (strip.start + strip.end) / 2;
    this.#near = this.middle;
  }

  /** Seconds from the middle of the line; undefined where it did not pass. */
  see(x: number, y: number, z: number): number | undefined {
    const { effect, speed } = this.strip;
    const time =
      effect.timeOf(x, y, z, this.#near, speed) ?? effect.timeOf(x, y, z, this.middle, speed);
    if (time === undefined || !effect.at(time, x, y, z, this.effects)) return undefined;
    this.#near = time;
    return time - this.middle;
  }
}

/** Adds an equation for each cell, or for at most some cells, in which two strips are smooth and have a slope. */
export function gatherEquations(
  a: TracedStrip,
  b: TracedStrip,
  into: StripEquations,
  most = ENOUGH,
): void {
  const stride = Math.max(1, Math.ceil((countShared(a.surface, b.surface) ?? 0) / most));
  const [one, other] = [new Sight(a), new Sight(b)];
  let n = 0;
  for (const key of sharedTiles(a.surface, b.surface)) {
    const { column, row } = tileAt(key);
    for (let index = 0; index < TILE_CELLS ** 2; index += 1) {
      const [i, j] = [column * TILE_CELLS + (index & 63), row * TILE_CELLS + (index >> 6)];
      const difference = b.surface.height(i, j) - a.surface.height(i, j);
      if (Number.isNaN(difference) || n++ % stride !== 0) continue;
      addCell(one, other, { i, j, difference }, into);
    }
  }
}

const mounting = new Float64Array(MOUNTING_TERMS);

function addCell(
  one: Sight,
  other: Sight,
  { i, j, difference }: { i: number; j: number; difference: number },
  into: StripEquations,
): void {
  const [a, b] = [one.strip.surface, other.strip.surface];
  const [slopeA, slopeB] = [a.slope(i, j), b.slope(i, j)];
  if (slopeA === undefined || slopeB === undefined) return;
  const [x, y] = [(i + 0.5) * a.cell, (j + 0.5) * a.cell];
  const z = a.height(i, j);
  const timeA = one.see(x, y, z);
  const timeB = other.see(x, y, z);
  if (timeA === undefined || timeB === undefined) return;
  const [gx, gy] = [(slopeA.x + slopeB.x) / 2, (slopeA.y + slopeB.y) / 2];
  if (Math.hypot(gx, gy) > STEEPEST) return;
  // A surface that is moved by (x, y, z) is higher by z − gx·x − gy·y.
  const rise = (effects: Float64Array, term: number): number =>
    effects[3 * term + 2]! - gx * effects[3 * term]! - gy * effects[3 * term + 1]!;
  for (let term = 0; term < MOUNTING_TERMS; term += 1)
    mounting[term] = rise(other.effects, term) - rise(one.effects, term);
  into.add({ a: one.strip.line, b: other.strip.line, difference, mounting, timeA, timeB });
}
