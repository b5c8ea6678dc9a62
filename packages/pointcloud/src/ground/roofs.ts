import { type CellField, type Planes } from "./cell-field.ts";
import { CELL } from "./densify-ground.ts";
import type { Segments } from "./segments.ts";

/** Least height of a roof over the terrain, m. */
const LOW = 2;
/** How far the points of ridges scatter about a plane, m; cells that they take, and share of a roof without. */
const MOST_SCATTER = 0.5;
const RIDGE_CELLS = 3;
const LEAST_SMOOTH = 0.35;
/** Most of the cells whose lowest point is one of several returns: leaves let pulses through, roofs do not. */
const MOST_MULTIPLE = 0.4;
/** Cells enclosed by a roof are of it: chimneys, sky lights, gardens. */
const ROUNDS = 4;
const MOST_NEIGHBOURS = 5;
/** A small smooth thing that stands on the ground, as a car: m², and m high. */
const LARGEST_THING = 30;
const HIGHEST_THING = 3.5;

export interface RaisedCells {
  /** 1 for cells of roofs. */
  readonly roofs: Uint8Array;
  /** 1 for cells of small smooth things. */
  readonly things: Uint8Array;
}

/**
 * Roofs among what is raised: smooth pieces over the terrain that lie together, of `least` m² or more,
 * from which pulses return once.
 */
export function roofCells(
  field: CellField,
  planes: Planes,
  segments: Segments,
  state: Uint8Array,
  terrain: Float32Array,
  least: number,
): RaisedCells {
  const { z, cell } = field;
  const roofs = new Uint8Array(z.length);
  const things = new Uint8Array(z.length);
  const area = cell * cell;
  const seen = new Uint8Array(z.length);
  const isRaised = (at: number): boolean => isFree(state, at) && z[at]! - terrain[at]! >= LOW;
  const isRoof = (at: number): boolean => isRaised(at) && segments.of[at]! >= 0;
  const isRough = (at: number): boolean =>
    isRaised(at) && field.multiple[at] === 0 && planes.rms[at]! <= MOST_SCATTER;
  for (let at = 0; at < z.length; at += 1) {
    if (seen[at] === 1 || !isRoof(at)) continue;
    const smooth = pieceOf(field, at, seen, isRoof);
    const largest = Math.max(...smooth.map((one) => segments.sizes[segments.of[one]!]!));
    const cells = grown(field, smooth, seen, isRough);
    const multiple = cells.reduce((sum, one) => sum + field.multiple[one]!, 0);
    const isSolid = multiple <= MOST_MULTIPLE * cells.length;
    const isSmooth = smooth.length >= LEAST_SMOOTH * cells.length;
    if (cells.length * area >= least && largest * area >= least / 2 && isSolid && isSmooth)
      for (const one of cells) roofs[one] = 1;
  }
  fillRoofs(field, roofs, state, terrain);
  for (let at = 0; at < z.length; at += 1) {
    const of = segments.of[at]!;
    const isSmall = of >= 0 && segments.sizes[of]! * area <= LARGEST_THING;
    const isLow = z[at]! - terrain[at]! < HIGHEST_THING;
    if (isSmall && isLow && isFree(state, at) && roofs[at] === 0) things[at] = 1;
  }
  return { roofs, things };
}

const isFree = (state: Uint8Array, at: number): boolean =>
  state[at]! < CELL.found && state[at] !== CELL.deck;

/** Cells that hang together with one, over gaps of a cell. */
export function pieceOf(
  { width, height }: CellField,
  first: number,
  seen: Uint8Array,
  isOf: (at: number) => boolean,
): number[] {
  const cells = [first];
  seen[first] = 1;
  for (const at of cells) {
    const [column, row] = [at % width, Math.floor(at / width)];
    for (let r = Math.max(0, row - 2); r <= Math.min(height - 1, row + 2); r += 1)
      for (let c = Math.max(0, column - 2); c <= Math.min(width - 1, column + 2); c += 1) {
        const other = r * width + c;
        if (seen[other] === 1 || !isOf(other)) continue;
        seen[other] = 1;
        cells.push(other);
      }
  }
  return cells;
}

/** Cells with those around them, a few steps far: ridges, hips and what stands on a roof. */
function grown(
  { width, height }: CellField,
  cells: readonly number[],
  seen: Uint8Array,
  isOf: (at: number) => boolean,
): number[] {
  const all = [...cells];
  let from = 0;
  for (let step = 0; step < RIDGE_CELLS; step += 1) {
    const end = all.length;
    for (; from < end; from += 1) {
      const [column, row] = [all[from]! % width, Math.floor(all[from]! / width)];
      for (let r = Math.max(0, row - 1); r <= Math.min(height - 1, row + 1); r += 1)
        for (let c = Math.max(0, column - 1); c <= Math.min(width - 1, column + 1); c += 1) {
          const other = r * width + c;
          if (seen[other] === 1 || !isOf(other)) continue;
          seen[other] = 1;
          all.push(other);
        }
    }
  }
  return all;
}

function fillRoofs(
  { width, height, z }: CellField,
  roofs: Uint8Array,
  state: Uint8Array,
  terrain: Float32Array,
): void {
  for (let round = 0; round < ROUNDS; round += 1) {
    const filled: number[] = [];
    for (let row = 1; row < height - 1; row += 1)
      for (let column = 1; column < width - 1; column += 1) {
        const at = row * width + column;
        if (roofs[at] === 1 || !isFree(state, at)) continue;
        if (z[at]! - terrain[at]! < LOW) continue;
        let beside = 0;
        for (let r = -1; r <= 1; r += 1)
          for (let c = -1; c <= 1; c += 1) beside += roofs[at + r * width + c]!;
        if (beside >= MOST_NEIGHBOURS) filled.push(at);
      }
    for (const at of filled) roofs[at] = 1;
    if (filled.length === 0) return;
  }
}

/** Gives cells of a surface without a plane of their own that of a cell beside them, in place. */
export function spreadPlanes(
  { width, x, y }: CellField,
  cells: Uint8Array,
  planes: Planes,
  isSmooth: (at: number) => boolean,
): void {
  for (let at = width + 1; at < cells.length - width - 1; at += 1) {
    if (cells[at] === 0 || isSmooth(at)) continue;
    for (const step of [1, -1, width, -width, width + 1, -width - 1, width - 1, 1 - width]) {
      const other = at + step;
      if (cells[other] === 0 || !isSmooth(other)) continue;
      planes.gx[at] = planes.gx[other]!;
      planes.gy[at] = planes.gy[other]!;
      planes.h[at] =
        planes.h[other]! +
        planes.gx[other]! * (x[at]! - x[other]!) +
        planes.gy[other]! * (y[at]! - y[other]!);
      break;
    }
  }
}
