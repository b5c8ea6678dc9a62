import { tileAt, tileKey } from "../grid/index.ts";
import { principalDirection } from "./numeric-methods.ts";
import {
  type StripCell,
  stripCell,
  type StripGrid,
  type StripTile,
  TILE_CELLS,
  freeArray,
} from "./strip-grid.ts";

/** Largest standard deviation of heights in a cell beyond its slope's share; m. */
const MOST_ROUGHNESS = 0.2;
/** The same in a cell whose slope is not known, beside gaps and edges; m. */
const MOST_ROUGHNESS_BESIDE_EDGES = 0.08;
/** Largest bend between a cell and its two neighbours for which their difference is a slope; m. */
const MOST_BEND = 0.25;

const LAST = TILE_CELLS - 1;

export interface Slope {
  readonly x: number;
  readonly y: number;
}

/** Heights of cells in tiles, by {@link tileKey}: in memory, or read when they are looked at. */
export interface SurfaceTiles {
  readonly size: number;
  has(key: number): boolean;
  get(key: number): Float32Array<ArrayBuffer> | undefined;
  keys(): MapIterator<number>;
}

/**
 * The smooth cells of one flight line: heights (m) at their centres, 4 bytes a cell. Rough cells
 * (vegetation, edges of roofs) are left out.
 */
export class StripSurface {
  readonly cell: number;
  readonly tiles: SurfaceTiles;

  constructor(cell: number, tiles: SurfaceTiles) {
    this.cell = cell;
    this.tiles = tiles;
  }

  /** Height of cell (i, j), NaN where there is none. */
  height(i: number, j: number): number {
    const tile = this.tiles.get(tileKey(i >> 6, j >> 6));
    return tile === undefined ? Number.NaN : tile[(j & 63) * TILE_CELLS + (i & 63)]!;
  }

  /** Slope at cell (i, j) by central differences, undefined beside gaps and edges. */
  slope(i: number, j: number): Slope | undefined {
    const tile = this.tiles.get(tileKey(i >> 6, j >> 6));
    if (tile === undefined) return undefined;
    const [u, v] = [i & 63, j & 63];
    const at = v * TILE_CELLS + u;
    const west = u > 0 ? tile[at - 1]! : this.height(i - 1, j);
    const east = u < LAST ? tile[at + 1]! : this.height(i + 1, j);
    const south = v > 0 ? tile[at - TILE_CELLS]! : this.height(i, j - 1);
    const north = v < LAST ? tile[at + TILE_CELLS]! : this.height(i, j + 1);
    const x = difference(west, tile[at]!, east);
    const y = difference(south, tile[at]!, north);
    if (Number.isNaN(x + y)) return undefined;
    return { x: x / (2 * this.cell), y: y / (2 * this.cell) };
  }

  /** Height at a place (m), by its cell and that cell's slope; undefined beside gaps and edges. */
  heightAt(x: number, y: number): number | undefined {
    const [i, j] = [Math.floor(x / this.cell), Math.floor(y / this.cell)];
    const slope = this.slope(i, j);
    if (slope === undefined) return undefined;
    const [dx, dy] = [x - (i + 0.5) * this.cell, y - (j + 0.5) * this.cell];
    return this.height(i, j) + slope.x * dx + slope.y * dy;
  }
}

/** Bytes of a tile of {@link StripSurface}. */
export const SURFACE_TILE_BYTES = TILE_CELLS ** 2 * Float32Array.BYTES_PER_ELEMENT;

const difference = (before: number, z: number, after: number): number =>
  Math.abs(before - 2 * z + after) <= MOST_BEND ? after - before : Number.NaN;

/** Tiles of mean heights that are kept for those beside them. */
const MOST_MEANS = 512;
const BESIDE = [
  [0, 0],
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
] as const;

/**
 * The smooth cells of a line's grid. A cell's mean height is moved from the centre of its points to
 * its own along the slope of its neighbours, so that uneven sampling leaves no difference.
 */
export function stripSurface(grid: StripGrid): StripSurface {
  const means = new Map<number, Float32Array<ArrayBuffer>>();
  const around = new StripSurface(grid.cell, means);
  const tiles = new Map<number, Float32Array<ArrayBuffer>>();
  for (const [key, tile] of grid.tiles) {
    if (means.size > MOST_MEANS) freeTiles(means);
    for (const [x, y] of BESIDE) keepMeans(means, grid, tileKey(tile.column + x, tile.row + y));
    if (means.get(key)!.every(Number.isNaN)) continue;
    tiles.set(key, smoothTile(tile, around));
  }
  freeTiles(means);
  return new StripSurface(grid.cell, tiles);
}

