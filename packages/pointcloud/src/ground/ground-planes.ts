import { pyramidFill } from "../raster/fill-voids.ts";
import { type CellField, heightAt, type Planes } from "./cell-field.ts";
import { CELL } from "./densify-ground.ts";
import { PlaneFit } from "../raster/plane-fit.ts";

/** Cells to each side of which the ground is taken, and of how many more where that is little. */
const REACH = 2;
const FAR_REACH = 3;
const LITTLE = 8;
const FEWEST = 4;
/** Planes through all points, then through those that are not of shrubs above. */
const LOWERINGS = 3;
/** A point so far below the ground around is none of it, m. */
const DEEP = 0.7;
const ROUNDS = 40;
/** Over-relaxation: 1 is Gauss and Seidel's, 2 no longer settles. */
const RELAXATION = 1.6;
/** Cells along a side of the blocks in which voids are looked at. */
const BLOCK = 16;

/**
 * Planes of the ground in place of those of whatever is in a cell: where the ground is smooth they stay,
 * elsewhere they go through the ground's points of 5 by 5 cells, or of 7 by 7. Cells without ground have none.
 */
export function groundPlanes(
  field: CellField,
  planes: Planes,
  state: Uint8Array,
  tolerance: number,
): Planes {
  const found: Planes = {
    h: planes.h.slice(),
    gx: planes.gx.slice(),
    gy: planes.gy.slice(),
    rms: planes.rms,
  };
  const fit = new PlaneFit();
  for (let at = 0; at < state.length; at += 1) {
    const isGround = state[at]! >= CELL.found;
    if (state[at] === CELL.sure) continue;
    found.h[at] = Number.NaN;
    if (!isGround) continue;
    found.h[at] = field.z[at]!;
    found.gx[at] = found.gy[at] = 0;
    for (let round = 0; round < LOWERINGS; round += 1) {
      const most = round === 0 ? Infinity : 0.8 * tolerance;
      gatherGround(field, state, fit, { own: at, reach: REACH }, found, most);
      if (fit.count < LITTLE)
        gatherGround(field, state, fit, { own: at, reach: FAR_REACH }, found, most);
      if (fit.count < FEWEST || !fit.solve()) break;
      found.h[at] = fit.h;
      found.gx[at] = fit.gx;
      found.gy[at] = fit.gy;
    }
    if (field.z[at]! < found.h[at]! - DEEP) found.h[at] = Number.NaN;
  }
  return found;
}

/** Points of ground around a cell that are no more than `most` over its plane so far. */
function gatherGround(
  field: CellField,
  state: Uint8Array,
  fit: PlaneFit,
  { own, reach }: { readonly own: number; readonly reach: number },
  plane: Planes,
  most: number,
): void {
  const { width, height, x, y, z } = field;
  const [h, gx, gy] = [plane.h[own]!, plane.gx[own]!, plane.gy[own]!];
  const [column, row] = [own % width, Math.floor(own / width)];
  const right = Math.min(width - 1, column + reach);
  fit.clear();
  for (let r = Math.max(0, row - reach); r <= Math.min(height - 1, row + reach); r += 1)
    for (let at = r * width + Math.max(0, column - reach); at <= r * width + right; at += 1)
      if (state[at]! >= CELL.found) {
        const [dx, dy] = [x[at]! - x[own]!, y[at]! - y[own]!];
        const over = z[at]! - h - gx * dx - gy * dy;
        if (over <= most && over >= -DEEP - most) fit.add(dx, dy, z[at]!);
      }
}

/**
 * Heights of the ground at the middle of each cell, m; under decks those that `under` says, elsewhere what
 * is not known stretches like a membrane.
 */
export function terrainHeights(
  field: CellField,
  ground: Planes,
  under: (at: number) => number,
): Float32Array {
  const { width, height } = field;
  const known = new Float32Array(ground.h.length);
  for (let at = 0; at < known.length; at += 1)
    known[at] = Number.isNaN(ground.h[at]!) ? under(at) : atMiddle(field, ground, at);
  const filled = pyramidFill(known, width, height);
  const voids = voidsNear(field, known);
  for (let round = 0; round < ROUNDS; round += 1) relax(filled, voids, width);
  return filled;
}

/** Cells without a height in blocks that hold points: beyond all points the first guess will do. */
function voidsNear({ width, height, z }: CellField, known: Float32Array): Uint32Array {
  const columns = Math.ceil(width / BLOCK);
  const near = new Uint8Array(columns * Math.ceil(height / BLOCK));
  const blockOf = (at: number): number =>
    Math.floor(Math.floor(at / width) / BLOCK) * columns + Math.floor((at % width) / BLOCK);
  let count = 0;
  for (let at = 0; at < z.length; at += 1) if (!Number.isNaN(z[at]!)) near[blockOf(at)] = 1;
  const voids = new Uint32Array(known.length);
  for (let at = 0; at < known.length; at += 1)
    if (Number.isNaN(known[at]!) && near[blockOf(at)] === 1) voids[count++] = at;
  return voids.slice(0, count);
}

/** Height of a cell's plane at its middle. */
export const atMiddle = (
  field: CellField,
  planes: Planes,
  at: number,
  cell = field.cell,
  width = field.width,
): number =>
  heightAt(field, planes, at, ((at % width) + 0.5) * cell, (Math.floor(at / width) + 0.5) * cell);

/** A round of Gauss and Seidel's relaxation of Laplace's equation, a little over. */
function relax(values: Float32Array, voids: Uint32Array, width: number): void {
  const last = values.length - width;
  for (const at of voids) {
    const column = at % width;
    const own = values[at]!;
    // Beyond the edge lies what is at it.
    const below = at >= width ? values[at - width]! : own;
    const above = at < last ? values[at + width]! : own;
    const left = column > 0 ? values[at - 1]! : own;
    const right = column < width - 1 ? values[at + 1]! : own;
    values[at] = own + RELAXATION * ((below + above + left + right) / 4 - own);
  }
}
