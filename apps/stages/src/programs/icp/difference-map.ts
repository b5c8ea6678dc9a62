import { tileAt } from "@swath/pointcloud/grid";
import { classMap, DIFFERENCE_CLASSES, type Picture } from "@swath/pointcloud/picture";
import {
  cellAt,
  emptyRaster,
  type Raster,
  rasterShape,
  tilesExtent,
  trimRaster,
  writeCog,
} from "@swath/pointcloud/raster";
import { sharedTiles, type StripSurface, TILE_CELLS } from "@swath/pointcloud/strips";
import { writeFile } from "node:fs/promises";
import { deflateSync } from "node:zlib";
import type { MetricScale } from "../../coordinates/cloud-system.ts";
import type { IndexFile } from "../../points/index-file.ts";

const MOST_CELLS = 4_000_000;

/** Strip differences of all pairs on one map: their mean in each cell; metres throughout. */
export class DifferenceMap {
  readonly #cell: number;
  readonly #sums: Raster;
  readonly #counts: Uint32Array;
  readonly #covered: Uint8Array;

  constructor(surfaces: ReadonlyMap<string, StripSurface>) {
    const tiles = [...surfaces.values()].flatMap(({ tiles: of }) => [...of.keys()].map(tileAt));
    this.#cell = surfaces.values().next().value?.cell ?? 1;
    const side = this.#cell * TILE_CELLS;
    const extent = tilesExtent(tiles, side) ?? { minX: 0, minY: 0, maxX: side, maxY: side };
    const area = (extent.maxX - extent.minX) * (extent.maxY - extent.minY);
    const least = Math.sqrt(area / MOST_CELLS);
    const times = Math.max(1, Math.ceil(least / this.#cell));
    this.#sums = emptyRaster(rasterShape(extent, this.#cell * times));
    this.#sums.values.fill(0);
    this.#counts = new Uint32Array(this.#sums.values.length);
    this.#covered = new Uint8Array(this.#sums.values.length);
    for (const surface of surfaces.values()) this.#cover(surface);
  }

  #cover({ tiles, cell }: StripSurface): void {
    for (const key of tiles.keys()) {
      const { column, row } = tileAt(key);
      for (const [index, z] of tiles.get(key)!.entries()) {
        if (Number.isNaN(z)) continue;
        const [i, j] = [column * TILE_CELLS + (index & 63), row * TILE_CELLS + (index >> 6)];
        const at = cellAt(this.#sums, (i + 0.5) * cell, (j + 0.5) * cell);
        if (at >= 0) this.#covered[at] = 1;
      }
    }
  }

  /** Adds the cells that two strips share, second less first. */
  add(a: StripSurface, b: StripSurface): void {
    const cell = this.#cell;
    for (const key of sharedTiles(a, b)) {
      const [heights, others] = [a.tiles.get(key)!, b.tiles.get(key)!];
      const { column, row } = tileAt(key);
      for (let index = 0; index < heights.length; index++) {
        const difference = Math.fround(others[index]! - heights[index]!);
        if (Number.isNaN(difference)) continue;
        const [i, j] = [column * TILE_CELLS + (index & 63), row * TILE_CELLS + (index >> 6)];
        const at = cellAt(this.#sums, (i + 0.5) * cell, (j + 0.5) * cell);
        if (at < 0) continue;
        this.#sums.values[at]! += difference;
        this.#counts[at]! += 1;
      }
    }
  }

  raster(): Raster {
    const counts = this.#counts;
    return { ...this.#sums, values: this.#sums.values.map((sum, at) => sum / counts[at]!) };
  }

  /** The differences on a map of the covered area, where no pair is, in grey. */
  picture(title: string, size: number): Picture {
    const differences = this.raster();
    // Covered cells without a difference get a value that no difference has, to be kept by the trim.
    const marked = trimRaster({
      ...differences,
      values: differences.values.map((d, at) =>
        Number.isNaN(d) && this.#covered[at] === 1 ? Number.POSITIVE_INFINITY : d,
      ),
    });
    const shown = marked ?? differences;
    const values = shown.values.map((d) => (Number.isFinite(d) ? d : Number.NaN));
    const alone = (at: number): boolean => shown.values[at] === Number.POSITIVE_INFINITY;
    const covered = { label: "one line", at: alone };
    return classMap({ ...shown, values }, title, DIFFERENCE_CLASSES, { size, covered }).picture;
  }
}

/** A raster in metres as a COG in the cloud's own system. Degrees have no square metres: none is written. */
export async function writeMetricCog(
  path: string,
  raster: Raster,
  { crs }: Pick<IndexFile, "crs">,
  scale: MetricScale,
): Promise<void> {
  if (crs.geographic) return;
  const shape = {
    ...raster,
    cell: raster.cell / scale.x,
    west: raster.west / scale.x,
    north: raster.north / scale.y,
  };
  await writeFile(path, writeCog(shape, raster.values, crs, deflateSync));
}