function freeTiles(tiles: Map<number, Float32Array<ArrayBuffer>>): void {
  for (const heights of tiles.values()) freeArray(heights);
  tiles.clear();
}

/** Mean heights of a tile's cells of two points or more. */
function keepMeans(means: Map<number, Float32Array>, { tiles }: StripGrid, key: number): void {
  const tile = tiles.get(key);
  if (tile === undefined || means.has(key)) return;
  const heights = new Float32Array(TILE_CELLS ** 2);
  for (let index = 0; index < heights.length; index++)
    heights[index] = stripCell(tile, index)?.z ?? Number.NaN;
  means.set(key, heights);
}

function smoothTile(tile: StripTile, means: StripSurface): Float32Array<ArrayBuffer> {
  const heights = new Float32Array(TILE_CELLS ** 2).fill(Number.NaN);
  for (let index = 0; index < heights.length; index++) {
    const cell = stripCell(tile, index);
    if (cell === undefined) continue;
    const i = tile.column * TILE_CELLS + (index & 63);
    const j = tile.row * TILE_CELLS + (index >> 6);
    heights[index] = smoothHeight(cell, means.slope(i, j), means.cell);
  }
  return heights;
}

/** A plane of slope g over a cell of side c scatters heights by c²g²/12. */
function smoothHeight(cell: StripCell, slope: Slope | undefined, side: number): number {
  if (slope === undefined)
    return cell.variance < MOST_ROUGHNESS_BESIDE_EDGES ** 2 ? cell.z : Number.NaN;
  const explained = ((slope.x ** 2 + slope.y ** 2) * side ** 2) / 12;
  if (cell.variance - explained >= MOST_ROUGHNESS ** 2) return Number.NaN;
  return cell.z - slope.x * cell.x - slope.y * cell.y;
}

/** Cells of a tile that have a height. */
const filledCells = (heights: Float32Array | undefined): number =>
  heights?.reduce((count, z) => count + (Number.isNaN(z) ? 0 : 1), 0) ?? 0;

/** The direction in which a strip is long, radians from east; undefined where it is nearly square. */
export function stripDirection({ tiles }: StripSurface): number | undefined {
  return principalDirection(
    tiles.keys().map((key) => {
      const { column, row } = tileAt(key);
      return [column, row, filledCells(tiles.get(key))] as const;
    }),
  );
}

/** Two strips and how many cells both have. */
export interface StripOverlap {
  readonly a: string;
  readonly b: string;
  readonly cells: number;
}

/** The tiles in which two strips have points, in the order of the first's. */
export const sharedTiles = (a: StripSurface, b: StripSurface): number[] =>
  a.tiles
    .keys()
    .filter((key) => b.tiles.has(key))
    .toArray();

/** How many cells two strips share; undefined where they have no tile in common. */
export function countShared(a: StripSurface, b: StripSurface): number | undefined {
  const keys = sharedTiles(a, b);
  if (keys.length === 0) return undefined;
  let count = 0;
  for (const key of keys) {
    const [one, other] = [a.tiles.get(key)!, b.tiles.get(key)!];
    for (let index = 0; index < one.length; index += 1)
      if (!Number.isNaN(one[index]! - other[index]!)) count += 1;
  }
  return count;
}

/**
 * The overlaps that are compared, in their order: where one of the two lines has no more than `most`,
 * all; of lines that have more the largest, and those without which lines would hang together no more.
 * So n lines are at most n · (most + 1) pairs.
 */
export function chooseOverlaps(overlaps: readonly StripOverlap[], most: number): StripOverlap[] {
  const counts = new Map<string, number>();
  const groups = new Map<string, string>();
  const countOf = (line: string): number => counts.get(line) ?? 0;
  const groupOf = (line: string): string => {
    let group = line;
    for (let next = groups.get(group); next !== undefined; next = groups.get(group)) group = next;
    if (group !== line) groups.set(line, group);
    return group;
  };
  const chosen = new Set<StripOverlap>();
  for (const overlap of overlaps.toSorted((one, other) => other.cells - one.cells)) {
    const { a, b } = overlap;
    const [one, other] = [groupOf(a), groupOf(b)];
    if (countOf(a) >= most && countOf(b) >= most && one === other) continue;
    chosen.add(overlap);
    counts.set(a, countOf(a) + 1).set(b, countOf(b) + 1);
    if (one !== other) groups.set(one, other);
  }
  return overlaps.filter((overlap) => chosen.has(overlap));
}
