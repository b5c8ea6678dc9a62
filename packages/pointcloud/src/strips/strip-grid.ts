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
  readonly sums: Float32Array<ArrayBuffer>;
}

/** Bytes of a tile of {@link StripGrid}. */
export const GRID_TILE_BYTES = CELLS * FIELDS * Float32Array.BYTES_PER_ELEMENT;

/**
 * Heights of one flight line by cells of `cell` metres, in tiles made where points are (20 bytes a
 * cell). Coordinates are metres in a projected system; cell (i, j) covers x from i · cell and y from
 * j · cell on.
 */
export class StripGrid {
  readonly cell: number;
  readonly tiles = new Map<number, StripTile>();
  #latest: StripTile | undefined;

  constructor(cell: number) {
    this.cell = cell;
  }

  /** Adds a point, unless it is NaN or thousands of kilometres off. */
  add(x: number, y: number, z: number): void {
    const { cell } = this;
    const i = Math.floor(x / cell);
    const j = Math.floor(y / cell);
    if (!(Math.abs(i) < FARTHEST && Math.abs(j) < FARTHEST && Number.isFinite(z))) return;
    const tile = this.#tileOf(i >> 6, j >> 6, z);
    const at = ((j & 63) * TILE_CELLS + (i & 63)) * FIELDS;
    const { sums } = tile;
    const height = z - tile.height;
    sums[at]! += 1;
    sums[at + 1]! += x - (i + 0.5) * cell;
    sums[at + 2]! += y - (j + 0.5) * cell;
    sums[at + 3]! += height;
    sums[at + 4]! += height * height;
  }

  /** The same points by cells of twice the side. */
  coarser(): StripGrid {
    const coarse = new StripGrid(2 * this.cell);
    for (const tile of this.tiles.values()) {
      const { column, row, height } = tile;
      coarse.#addTile(tile, coarse.#tileOf(column >> 1, row >> 1, height));
    }
    return coarse;
  }

  /** Adds the cells of a tile of half the side to the one that it is a quarter of. */
  #addTile(fine: StripTile, { sums, height }: StripTile): void {
    const quarter = this.cell / 4;
    const rise = fine.height - height;
    for (let index = 0; index < CELLS; index += 1) {
      const from = index * FIELDS;
      const points = fine.sums[from]!;
      if (points === 0) continue;
      const u = ((fine.column & 1) << 6) + (index & 63);
      const v = ((fine.row & 1) << 6) + (index >> 6);
      const at = ((v >> 1) * TILE_CELLS + (u >> 1)) * FIELDS;
      const heights = fine.sums[from + 3]!;
      sums[at]! += points;
      sums[at + 1]! += fine.sums[from + 1]! + points * ((u & 1) === 0 ? -quarter : quarter);
      sums[at + 2]! += fine.sums[from + 2]! + points * ((v & 1) === 0 ? -quarter : quarter);
      sums[at + 3]! += heights + points * rise;
      sums[at + 4]! += fine.sums[from + 4]! + (2 * heights + points * rise) * rise;
    }
  }

  #tileOf(column: number, row: number, height: number): StripTile {
    const latest = this.#latest;
    if (latest !== undefined && latest.column === column && latest.row === row) return latest;
    const key = tileKey(column, row);
    let tile = this.tiles.get(key);
    if (tile === undefined) {
      tile = { column, row, height, sums: new Float32Array(CELLS * FIELDS) };
      this.tiles.set(key, tile);
    }
    this.#latest = tile;
    return tile;
  }

  /** Frees its memory; it is empty then. */
  free(): void {
    for (const { sums } of this.tiles.values()) freeArray(sums);
    this.tiles.clear();
    this.#latest = undefined;
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
