import { principalDirection } from "./principal-direction.ts";
import {
  type StripCell,
  stripCell,
  type StripGrid,
  TILE_CELLS,
  tileAt,
  tileKey,
} from "./strip-grid.ts";

/** Largest standard deviation of heights in a cell, beyond what its slope explains; m. */
const MOST_ROUGHNESS = 0.2;
/** The same in a cell whose slope is not known, beside gaps and edges; m. */
const MOST_ROUGHNESS_BESIDE_EDGES = 0.08;
/** Largest bend between a cell and its two neighbours for which their difference is a slope; m. */
const MOST_BEND = 0.25;

export interface Slope {
  readonly x: number;
  readonly y: number;
}

/**
 * The smooth cells of one flight line: heights (m) at their centres, 4 bytes a cell. What is rough
 * (vegetation, edges of roofs) is left out.
 */
export class StripSurface {
  readonly cell: number;
  readonly tiles: ReadonlyMap<number, Float32Array>;

  constructor(cell: number, tiles: ReadonlyMap<number, Float32Array>) {
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
    const z = this.height(i, j);
    const x = difference(this.height(i - 1, j), z, this.height(i + 1, j));
    const y = difference(this.height(i, j - 1), z, this.height(i, j + 1));
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

const difference = (before: number, z: number, after: number): number =>
  Math.abs(before - 2 * z + after) <= MOST_BEND ? after - before : Number.NaN;

/**
 * The smooth cells of a line's grid. A cell's mean height is moved from the centre of its points to
 * its own along the slope of its neighbours, so that uneven sampling leaves no difference.
 */
export function stripSurface(grid: StripGrid): StripSurface {
  const means = new StripSurface(grid.cell, meansOf(grid));
  const tiles = new Map<number, Float32Array>();
  for (const [key, tile] of grid.tiles) {
    if (!means.tiles.has(key)) continue;
    const heights = new Float32Array(TILE_CELLS * TILE_CELLS).fill(Number.NaN);
    for (let index = 0; index < heights.length; index++) {
      const cell = stripCell(tile, index);
      if (cell === undefined) continue;
      const i = tile.column * TILE_CELLS + (index & 63);
      const j = tile.row * TILE_CELLS + (index >> 6);
      heights[index] = smoothHeight(cell, means.slope(i, j), grid.cell);
    }
    tiles.set(key, heights);
  }
  return new StripSurface(grid.cell, tiles);
}

/** Mean heights of the tiles that have any cell of two points. */
function meansOf(grid: StripGrid): Map<number, Float32Array> {
  const tiles = new Map<number, Float32Array>();
  for (const [key, tile] of grid.tiles) {
    const means = new Float32Array(TILE_CELLS * TILE_CELLS);
    for (let index = 0; index < means.length; index++)
      means[index] = stripCell(tile, index)?.z ?? Number.NaN;
    if (means.some((z) => !Number.isNaN(z))) tiles.set(key, means);
  }
  return tiles;
}

/** A plane of slope g over a cell of side c scatters heights by c²g²/12. */
function smoothHeight(cell: StripCell, slope: Slope | undefined, side: number): number {
  if (slope === undefined)
    return cell.variance < MOST_ROUGHNESS_BESIDE_EDGES ** 2 ? cell.z : Number.NaN;
  const explained = ((slope.x ** 2 + slope.y ** 2) * side ** 2) / 12;
  if (cell.variance - explained >= MOST_ROUGHNESS ** 2) return Number.NaN;
  return cell.z - slope.x * cell.x - slope.y * cell.y;
}

/** The direction in which a strip is long, radians from east; undefined where it is nearly square. */
export function stripDirection({ tiles }: StripSurface): number | undefined {
  return principalDirection(
    tiles.entries().map(([key, heights]) => {
      const filled = heights.reduce((count, z) => count + (Number.isNaN(z) ? 0 : 1), 0);
      const { column, row } = tileAt(key);
      return [column, row, filled] as const;
    }),
  );
}
