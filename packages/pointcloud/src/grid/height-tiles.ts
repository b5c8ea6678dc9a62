import { tileAt, tileKey } from "./tile-key.ts";

/** Cells along a side of a tile. */
export const TILE_SIDE = 64;
const BITS = 6;
const MASK = TILE_SIDE - 1;
const CELLS = TILE_SIDE * TILE_SIDE;

/** A part of a grid as rows of `width` cells from column and row on. */
export interface Window {
  readonly column: number;
  readonly row: number;
  readonly width: number;
  readonly height: number;
}

/**
 * The lowest height in each cell of `cell` metres, NaN where there is none, in tiles made where points
 * are (4 bytes a cell). Cell (i, j) covers x from origin + i · cell and y from origin + j · cell on.
 */
export class LowestHeights {
  readonly cell: number;
  readonly originX: number;
  readonly originY: number;
  readonly #tiles = new Map<number, Float32Array>();
  #latestKey = Number.NaN;
  #latest: Float32Array = new Float32Array();

  constructor(cell: number, originX: number, originY: number) {
    this.cell = cell;
    this.originX = originX;
    this.originY = originY;
  }

  /** Memory that the tiles take. */
  get bytes(): number {
    return this.#tiles.size * CELLS * 4;
  }

  /** Takes a point into account; x, y, z in metres. */
  add(x: number, y: number, z: number): void {
    const column = Math.floor((x - this.originX) / this.cell);
    const row = Math.floor((y - this.originY) / this.cell);
    const key = tileKey(column >> BITS, row >> BITS);
    if (key !== this.#latestKey) {
      this.#latest = this.#tileOf(key);
      this.#latestKey = key;
    }
    const at = (row & MASK) * TILE_SIDE + (column & MASK);
    if (!(this.#latest[at]! <= z)) this.#latest[at] = z;
  }

  /** Numbers of the tiles that hold points: column and row of the tile. */
  tiles(): { readonly column: number; readonly row: number }[] {
    return Array.from(this.#tiles.keys(), tileAt);
  }

  /** Heights of a window, row by row. */
  read({ column, row, width, height }: Window): Float32Array {
    const heights = new Float32Array(width * height).fill(Number.NaN);
    for (let tileRow = row >> BITS; tileRow <= (row + height - 1) >> BITS; tileRow += 1)
      for (
        let tileColumn = column >> BITS;
        tileColumn <= (column + width - 1) >> BITS;
        tileColumn += 1
      ) {
        const tile = this.#tiles.get(tileKey(tileColumn, tileRow));
        if (tile === undefined) continue;
        const [left, bottom] = [tileColumn * TILE_SIDE, tileRow * TILE_SIDE];
        const from = Math.max(column, left);
        const to = Math.min(column + width, left + TILE_SIDE);
        const end = Math.min(row + height, bottom + TILE_SIDE);
        for (let line = Math.max(row, bottom); line < end; line += 1) {
          const at = (line - bottom) * TILE_SIDE;
          const cells = tile.subarray(at + from - left, at + to - left);
          heights.set(cells, (line - row) * width + from - column);
        }
      }
    return heights;
  }

  #tileOf(key: number): Float32Array {
    const found = this.#tiles.get(key);
    if (found !== undefined) return found;
    const tile = new Float32Array(CELLS).fill(Number.NaN);
    this.#tiles.set(key, tile);
    return tile;
  }
}
