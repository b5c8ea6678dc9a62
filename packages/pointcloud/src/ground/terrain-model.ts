import { type LowestHeights, TILE_SIDE, type Window } from "../grid/index.ts";
import { CLASS, isLast, isUsed, type PointBlock } from "../points/index.ts";
import type { HighestPoints } from "./highest-points.ts";
import { provisionalTerrain, radiusOf, type SmrfSettings } from "./provisional-terrain.ts";

/** Cells that are filtered as one: they take about 30 bytes each meanwhile. */
const WHOLE = 4_194_304;
/** Tiles along a side of a block. */
const BLOCK = 16;
/** Cells around a block that are filtered with it, beside those that the largest opening takes. */
const COLLAR = 60;
const MILLIMETRES = 1_000;
const LARGEST = 65_535;

interface TerrainTile {
  readonly height: Float32Array;
  /** Millimetres. */
  readonly tolerance: Uint16Array;
}

/** The terrain below a cloud: heights and tolerances where its tiles hold points. */
export class TerrainModel {
  readonly #lowest: LowestHeights;
  readonly #tiles = new Map<string, TerrainTile>();
  #column = Number.NaN;
  #row = Number.NaN;
  #latest: TerrainTile | undefined;

  /** A field of more than `whole` cells is filtered block by block. */
  constructor(lowest: LowestHeights, settings: SmrfSettings, whole = WHOLE) {
    this.#lowest = lowest;
    for (const { tiles, window } of blocksOf(lowest, settings, whole)) {
      const terrain = provisionalTerrain(lowest.read(window), window.width, settings);
      for (const { column, row } of tiles)
        this.#tiles.set(`${column},${row}`, {
          height: tileOf(terrain.height, window, column, row),
          tolerance: Uint16Array.from(tileOf(terrain.tolerance, window, column, row), (value) =>
            Math.min(LARGEST, Math.round(value * MILLIMETRES)),
          ),
        });
    }
  }

  /** Height above the terrain of a point (m), NaN where the model does not reach. */
  heightAbove(x: number, y: number, z: number): number {
    const at = this.#find(x, y);
    return z - (this.#latest?.height[at] ?? Number.NaN);
  }

  /** How far from the terrain a point of the ground may be there, m. */
  toleranceAt(x: number, y: number): number {
    const at = this.#find(x, y);
    return (this.#latest?.tolerance[at] ?? Number.NaN) / MILLIMETRES;
  }

  #find(x: number, y: number): number {
    const { originX, originY, cell } = this.#lowest;
    const i = Math.floor((x - originX) / cell);
    const j = Math.floor((y - originY) / cell);
    const column = Math.floor(i / TILE_SIDE);
    const row = Math.floor(j / TILE_SIDE);
    if (column !== this.#column || row !== this.#row) {
      this.#latest = this.#tiles.get(`${column},${row}`);
      [this.#column, this.#row] = [column, row];
    }
    return (j - row * TILE_SIDE) * TILE_SIDE + i - column * TILE_SIDE;
  }
}

/** Cells that {@link TerrainModel} filters, each collar with its block: what it costs. */
export function cellsToFilter(lowest: LowestHeights, settings: SmrfSettings): number {
  return blocksOf(lowest, settings, WHOLE).reduce(
    (sum, { window }) => sum + window.width * window.height,
    0,
  );
}

interface Block {
  readonly tiles: readonly { readonly column: number; readonly row: number }[];
  readonly window: Window;
}

const blockKey = (tile: { readonly column: number; readonly row: number }): string =>
  `${Math.floor(tile.column / BLOCK)},${Math.floor(tile.row / BLOCK)}`;

/** The whole field where it is small, else blocks of tiles with their collars. */
function blocksOf(lowest: LowestHeights, settings: SmrfSettings, whole: number): Block[] {
  const tiles = lowest.tiles();
  if (tiles.length === 0) return [];
  const all = windowOf(lowest, tiles);
  // An opening reaches twice its radius: to erode and to dilate.
  const reach = 2 * radiusOf(settings);
  if ((all.width + reach) * (all.height + reach) <= whole) return [{ tiles, window: all }];
  const collar = reach + COLLAR;
  return [...Map.groupBy(tiles, blockKey).values()].map((group) => {
    const bounds = tileBounds(group);
    const column = Math.max(all.column, bounds.column - collar);
    const row = Math.max(all.row, bounds.row - collar);
    const right = Math.min(all.column + all.width, bounds.column + bounds.width + collar);
    const top = Math.min(all.row + all.height, bounds.row + bounds.height + collar);
    return { tiles: group, window: { column, row, width: right - column, height: top - row } };
  });
}

function tileBounds(tiles: Block["tiles"]): Window {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { column, row } of tiles) {
    left = Math.min(left, column);
    bottom = Math.min(bottom, row);
    right = Math.max(right, column + 1);
    top = Math.max(top, row + 1);
  }
  return {
    column: left * TILE_SIDE,
    row: bottom * TILE_SIDE,
    width: (right - left) * TILE_SIDE,
    height: (top - bottom) * TILE_SIDE,
  };
}

