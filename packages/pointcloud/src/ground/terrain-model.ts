import {
  type LowestPoints,
  TILE_CELLS,
  TILE_SIDE,
  type TilePlace,
  type Window,
} from "./lowest-points.ts";
import { type CellSurfaces, type GroundSettings, SURFACE, surfacesOf } from "./surface-of-cells.ts";

/** Cells that are looked at as one: they take about 80 bytes each meanwhile. */
const WHOLE = 1_200_000;
/** Tiles along a side of a block. */
const BLOCK = 12;
/** Cells around a block that are looked at with it: a hall is seen whole. */
const COLLAR = 128;
/** Steps of slopes, to a m of rise by run, and the largest. */
const SLOPE_STEPS = 1_000;
const MOST_SLOPE = 32;

interface SurfaceTile {
  readonly kind: Uint8Array;
  readonly height: Float32Array;
  readonly gx: Int16Array;
  readonly gy: Int16Array;
  readonly terrain: Float32Array;
}

/** The surfaces below a cloud, cell by cell, where its tiles hold points. */
export class TerrainModel {
  readonly #lowest: LowestPoints;
  readonly #tiles = new Map<number, SurfaceTile>();
  #column = Number.NaN;
  #row = Number.NaN;
  #tile: SurfaceTile | undefined;
  #tolerance = 0;

  /** A field of more than `whole` cells is looked at block by block. */
  constructor(lowest: LowestPoints, settings: GroundSettings, whole = WHOLE) {
    this.#lowest = lowest;
    for (const { tiles, window } of blocksOf(lowest, whole)) {
      const surfaces = surfacesOf(lowest.read(window), settings);
      this.#tolerance = Math.max(this.#tolerance, surfaces.tolerance);
      for (const place of tiles)
        this.#tiles.set(keyOf(place.column, place.row), tileOf(surfaces, window, place));
    }
  }

  /** How far points of one surface scatter at most, m. */
  get tolerance(): number {
    return this.#tolerance;
  }

  columnOf(x: number): number {
    return Math.floor((x - this.#lowest.originX) / this.#lowest.cell);
  }

  rowOf(y: number): number {
    return Math.floor((y - this.#lowest.originY) / this.#lowest.cell);
  }

  /** What the surface of a cell is, {@link SURFACE}; and its terrain's height, m, NaN beyond all. */
  kindAt(column: number, row: number): number {
    const at = this.#find(column, row);
    return this.#tile === undefined ? SURFACE.none : this.#tile.kind[at]!;
  }

  terrainAt(column: number, row: number): number {
    const at = this.#find(column, row);
    return this.#tile?.terrain[at] ?? Number.NaN;
  }

  /** Height of a cell's plane at a place, m. */
  heightOf(column: number, row: number, x: number, y: number): number {
    const at = this.#find(column, row);
    const { originX, originY, cell } = this.#lowest;
    const [dx, dy] = [x - originX - (column + 0.5) * cell, y - originY - (row + 0.5) * cell];
    const tile = this.#tile!;
    return tile.height[at]! + (tile.gx[at]! * dx + tile.gy[at]! * dy) / SLOPE_STEPS;
  }

  /** The same at the middle of the cell. */
  middleOf(column: number, row: number): number {
    const at = this.#find(column, row);
    return this.#tile!.height[at]!;
  }

  /** By how much a height over a cell's plane is more than the distance from it. */
  cosineOf(column: number, row: number): number {
    const at = this.#find(column, row);
    const tile = this.#tile!;
    const [gx, gy] = [tile.gx[at]! / SLOPE_STEPS, tile.gy[at]! / SLOPE_STEPS];
    return 1 / Math.sqrt(1 + gx * gx + gy * gy);
  }

  #find(column: number, row: number): number {
    const tileColumn = Math.floor(column / TILE_SIDE);
    const tileRow = Math.floor(row / TILE_SIDE);
    if (tileColumn !== this.#column || tileRow !== this.#row) {
      this.#tile = this.#tiles.get(keyOf(tileColumn, tileRow));
      [this.#column, this.#row] = [tileColumn, tileRow];
    }
    return (row - tileRow * TILE_SIDE) * TILE_SIDE + column - tileColumn * TILE_SIDE;
  }
}

const keyOf = (column: number, row: number): number => row * 2 ** 26 + column;

/** Cells that {@link TerrainModel} looks at, collars included: a measure of its work. */
export function cellsToSee(lowest: LowestPoints): number {
  return blocksOf(lowest, WHOLE).reduce((sum, { window }) => sum + window.width * window.height, 0);
}

interface Block {
  readonly tiles: readonly TilePlace[];
  readonly window: Window;
}

const blockKey = (tile: TilePlace): string =>
  `${Math.floor(tile.column / BLOCK)},${Math.floor(tile.row / BLOCK)}`;

/** The whole field where it is small, else blocks of tiles with their collars. */
function blocksOf(lowest: LowestPoints, whole: number): Block[] {
  const tiles = lowest.tiles();
  if (tiles.length === 0) return [];
  const all = tileBounds(tiles);
  if (all.width * all.height <= whole) return [{ tiles, window: all }];
  return [...Map.groupBy(tiles, blockKey).values()].map((group) => {
    const bounds = tileBounds(group);
    const column = Math.max(all.column, bounds.column - COLLAR);
    const row = Math.max(all.row, bounds.row - COLLAR);
    const right = Math.min(all.column + all.width, bounds.column + bounds.width + COLLAR);
    const top = Math.min(all.row + all.height, bounds.row + bounds.height + COLLAR);
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

/** A tile's part of a window's surfaces. */
function tileOf(surfaces: CellSurfaces, window: Window, { column, row }: TilePlace): SurfaceTile {
  const tile = {
    kind: new Uint8Array(TILE_CELLS),
    height: new Float32Array(TILE_CELLS),
    gx: new Int16Array(TILE_CELLS),
    gy: new Int16Array(TILE_CELLS),
    terrain: new Float32Array(TILE_CELLS),
  };
  const [left, bottom] = [column * TILE_SIDE - window.column, row * TILE_SIDE - window.row];
  for (let j = 0; j < TILE_SIDE; j += 1)
    for (let i = 0; i < TILE_SIDE; i += 1) {
      const [at, from] = [j * TILE_SIDE + i, (bottom + j) * window.width + left + i];
      tile.kind[at] = surfaces.kind[from]!;
      tile.height[at] = surfaces.height[from]!;
      tile.gx[at] = slopeSteps(surfaces.gx[from]!);
      tile.gy[at] = slopeSteps(surfaces.gy[from]!);
      tile.terrain[at] = surfaces.terrain[from]!;
    }
  return tile;
}

const slopeSteps = (slope: number): number =>
  Math.round(Math.max(-MOST_SLOPE, Math.min(MOST_SLOPE, slope)) * SLOPE_STEPS);
