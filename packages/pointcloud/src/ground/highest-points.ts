import { tileKey } from "../grid/index.ts";

/** Least side of a cell of {@link HighestPoints}, m, and cells along a side of a tile. */
const LEAST_CELL = 5;
const SIDE = 32;
/** Points nearer than so much above one another support each other, m. */
const SUPPORT = 5;
/** Most points that a stray one has with it, itself included. */
const STRAY = 2;

interface HighestTile {
  readonly top: Float32Array;
  /** Points within 5 m below the top, up to 255. */
  readonly count: Uint8Array;
}

/**
 * The highest points of each cell and how many stand together there: a bird is alone, the top of
 * a tree or a mast is not.
 */
export class HighestPoints {
  readonly #tiles = new Map<number, HighestTile>();
  #latestKey = Number.NaN;
  #latest: HighestTile | undefined;
  readonly #cell: number;

  /** In cells of 5 m, or of a larger side. */
  constructor(cell = LEAST_CELL) {
    this.#cell = Math.max(LEAST_CELL, cell);
  }

  /** Memory that the tiles take. */
  get bytes(): number {
    return this.#tiles.size * SIDE * SIDE * 5;
  }

  /** Takes a point into account; m. */
  add(x: number, y: number, z: number): void {
    const [column, row] = [Math.floor(x / this.#cell), Math.floor(y / this.#cell)];
    const { top, count } = this.#find(column, row) ?? this.#make(column, row);
    const at = cellOf(column, row);
    const highest = top[at]!;
    if (count[at] === 0 || z > highest + SUPPORT) {
      top[at] = z;
      count[at] = 1;
    } else if (z > highest - SUPPORT) {
      top[at] = Math.max(highest, z);
      count[at] = Math.min(255, count[at]! + 1);
    }
  }

  /** Whether a point is among at most two at the top of its cell, with none as high beside it. */
  isStray(x: number, y: number, z: number): boolean {
    const [column, row] = [Math.floor(x / this.#cell), Math.floor(y / this.#cell)];
    const at = cellOf(column, row);
    const own = this.#find(column, row);
    if (own === undefined || own.count[at]! > STRAY || z <= own.top[at]! - SUPPORT) return false;
    for (let dx = -1; dx <= 1; dx += 1)
      for (let dy = -1; dy <= 1; dy += 1)
        if ((dx !== 0 || dy !== 0) && this.#reaches(column + dx, row + dy, z - SUPPORT))
          return false;
    return true;
  }

  #reaches(column: number, row: number, height: number): boolean {
    const tile = this.#find(column, row);
    const at = cellOf(column, row);
    return tile !== undefined && tile.count[at]! > 0 && tile.top[at]! > height;
  }

  #find(column: number, row: number): HighestTile | undefined {
    const key = tileKey(Math.floor(column / SIDE), Math.floor(row / SIDE));
    if (key !== this.#latestKey) {
      this.#latest = this.#tiles.get(key);
      this.#latestKey = key;
    }
    return this.#latest;
  }

  #make(column: number, row: number): HighestTile {
    this.#find(column, row);
    const tile = { top: new Float32Array(SIDE * SIDE), count: new Uint8Array(SIDE * SIDE) };
    this.#tiles.set(this.#latestKey, tile);
    this.#latest = tile;
    return tile;
  }
}

const cellOf = (column: number, row: number): number =>
  (row & (SIDE - 1)) * SIDE + (column & (SIDE - 1));
