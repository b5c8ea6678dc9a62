import type { CellField } from "./cell-field.ts";
import { PlaneFit } from "../raster/plane-fit.ts";

/** Cells along a side of the blocks whose lowest points are tried, one after the other. */
const BLOCKS = [16, 8, 4, 2, 1];
/** How far over the ground around a block its lowest point may be, m, and by the length of a block's side. */
const OVER = 0.1;
const OVER_BY_LENGTH = 0.04;
const MOST_OVER = 1.5;
/** How much more where the ground is as steep as 1, by the length of a block's side: slopes bend. */
const BEND = 0.06;
/** Blocks to each side whose ground says where a block's is. */
const REACH = 2;
const FEWEST = 3;
/** Share of the largest rise over which ground around does not count. */
const LOW_SHARE = 0.5;
const SWEEPS = 40;
/** Rounds of taking back, from the edge of a shrub inwards, and how much farther over the ground is raised. */
const PEELS = 6;
const RAISED = 1.3;

/** Of a cell: an object's, a deck's, maybe the ground's, found to be, sure to be. */
export const CELL = { raised: 0, deck: 1, open: 2, found: 3, sure: 4 } as const;

/**
 * Finds the ground among what may be it, in place, outwards from what is sure to be and from the coarse to
 * the fine: of each block of cells the lowest point, where it does not rise over planes through the
 * ground around, on any side (progressive densification, Axelsson 2000, with planes in place of triangles).
 */
export function densifyGround(field: CellField, state: Uint8Array, tolerance: number): void {
  for (const side of BLOCKS) {
    const level = new Level(field, state, side, tolerance);
    if (side === BLOCKS[0]) level.seed();
    level.dropRaised();
    for (let sweep = 0; sweep < SWEEPS; sweep += 1) if (!level.sweep()) break;
    level.keep();
  }
}

class Level {
  readonly #field: CellField;
  readonly #cells: Uint8Array;
  readonly #columns: number;
  readonly #rows: number;
  readonly #length: number;
  readonly #over: number;
  readonly #bend: number;
  /** By block the cell whose point is its lowest, −1 without one, and whether that is of the ground. */
  readonly #lowest: Int32Array;
  readonly #state: Uint8Array;
  readonly #fit = new PlaneFit();
  #plane = { h: 0, gx: 0, gy: 0 };

