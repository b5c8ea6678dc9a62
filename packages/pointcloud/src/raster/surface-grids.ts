import { cellAt, emptyRaster, type Raster, type RasterShape } from "./raster.ts";

/**
 * Heights of a terrain model by inverse distance (Shepard 1968, power 2): a cell is the mean of the
 * points within `reach` cells of its centre, weighted by 1/d². Points come one by one; 16 bytes a cell.
 */
export class InverseDistanceGrid {
  readonly #shape: RasterShape;
  readonly #reach: number;
  readonly #weights: Float64Array;
  readonly #heights: Float64Array;

  constructor(shape: RasterShape, reach = 1.5) {
    this.#shape = shape;
    this.#reach = reach;
    this.#weights = new Float64Array(shape.width * shape.height);
    this.#heights = new Float64Array(shape.width * shape.height);
  }

  add(x: number, y: number, z: number): void {
    const { west, north, cell, width, height } = this.#shape;
    const reach = this.#reach;
    // Place in cells, from the centre of the first one.
    const column = (x - west) / cell - 0.5;
    const row = (north - y) / cell - 0.5;
    if (Number.isNaN(column + row + z)) return;
    const right = Math.min(width - 1, Math.floor(column + reach));
    const bottom = Math.min(height - 1, Math.floor(row + reach));
    for (let r = Math.max(0, Math.ceil(row - reach)); r <= bottom; r++)
      for (let c = Math.max(0, Math.ceil(column - reach)); c <= right; c++) {
        const square = (c - column) ** 2 + (r - row) ** 2;
        if (square > reach * reach) continue;
        const weight = 1 / Math.max(square, 1e-6);
        this.#weights[r * width + c]! += weight;
        this.#heights[r * width + c]! += weight * z;
      }
  }

  raster(): Raster {
    const raster = emptyRaster(this.#shape);
    for (let at = 0; at < raster.values.length; at++)
      if (this.#weights[at]! > 0) raster.values[at] = this.#heights[at]! / this.#weights[at]!;
    return raster;
  }
}

/** The highest point in each cell. */
export class HighestGrid {
  readonly #raster: Raster;

  constructor(shape: RasterShape) {
    this.#raster = emptyRaster(shape);
  }

  add(x: number, y: number, z: number): void {
    const at = cellAt(this.#raster, x, y);
    if (at < 0 || Number.isNaN(z) || this.#raster.values[at]! >= z) return;
    this.#raster.values[at] = z;
  }

  raster(): Raster {
    return this.#raster;
  }
}

/** The mean of the values in each cell. */
export class MeanGrid {
  readonly #shape: RasterShape;
  readonly #sums: Float64Array;
  readonly #counts: Uint32Array;

  constructor(shape: RasterShape) {
    this.#shape = shape;
    this.#sums = new Float64Array(shape.width * shape.height);
    this.#counts = new Uint32Array(shape.width * shape.height);
  }

  add(x: number, y: number, value: number): void {
    const at = cellAt(this.#shape, x, y);
    if (at < 0 || Number.isNaN(value)) return;
    this.#sums[at]! += value;
    this.#counts[at]! += 1;
  }

  /** NaN where nothing was measured. */
  raster(): Raster {
    const raster = emptyRaster(this.#shape);
    for (const [at, count] of this.#counts.entries())
      if (count > 0) raster.values[at] = this.#sums[at]! / count;
    return raster;
  }
}
