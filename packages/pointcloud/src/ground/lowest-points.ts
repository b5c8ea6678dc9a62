import { tileAt, tileKey } from "../grid/index.ts";
import type { CellField } from "./cell-field.ts";

/** Cells along a side of a tile. */
export const TILE_SIDE = 64;
const BITS = 6;
const MASK = TILE_SIDE - 1;
export const TILE_CELLS = TILE_SIDE * TILE_SIDE;
/** Bytes of a cell. */
const CELL_BYTES = 7;
const MOST = 127;
const MULTIPLE = 128;

/** A part of a grid as rows of `width` cells from column and row on. */
export interface Window {
  readonly column: number;
  readonly row: number;
  readonly width: number;
  readonly height: number;
}

export interface TilePlace {
  readonly column: number;
  readonly row: number;
}

interface LowestTile {
  readonly z: Float32Array;
  /** Place in the cell, in parts of 256. */
  readonly x: Uint8Array;
  readonly y: Uint8Array;
  /** Points, up to 127; 128 where the lowest one's pulse has several returns. */
  readonly count: Uint8Array;
}

/**
 * The lowest point in each cell of `cell` metres and where in the cell it is, in tiles made where points
 * are (7 bytes a cell). Cell (i, j) covers x from origin + i · cell and y from origin + j · cell on.
 */
export class LowestPoints {
  readonly cell: number;
  readonly originX: number;
  readonly originY: number;
  readonly #tiles = new Map<number, LowestTile>();
  #latestKey = Number.NaN;
  #latest: LowestTile | undefined;

  constructor(cell: number, originX: number, originY: number) {
    this.cell = cell;
    this.originX = originX;
    this.originY = originY;
  }

  /** Memory that the tiles take. */
  get bytes(): number {
    return this.#tiles.size * TILE_CELLS * CELL_BYTES;
  }

  /** Points of a cell that has any, on average. */
  get pointsOfCell(): number {
    let [points, cells] = [0, 0];
    for (const { count } of this.#tiles.values())
      for (const of of count) {
        if (of === 0) continue;
        points += of & MOST;
        cells += 1;
      }
    return points / cells;
  }

  /** Takes a point into account; x, y, z in m. */
  add(x: number, y: number, z: number, isMultiple: boolean): void {
    const [inX, inY] = [(x - this.originX) / this.cell, (y - this.originY) / this.cell];
    const [column, row] = [Math.floor(inX), Math.floor(inY)];
    const key = tileKey(column >> BITS, row >> BITS);
    if (key !== this.#latestKey) {
      this.#latest = this.#tileOf(key);
      this.#latestKey = key;
    }
    const tile = this.#latest!;
    const at = (row & MASK) * TILE_SIDE + (column & MASK);
    const count = tile.count[at]!;
    if ((count & MOST) < MOST) tile.count[at] = count + 1;
    if (tile.z[at]! <= z) return;
    tile.z[at] = z;
    tile.x[at] = (inX - column) * 256;
    tile.y[at] = (inY - row) * 256;
    tile.count[at] = (tile.count[at]! & MOST) | (isMultiple ? MULTIPLE : 0);
  }

  /** Numbers of the tiles that hold points: column and row of the tile. */
  tiles(): TilePlace[] {
    return Array.from(this.#tiles.keys(), tileAt);
  }

  /** Points of a window. */
  read(window: Window): CellField {
    const cells = window.width * window.height;
    const field = {
      width: window.width,
      height: window.height,
      cell: this.cell,
      x: new Float32Array(cells),
      y: new Float32Array(cells),
      z: new Float32Array(cells).fill(Number.NaN),
      count: new Uint8Array(cells),
      multiple: new Uint8Array(cells),
    };
    const { column, row, width, height } = window;
    for (let tileRow = row >> BITS; tileRow <= (row + height - 1) >> BITS; tileRow += 1)
      for (let of = column >> BITS; of <= (column + width - 1) >> BITS; of += 1) {
        const tile = this.#tiles.get(tileKey(of, tileRow));
        if (tile !== undefined) copyTile(tile, { column: of, row: tileRow }, window, field);
      }
    return field;
  }

  #tileOf(key: number): LowestTile {
    const found = this.#tiles.get(key);
    if (found !== undefined) return found;
    const tile = {
      z: new Float32Array(TILE_CELLS).fill(Infinity),
      x: new Uint8Array(TILE_CELLS),
      y: new Uint8Array(TILE_CELLS),
      count: new Uint8Array(TILE_CELLS),
    };
    this.#tiles.set(key, tile);
    return tile;
  }
}

function copyTile(tile: LowestTile, place: TilePlace, window: Window, field: CellField): void {
  const [left, bottom] = [
    place.column * TILE_SIDE - window.column,
    place.row * TILE_SIDE - window.row,
  ];
  const [from, to] = [Math.max(0, -left), Math.min(TILE_SIDE, window.width - left)];
  for (
    let line = Math.max(0, -bottom);
    line < Math.min(TILE_SIDE, window.height - bottom);
    line += 1
  )
    for (let column = from; column < to; column += 1) {
      const source = line * TILE_SIDE + column;
      const count = tile.count[source]!;
      if (count === 0) continue;
      const at = (bottom + line) * window.width + left + column;
      field.z[at] = tile.z[source]!;
      field.x[at] = (left + column + (tile.x[source]! + 0.5) / 256) * field.cell;
      field.y[at] = (bottom + line + (tile.y[source]! + 0.5) / 256) * field.cell;
      field.count[at] = count & MOST;
      field.multiple[at] = count >> 7;
    }
}
