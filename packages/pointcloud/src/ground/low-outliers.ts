import type { CellField } from "./cell-field.ts";

/** How far opposite neighbours are looked for, cells. */
const REACH = 5;
/** A point so far below every line between opposite neighbours is none of the ground, m. */
const DEPTH = 0.75;
/** Lines in all of so many ways say so: at the edge of a cloud a trench has none along it. */
const SECTORS = 4;
/** The deepest of a group go first, then those beside them. */
const ROUNDS = 5;

/** Steps to one neighbour of each opposite two, the nearest first. */
const STEPS = Array.from({ length: (2 * REACH + 1) ** 2 }, (_, at) => ({
  dx: (at % (2 * REACH + 1)) - REACH,
  dy: Math.floor(at / (2 * REACH + 1)) - REACH,
}))
  .map(({ dx, dy }) => ({
    dx,
    dy,
    sector: 1 << (Math.round((4 * Math.atan2(dy, dx)) / Math.PI) % 4),
  }))
  .filter(({ dx, dy }) => (dy > 0 || (dy === 0 && dx > 0)) && dx * dx + dy * dy <= REACH * REACH)
  .toSorted((one, other) => one.dx ** 2 + one.dy ** 2 - (other.dx ** 2 + other.dy ** 2));

/**
 * Takes low outliers (of multipath) out of a field, in place, before its ground is looked for: points
 * that lie under the line between any two opposite neighbours. A return from the ground through leaves
 * has other ones of the ground on two sides, and so has the foot of a slope, whatever its steepness.
 */
export function dropLowOutliers(field: CellField): void {
  for (let round = 0; round < ROUNDS; round += 1) {
    const found: number[] = [];
    for (let row = 0, at = 0; row < field.height; row += 1)
      for (let column = 0; column < field.width; column += 1, at += 1)
        if (!Number.isNaN(field.z[at]!) && isOutlier(field, column, row)) found.push(at);
    if (found.length === 0) return;
    for (const at of found) field.z[at] = Number.NaN;
  }
}

function isOutlier({ width, height, x, y, z }: CellField, column: number, row: number): boolean {
  const at = row * width + column;
  let [sectors, ways] = [0, 0];
  for (const { dx, dy, sector } of STEPS) {
    const inside =
      column + dx < width &&
      column - dx < width &&
      column + dx >= 0 &&
      column - dx >= 0 &&
      row + dy < height &&
      row >= dy;
    if (!inside) continue;
    const step = dy * width + dx;
    const [a, b] = [at - step, at + step];
    const [za, zb] = [z[a]!, z[b]!];
    if (Number.isNaN(za + zb)) continue;
    const [lx, ly] = [x[b]! - x[a]!, y[b]! - y[a]!];
    const part = ((x[at]! - x[a]!) * lx + (y[at]! - y[a]!) * ly) / (lx * lx + ly * ly);
    if (za + part * (zb - za) - z[at]! <= DEPTH) return false;
    if ((ways & sector) === 0) sectors += 1;
    ways |= sector;
  }
  return sectors === SECTORS;
}
