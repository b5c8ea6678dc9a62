import type { Triple } from "../points/index.ts";
import type { Cube, NodeKey } from "./copc-records.ts";

/** Bits of a coordinate in the cube. */
const CUBE_BITS = 31;
/** Cells to a side of a node, each of which has one of its points: 2⁷. */
const CELL_BITS = 7;
const CELLS = 1 << CELL_BITS;
/** Deepest level, whose cells are as small as coordinates tell. */
export const DEEPEST = CUBE_BITS - CELL_BITS;

/** Extremes of the points of a file, in steps of its scale, and of their times. */
export interface Extremes {
  readonly min: [number, number, number];
  readonly max: [number, number, number];
  readonly times: [least: number, greatest: number];
}

export const newExtremes = (): Extremes => ({
  min: [Infinity, Infinity, Infinity],
  max: [-Infinity, -Infinity, -Infinity],
  times: [Infinity, -Infinity],
});

const TIME_AT = 22;

/** Widens extremes by records of formats 6 to 8. */
export function widen({ min, max, times }: Extremes, records: Uint8Array, recordBytes: number) {
  const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
  for (let axis = 0; axis < 3; axis += 1) {
    let low = min[axis]!;
    let high = max[axis]!;
    for (let at = axis * 4; at < records.length; at += recordBytes) {
      const value = view.getInt32(at, true);
      if (value < low) low = value;
      if (value > high) high = value;
    }
    min[axis] = low;
    max[axis] = high;
  }
  for (let at = TIME_AT; at < records.length; at += recordBytes) {
    const time = view.getFloat64(at, true);
    if (time < times[0]) times[0] = time;
    if (time > times[1]) times[1] = time;
  }
}

/** How a file counts coordinates. */
interface Steps {
  readonly scale: Triple;
  readonly offset: Triple;
}

/**
 * The cube of an octree over a file's points, and places in it. Their least corner is its corner, so that
 * ground, which is flat, is not cut across at half its height.
 */
export class OctreeCube {
  readonly #steps: Steps;
  readonly #corner: Triple;
  readonly #side: number;

  constructor(steps: Steps, { min, max }: Extremes) {
    const { scale, offset } = steps;
    const place = (axis: 0 | 1 | 2, step: number): number => step * scale[axis] + offset[axis];
    const axes = [0, 1, 2] as const;
    const ends = axes.map((axis) => [place(axis, min[axis]), place(axis, max[axis])]);
    const step = Math.max(...scale.map(Math.abs));
    const corner = (axis: 0 | 1 | 2): number => Math.min(...ends[axis]!) - step;
    this.#steps = steps;
    this.#corner = [corner(0), corner(1), corner(2)];
    this.#side = Math.max(...ends.map(([from, to]) => Math.abs(to! - from!))) + 2 * step;
  }

  get cube(): Cube {
    const half = this.#side / 2;
    const [x, y, z] = this.#corner;
    return { center: [x + half, y + half, z + half], half };
  }

  get spacing(): number {
    return this.#side / CELLS;
  }

  /** Places of records in the cube along an axis, 0 to 2³¹ − 1. */
  places(view: DataView, recordBytes: number, axis: 0 | 1 | 2, to: Int32Array): void {
    const scale = this.#steps.scale[axis];
    const from = this.#steps.offset[axis] - this.#corner[axis];
    const factor = 2 ** CUBE_BITS / this.#side;
    const last = 2 ** CUBE_BITS - 1;
    for (let point = 0, at = axis * 4; at < view.byteLength; point += 1, at += recordBytes) {
      const place = (view.getInt32(at, true) * scale + from) * factor;
      to[point] = place > last ? last : place < 0 ? 0 : place;
    }
  }
}

/** Places of points in the cube, by point. */
export interface Places {
  readonly x: Int32Array;
  readonly y: Int32Array;
  readonly z: Int32Array;
}

export const newPlaces = (points: number): Places => ({
  x: new Int32Array(points),
  y: new Int32Array(points),
  z: new Int32Array(points),
});

/** The cell of a point in its node of a level. */
export function cellOf({ x, y, z }: Places, point: number, level: number): number {
  const shift = CUBE_BITS - CELL_BITS - level;
  const mask = CELLS - 1;
  return (
    (((z[point]! >> shift) & mask) << (2 * CELL_BITS)) |
    (((y[point]! >> shift) & mask) << CELL_BITS) |
    ((x[point]! >> shift) & mask)
  );
}

/** The node of a point in a level. */
export function keyOf({ x, y, z }: Places, point: number, level: number): NodeKey {
  const shift = CUBE_BITS - level;
  return { level, x: x[point]! >> shift, y: y[point]! >> shift, z: z[point]! >> shift };
}

/** Which of the eight parts of its node of a level a point lies in. */
export function partOf({ x, y, z }: Places, point: number, level: number): number {
  const shift = CUBE_BITS - 1 - level;
  return (
    (((z[point]! >> shift) & 1) << 2) |
    (((y[point]! >> shift) & 1) << 1) |
    ((x[point]! >> shift) & 1)
  );
}

/** The cells of a node that have a point. */
export class TakenCells {
  readonly #bits = new Int32Array((CELLS * CELLS * CELLS) / 32);

  clear(): void {
    this.#bits.fill(0);
  }

  /** Takes a cell; answers whether it was free. */
  take(cell: number): boolean {
    const bit = 1 << (cell & 31);
    const word = this.#bits[cell >> 5]!;
    if ((word & bit) !== 0) return false;
    this.#bits[cell >> 5] = word | bit;
    return true;
  }
}