  constructor(field: CellField, cells: Uint8Array, side: number, tolerance: number) {
    this.#field = field;
    this.#cells = cells;
    this.#columns = Math.ceil(field.width / side);
    this.#rows = Math.ceil(field.height / side);
    this.#length = side * field.cell;
    const over = OVER_BY_LENGTH * (this.#length - field.cell);
    this.#bend = BEND * (this.#length + field.cell);
    this.#over = Math.min(MOST_OVER, Math.max(OVER, tolerance) + over);
    this.#lowest = new Int32Array(this.#columns * this.#rows).fill(-1);
    this.#state = new Uint8Array(this.#lowest.length);
    this.#gather(side);
  }

  #gather(side: number): void {
    const { width, z } = this.#field;
    for (let at = 0; at < z.length; at += 1) {
      const state = this.#cells[at]!;
      if (state < CELL.open || Number.isNaN(z[at]!)) continue;
      const column = Math.floor((at % width) / side);
      const block = Math.floor(Math.floor(at / width) / side) * this.#columns + column;
      const was = this.#state[block]!;
      if (state < was || (state === was && !(z[at]! < z[this.#lowest[block]!]!))) continue;
      this.#lowest[block] = at;
      this.#state[block] = state;
    }
  }

  /** Where nothing is sure far around, blocks that are no higher than lines between opposite ones. */
  seed(): void {
    const lone: number[] = [];
    for (let block = 0; block < this.#lowest.length; block += 1)
      if (
        this.#state[block] === CELL.open &&
        !this.#hasGround(block, 2 * REACH) &&
        this.#isLow(block)
      )
        lone.push(block);
    for (const block of lone) this.#state[block] = CELL.found;
  }

  #hasGround(block: number, reach: number): boolean {
    return this.#around(block, reach).some((other) => this.#state[other]! >= CELL.found);
  }

  #around(block: number, reach: number): number[] {
    const [column, row] = [block % this.#columns, Math.floor(block / this.#columns)];
    const found: number[] = [];
    for (let r = Math.max(0, row - reach); r <= Math.min(this.#rows - 1, row + reach); r += 1)
      for (
        let c = Math.max(0, column - reach);
        c <= Math.min(this.#columns - 1, column + reach);
        c += 1
      )
        if (r !== row || c !== column) found.push(r * this.#columns + c);
    return found;
  }

  #isLow(block: number): boolean {
    const [column, row] = [block % this.#columns, Math.floor(block / this.#columns)];
    const { z } = this.#field;
    for (const [dx, dy] of [
      [1, 0],
      [0, 1],
      [1, 1],
      [-1, 1],
    ] as const) {
      const isInside =
        Math.min(column + dx, column - dx) >= 0 &&
        Math.max(column + dx, column - dx) < this.#columns &&
        row >= dy &&
        row + dy < this.#rows;
      if (!isInside) continue;
      const step = dy * this.#columns + dx;
      const [a, b] = [this.#lowest[block - step]!, this.#lowest[block + step]!];
      if (a < 0 || b < 0) continue;
      if (z[this.#lowest[block]!]! > (z[a]! + z[b]!) / 2 + 0.3 * this.#length) return false;
    }
    return true;
  }

  /** Takes back what coarser blocks found and finer ones show to be raised. */
  dropRaised(): void {
    for (let round = 0; round < PEELS; round += 1) {
      const raised: number[] = [];
      for (let block = 0; block < this.#lowest.length; block += 1)
        if (this.#state[block] === CELL.found && this.#overHalf(block, 0) > RAISED * this.#over)
          raised.push(block);
      for (const block of raised) {
        this.#state[block] = CELL.open;
        this.#cells[this.#lowest[block]!] = CELL.open;
      }
      if (raised.length === 0) return;
    }
  }

  /** Takes blocks beside ground that are not raised over it; whether there was any. */
  sweep(): boolean {
    const taken: number[] = [];
    for (let block = 0; block < this.#lowest.length; block += 1)
      if (this.#state[block] === CELL.open && this.#overGround(block) <= this.#over)
        taken.push(block);
    for (const block of taken) this.#state[block] = CELL.found;
    return taken.length > 0;
  }

  keep(): void {
    for (const [block, at] of this.#lowest.entries())
      if (at >= 0 && this.#state[block] === CELL.found) this.#cells[at] = CELL.found;
  }

  /**
   * How far a block's point is over the ground around, at right angles: over a plane through all of it, or
   * through what is sure on one side, as at an edge of the land; the least of these. Infinite without ground.
   */
  #overGround(block: number): number {
    let least = Infinity;
    for (let half = 0; half < 5; half += 1) {
      const over = this.#overHalf(block, half);
      if (over < least) least = over;
      if (least <= this.#over) break;
    }
    return least;
  }

  #overHalf(block: number, half: number): number {
    let most = Infinity;
    let over = Infinity;
    for (let round = 0; round < 2; round += 1) {
      this.#gatherAround(block, half, most);
      if (this.#fit.count < FEWEST || !this.#fit.solve()) return over;
      const { h, gx, gy } = this.#fit;
      const slope = Math.sqrt(gx * gx + gy * gy);
      over = -h / Math.sqrt(1 + slope * slope) - this.#bend * Math.min(1, slope);
      // Once more through what lies low: among the ground around may be shrubs.
      if (this.#fit.count < 2 * FEWEST) return over;
      most = LOW_SHARE * this.#over;
      this.#plane = { h, gx, gy };
    }
    return over;
  }

  /** Fits the ground around a block, or on one side of it, that is at most so far over the latest plane. */
  #gatherAround(block: number, half: number, most: number): void {
    const { x, y, z } = this.#field;
    const { h, gx, gy } = this.#plane;
    const [column, row] = [block % this.#columns, Math.floor(block / this.#columns)];
    const own = this.#lowest[block]!;
    const [left, right] = [half === 2 ? 0 : -REACH, half === 1 ? 0 : REACH];
    const [below, above] = [half === 4 ? 0 : -REACH, half === 3 ? 0 : REACH];
    const least = half === 0 ? CELL.found : CELL.sure;
    this.#fit.clear();
    for (let r = Math.max(0, row + below); r <= Math.min(this.#rows - 1, row + above); r += 1)
      for (
        let c = Math.max(0, column + left);
        c <= Math.min(this.#columns - 1, column + right);
        c += 1
      ) {
        const other = r * this.#columns + c;
        if (other === block || this.#state[other]! < least) continue;
        const at = this.#lowest[other]!;
        const [dx, dy, dz] = [x[at]! - x[own]!, y[at]! - y[own]!, z[at]! - z[own]!];
        if (most === Infinity || dz - h - gx * dx - gy * dy <= most) this.#fit.add(dx, dy, dz);
      }
  }
}
