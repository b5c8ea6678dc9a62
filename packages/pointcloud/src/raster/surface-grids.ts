import { PlaneFit } from "./plane-fit.ts";
import { cellAt, emptyRaster, type Raster, type RasterShape } from "./raster.ts";

/** A cell has a height where points lie so near its middle, and planes are fitted to those so near; cells. */
const REACH = 1.5;
const AROUND = 2;
/** Square of a distance that makes no difference. */
const NEAR = 0.05;
/** How far a plane may leave the heights that it was fitted to, in parts of their range. */
const BEYOND = 0.5;

/**
 * Heights of a terrain model by moving least squares (Lancaster & Salkauskas 1981): at the middle of a cell
 * those of a plane through the means of the cells around it, weighted by 1/d⁴, so that a slope is where
 * its points are however few these are. Points come one by one; 20 bytes a cell.
 */
export class MovingPlaneGrid {
  readonly #shape: RasterShape;
  /** Sums of the offsets from the middle of a cell, in cells, and of heights; number of points. */
  readonly #x: Float32Array;
  readonly #y: Float32Array;
  readonly #z: Float64Array;
  readonly #counts: Uint32Array;
  readonly #fit = new PlaneFit();

  constructor(shape: RasterShape) {
    const cells = shape.width * shape.height;
    this.#shape = shape;
    this.#x = new Float32Array(cells);
    this.#y = new Float32Array(cells);
    this.#z = new Float64Array(cells);
    this.#counts = new Uint32Array(cells);
  }

  add(x: number, y: number, z: number): void {
    const { west, north, cell } = this.#shape;
    const at = cellAt(this.#shape, x, y);
    if (at < 0 || Number.isNaN(z)) return;
    const [inX, inY] = [(x - west) / cell, (north - y) / cell];
    this.#x[at]! += inX - Math.floor(inX) - 0.5;
    this.#y[at]! += inY - Math.floor(inY) - 0.5;
    this.#z[at]! += z;
    this.#counts[at]! += 1;
  }

  raster(): Raster {
    const raster = emptyRaster(this.#shape);
    const { width, height } = this.#shape;
    for (let row = 0, at = 0; row < height; row += 1)
      for (let column = 0; column < width; column += 1, at += 1)
        raster.values[at] = this.#heightAt(column, row);
    return raster;
  }

  #heightAt(column: number, row: number): number {
    const { width, height } = this.#shape;
    const fit = this.#fit;
    fit.clear();
    let [sum, weights, nearest, least, most, first] = [
      0,
      0,
      Infinity,
      Infinity,
      -Infinity,
      Number.NaN,
    ];
    const right = Math.min(width - 1, column + AROUND);
    for (let r = Math.max(0, row - AROUND); r <= Math.min(height - 1, row + AROUND); r += 1)
      for (let c = Math.max(0, column - AROUND); c <= right; c += 1) {
        const at = r * width + c;
        const count = this.#counts[at]!;
        if (count === 0) continue;
        const [dx, dy] = [c - column + this.#x[at]! / count, r - row + this.#y[at]! / count];
        const z = this.#z[at]! / count;
        const square = dx * dx + dy * dy;
        const weight = 1 / (square + NEAR) ** 2;
        // From the first height on: its digits are not lost among those of sea level.
        if (Number.isNaN(first)) first = z;
        fit.add(dx, dy, z - first, weight);
        sum += weight * z;
        weights += weight;
        nearest = Math.min(nearest, square);
        least = Math.min(least, z);
        most = Math.max(most, z);
      }
    if (nearest > REACH * REACH) return Number.NaN;
    if (!fit.solve()) return sum / weights;
    const beyond = BEYOND * (most - least);
    return Math.min(most + beyond, Math.max(least - beyond, first + fit.h));
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
