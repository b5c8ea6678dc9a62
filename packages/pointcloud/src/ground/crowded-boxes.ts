import { tileKey } from "../grid/index.ts";

/** Least side of a box, m. */
const LEAST_SIDE = 4;
/** Boxes along a side of a tile, which is one box high. */
const SIDE = 16;
const BITS = 4;
/** Most points in a box and those around it of which each is alone. */
const FEW = 2;
const MOST = 255;

/** How many points are in each box of space: what hangs alone in the air, as a bird, has few around it. */
export class CrowdedBoxes {
  readonly #side: number;
  readonly #layers = new Map<number, Map<number, Uint8Array>>();
  #tiles = 0;
  #layer = Number.NaN;
  #key = Number.NaN;
  #latest: Uint8Array | undefined;

  /** Boxes of 4 m, or of as much as four cells. */
  constructor(cell = 1) {
    this.#side = Math.max(LEAST_SIDE, 4 * cell);
  }

  /** Memory that the boxes take. */
  get bytes(): number {
    return this.#tiles * SIDE * SIDE;
  }

  /** Takes a point into account; m. */
  add(x: number, y: number, z: number): void {
    const [column, row] = [Math.floor(x / this.#side), Math.floor(y / this.#side)];
    const layer = Math.floor(z / this.#side);
    const tile = this.#find(column, row, layer) ?? this.#make(layer);
    const at = (row & (SIDE - 1)) * SIDE + (column & (SIDE - 1));
    if (tile[at]! < MOST) tile[at]! += 1;
  }

  /** Whether a point that was added has at most one other around it. */
  isAlone(x: number, y: number, z: number): boolean {
    const [column, row] = [Math.floor(x / this.#side), Math.floor(y / this.#side)];
    const layer = Math.floor(z / this.#side);
    let points = 0;
    for (let dz = -1; dz <= 1; dz += 1)
      for (let dy = -1; dy <= 1; dy += 1)
        for (let dx = -1; dx <= 1; dx += 1) {
          const tile = this.#find(column + dx, row + dy, layer + dz);
          if (tile === undefined) continue;
          points += tile[((row + dy) & (SIDE - 1)) * SIDE + ((column + dx) & (SIDE - 1))]!;
          if (points > FEW) return false;
        }
    return true;
  }

  #find(column: number, row: number, layer: number): Uint8Array | undefined {
    const key = tileKey(column >> BITS, row >> BITS);
    if (key !== this.#key || layer !== this.#layer) {
      this.#latest = this.#layers.get(layer)?.get(key);
      [this.#key, this.#layer] = [key, layer];
    }
    return this.#latest;
  }

  #make(layer: number): Uint8Array {
    const tiles = this.#layers.get(layer) ?? new Map<number, Uint8Array>();
    this.#layers.set(layer, tiles);
    const tile = new Uint8Array(SIDE * SIDE);
    tiles.set(this.#key, tile);
    this.#tiles += 1;
    this.#latest = tile;
    return tile;
  }
}
