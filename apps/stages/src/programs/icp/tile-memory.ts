import { freeArray, GRID_TILE, type StripGrid } from "@swath/pointcloud/strips";

/** Bytes of a tile of a line's grid. */
export const TILE_BYTES = GRID_TILE * Float32Array.BYTES_PER_ELEMENT;

/**
 * The memory of the grids of all lines and of the surfaces that are made of them, `most` bytes in all.
 * Tiles lie in one array, which takes memory as far as it is used, are used again, and are free at once
 * in the end: what waits for the garbage collector, or lies scattered, would take memory twice.
 */
export class TileMemory {
  readonly #most: number;
  readonly #tiles: Float32Array<ArrayBuffer>;
  readonly #left: Float32Array[] = [];
  #used = 0;
  #surfaces = 0;

  constructor(most: number) {
    this.#most = most;
    this.#tiles = new Float32Array(Math.floor(most / TILE_BYTES) * GRID_TILE);
  }

  /** Numbers of a tile, all 0; undefined where no memory is left. */
  readonly zeros = (): Float32Array | undefined => {
    const left = this.#left.pop();
    const used = this.#used + (left === undefined ? GRID_TILE : 0);
    if (used * Float32Array.BYTES_PER_ELEMENT + this.#surfaces > this.#most) return undefined;
    if (left !== undefined) return left.fill(0);
    const tile = this.#tiles.subarray(this.#used, used);
    this.#used = used;
    return tile;
  };

  /** Takes back the tiles of a grid, for a surface of so many bytes. */
  leave({ tiles }: StripGrid, surface = 0): void {
    for (const { sums } of tiles.values()) this.#left.push(sums);
    this.#surfaces += surface;
  }

  free(): void {
    freeArray(this.#tiles);
  }
}
