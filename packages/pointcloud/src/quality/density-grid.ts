import { tileKey } from "../grid/index.ts";
import { emptyRaster, type Raster, rasterShape, tilesExtent } from "../raster/raster.ts";

/** Cells along a side of a tile of {@link DensityGrid}. */
export const TILE_CELLS = 64;
const FARTHEST = 2 ** 31;

/** Counts of the cells of a tile, row by row. */
export interface DensityTile {
  readonly column: number;
  readonly row: number;
  readonly counts: Uint32Array;
}

/** Points counted by cells of `cell` metres, in tiles made where points are; 4 bytes a cell. */
export class DensityGrid {
  readonly cell: number;
  readonly #tiles = new Map<number, DensityTile>();
  #latest: DensityTile | undefined;

  constructor(cell: number) {
    this.cell = cell;
  }

  /** Counts a point, m, unless it is NaN or thousands of kilometres off. */
  add(x: number, y: number): void {
    const column = Math.floor(x / this.cell);
    const row = Math.floor(y / this.cell);
    if (!(Math.abs(column) < FARTHEST && Math.abs(row) < FARTHEST)) return;
    this.#tile(column >> 6, row >> 6).counts[(row & 63) * TILE_CELLS + (column & 63)]! += 1;
  }

  get tiles(): DensityTile[] {
    return [...this.#tiles.values()];
  }

  /** Adds the counts of tiles of a grid of the same cells. */
  adopt(tiles: readonly DensityTile[]): void {
    for (const { column, row, counts } of tiles) {
      const own = this.#tile(column, row).counts;
      for (const [at, count] of counts.entries()) own[at]! += count;
    }
  }

  #tile(column: number, row: number): DensityTile {
    const latest = this.#latest;
    if (latest !== undefined && latest.column === column && latest.row === row) return latest;
    const key = tileKey(column, row);
    let tile = this.#tiles.get(key);
    if (tile === undefined) {
      tile = { column, row, counts: new Uint32Array(TILE_CELLS * TILE_CELLS) };
      this.#tiles.set(key, tile);
    }
    this.#latest = tile;
    return tile;
  }

  #count(column: number, row: number): number {
    const tile = this.#tiles.get(tileKey(column >> 6, row >> 6));
    return tile?.counts[(row & 63) * TILE_CELLS + (column & 63)] ?? 0;
  }

  /**
   * Points a square metre: over all cells that have any, and what 95 % of the cells reach that have
   * eight neighbours with points. `area` is that of cells with points, m². Null without such cells.
   */
  figures(): { mean: number | null; reached: number | null; area: number } {
    let [cells, points] = [0, 0];
    for (const { count } of this.#cells()) {
      cells++;
      points += count;
    }
    const area = this.cell ** 2;
    return {
      mean: cells === 0 ? null : points / cells / area,
      reached: this.reachedBy(() => 0).get(0) ?? null,
      area: cells * area,
    };
  }

  /** What 95 % of the cells with eight neighbours reach, points a square metre, of each group of cells. */
  reachedBy(groupOf: (column: number, row: number) => number): Map<number, number> {
    const histograms = new Map<number, Map<number, number>>();
    for (const { column, row, count } of this.#cells()) {
      if (!this.#isInner(column, row)) continue;
      const group = groupOf(column, row);
      let histogram = histograms.get(group);
      if (histogram === undefined) histograms.set(group, (histogram = new Map()));
      histogram.set(count, (histogram.get(count) ?? 0) + 1);
    }
    const area = this.cell ** 2;
    return new Map(
      [...histograms].map(([group, histogram]) => [group, lowestOfShare(histogram, 0.95) / area]),
    );
  }

  *#cells(): Generator<{ column: number; row: number; count: number }> {
    for (const tile of this.#tiles.values())
      for (const [index, count] of tile.counts.entries())
        if (count > 0)
          yield {
            column: tile.column * TILE_CELLS + (index & 63),
            row: tile.row * TILE_CELLS + (index >> 6),
            count,
          };
  }

  #isInner(column: number, row: number): boolean {
    for (let r = row - 1; r <= row + 1; r++)
      for (let c = column - 1; c <= column + 1; c++) if (this.#count(c, r) === 0) return false;
    return true;
  }

  /** Points a square metre, NaN where there is none; cells are joined until they are few enough. */
  raster(mostCells: number): Raster | undefined {
    const extent = tilesExtent(this.#tiles.values(), TILE_CELLS * this.cell);
    if (extent === undefined) return undefined;
    let times = 1;
    const cells = Math.round(
      ((extent.maxX - extent.minX) / this.cell) * ((extent.maxY - extent.minY) / this.cell),
    );
    while (cells / times ** 2 > mostCells) times *= 2;
    const raster = emptyRaster(rasterShape(extent, this.cell * times));
    const area = raster.cell ** 2;
    for (const { column, row, count } of this.#cells()) {
      const x = Math.floor((column + 0.5 - raster.west / this.cell) / times);
      const y = Math.floor((raster.north / this.cell - row - 0.5) / times);
      const at = y * raster.width + x;
      const before = raster.values[at]!;
      raster.values[at] = (Number.isNaN(before) ? 0 : before) + count / area;
    }
    return raster;
  }
}

/** The largest value that a share of a histogram's values reaches. */
function lowestOfShare(histogram: ReadonlyMap<number, number>, share: number): number {
  const all = [...histogram.values()].reduce((sum, n) => sum + n, 0);
  let above = 0;
  for (const [value, n] of [...histogram].toSorted(([a], [b]) => b - a)) {
    above += n;
    if (above >= share * all) return value;
  }
  return 0;
}
