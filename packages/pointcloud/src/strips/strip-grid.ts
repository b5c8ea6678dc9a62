import { tileKey } from "../grid/index.ts";

/** Cells along a side of a tile of {@link StripGrid}. */
export const TILE_CELLS = 64;
const CELLS = TILE_CELLS * TILE_CELLS;
const FIELDS = 5;
const FARTHEST = 2 ** 31;

/** Sums of a tile's cells: n, Σx, Σy (from the cell's centre), Σz, Σz² (from the tile's height). */
export interface StripTile {
  readonly column: number;
  readonly row: number;
  readonly height: number;
  readonly sums: Float32Array;
}

/** Numbers of a tile. */
export const GRID_TILE = CELLS * FIELDS;

/**
 * Heights of one flight line by cells of `cell` metres, in tiles made where points are (20 bytes a
 * cell) of numbers that are 0, as long as there are any. Coordinates are metres in a projected system;
 * cell (i, j) covers x from i · cell and y from j · cell on.
 */
export class StripGrid {
  readonly cell: number;
  readonly tiles = new Map<number, StripTile>();
  readonly #zeros: () => Float32Array | undefined;
  #latest: StripTile | undefined;

  constructor(
    cell: number,
    zeros: () => Float32Array | undefined = () => new Float32Array(GRID_TILE),
  ) {
    this.cell = cell;
    this.#zeros = zeros;
  }

  /**
   * Adds a point, unless it is NaN or thousands of kilometres off. False where there is no memory
   * for its tile.
   */
  add(x: number, y: number, z: number): boolean {
    const { cell } = this;
    const i = Math.floor(x / cell);
    const j = Math.floor(y / cell);
    if (!(Math.abs(i) < FARTHEST && Math.abs(j) < FARTHEST && Number.isFinite(z))) return true;
    const tile = this.#tileOf(i >> 6, j >> 6, z);
    if (tile === undefined) return false;
    const at = ((j & 63) * TILE_CELLS + (i & 63)) * FIELDS;
    const { sums } = tile;
    const height = z - tile.height;
    sums[at]! += 1;
    sums[at + 1]! += x - (i + 0.5) * cell;
    sums[at + 2]! += y - (j + 0.5) * cell;
    sums[at + 3]! += height;
    sums[at + 4]! += height * height;
    return true;
  }

  #tileOf(column: number, row: number, height: number): StripTile | undefined {
    const latest = this.#latest;
    if (latest !== undefined && latest.column === column && latest.row === row) return latest;
    const key = tileKey(column, row);
    let tile = this.tiles.get(key);
    if (tile === undefined) {
      const sums = this.#zeros();
      if (sums === undefined) return undefined;
      tile = { column, row, height, sums };
      this.tiles.set(key, tile);
    }
    this.#latest = tile;
    return tile;
  }
}

/** A cell's points: how many, their mean offset from its centre (m), mean and variance of heights. */
export interface StripCell {
  readonly points: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly variance: number;
}

/** The cell `index` (row by row) of a tile, undefined where it has fewer than two points. */
export function stripCell({ sums, height }: StripTile, index: number): StripCell | undefined {
  const at = index * FIELDS;
  const points = sums[at]!;
  if (points < 2) return undefined;
  const mean = sums[at + 3]! / points;
  return {
    points,
    x: sums[at + 1]! / points,
    y: sums[at + 2]! / points,
    z: height + mean,
    variance: Math.max(0, sums[at + 4]! / points - mean * mean),
  };
}

/**
 * Frees the memory of an array, which is empty then. Large arrays that wait for the garbage collector
 * take memory twice.
 */
export function freeArray({ buffer }: Float32Array<ArrayBuffer>): void {
  buffer.transfer(0);
}