/** The cells from the first with a point to the last: the filter treats the edge of its field so. */
function windowOf(lowest: LowestHeights, tiles: Block["tiles"]): Window {
  const { column, row, width, height } = tileBounds(tiles);
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const tile of tiles) {
    const [x, y] = [tile.column * TILE_SIDE, tile.row * TILE_SIDE];
    const edge =
      x === column ||
      y === row ||
      x + TILE_SIDE === column + width ||
      y + TILE_SIDE === row + height;
    if (!edge) continue;
    const heights = lowest.read({ column: x, row: y, width: TILE_SIDE, height: TILE_SIDE });
    for (const [at, value] of heights.entries()) {
      if (Number.isNaN(value)) continue;
      left = Math.min(left, x + (at % TILE_SIDE));
      right = Math.max(right, x + (at % TILE_SIDE));
      bottom = Math.min(bottom, y + Math.floor(at / TILE_SIDE));
      top = Math.max(top, y + Math.floor(at / TILE_SIDE));
    }
  }
  return { column: left, row: bottom, width: right - left + 1, height: top - bottom + 1 };
}

/** A tile's values of a window; NaN where it reaches beyond it. */
function tileOf(
  values: Float32Array,
  { column, row, width, height }: Window,
  tileColumn: number,
  tileRow: number,
): Float32Array {
  const tile = new Float32Array(TILE_SIDE * TILE_SIDE).fill(Number.NaN);
  const [left, bottom] = [tileColumn * TILE_SIDE - column, tileRow * TILE_SIDE - row];
  for (let j = Math.max(0, -bottom); j < Math.min(TILE_SIDE, height - bottom); j += 1) {
    const [from, to] = [Math.max(0, left), Math.min(width, left + TILE_SIDE)];
    const at = (bottom + j) * width;
    tile.set(values.subarray(at + from, at + to), j * TILE_SIDE + from - left);
  }
  return tile;
}

/** Heights above the terrain from which on vegetation is low, medium and high, m. */
const LOW_VEGETATION = 0.5;
const MEDIUM_VEGETATION = 2;
const HIGH_VEGETATION = 5;
/** So far below the terrain a point is noise; so far above it may be, if nothing is near it; m. */
const BELOW = 1;
const ABOVE = 20;

/** Metres in a unit of x, y and z of a block. */
export interface BlockScale {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/**
 * Classes of a block's points, written to `classes`: 2 for last returns within the tolerance of the
 * terrain, 3 to 5 by height above it, 7 for what lies far below or stands alone high above, else 1.
 * What was withheld or noise before stays as it was.
 */
export function classifyPoints(
  block: PointBlock,
  scale: BlockScale,
  terrain: TerrainModel,
  highest: HighestPoints,
  classes: Uint8Array,
): void {
  for (let point = 0; point < block.count; point += 1) {
    if (!isUsed(block, point)) {
      classes[point] = block.classification[point]!;
      continue;
    }
    const [x, y] = [block.x[point]! * scale.x, block.y[point]! * scale.y];
    const z = block.z[point]! * scale.z;
    const above = terrain.heightAbove(x, y, z);
    const ground = Math.abs(above) <= terrain.toleranceAt(x, y) && isLast(block, point);
    const stray = above > ABOVE && highest.isStray(x, y, z);
    classes[point] = ground ? CLASS.ground : stray ? CLASS.lowNoise : classOf(above);
  }
}

function classOf(above: number): number {
  if (above < -BELOW) return CLASS.lowNoise;
  if (above >= HIGH_VEGETATION) return CLASS.highVegetation;
  if (above >= MEDIUM_VEGETATION) return CLASS.mediumVegetation;
  if (above >= LOW_VEGETATION) return CLASS.lowVegetation;
  return CLASS.unclassified;
}
