import type { Raster } from "./raster.ts";

const ROUNDS = 60;
/** Over-relaxation: 1 is Gauss and Seidel's, 2 no longer settles. */
const RELAXATION = 1.6;

/**
 * Fills the cells without a value that lie within `reach` cells of one with a value, as a membrane
 * stretched over the void: a first guess by halving the raster until it has no void, then
 * relaxation of Laplace's equation. Cells farther off stay without a value.
 */
export function fillVoids(raster: Raster, reach: number): Raster {
  const { width, height } = raster;
  const near = cellsNearValues(raster, reach);
  const guess = pyramidFill(raster.values, width, height);
  const values = raster.values.slice();
  const voids: number[] = [];
  for (let at = 0; at < values.length; at++) {
    if (!Number.isNaN(values[at]!) || near[at] === 0) continue;
    values[at] = guess[at]!;
    voids.push(at);
  }
  for (let round = 0; round < ROUNDS; round++) relax(values, voids, width);
  return { ...raster, values };
}

function relax(values: Float32Array, voids: readonly number[], width: number): void {
  for (const at of voids) {
    const column = at % width;
    let [sum, n] = [0, 0];
    const take = (other: number): void => {
      const z = values[other];
      if (z === undefined || Number.isNaN(z)) return;
      sum += z;
      n++;
    };
    take(at - width);
    take(at + width);
    if (column > 0) take(at - 1);
    if (column < width - 1) take(at + 1);
    if (n > 0) values[at]! += RELAXATION * (sum / n - values[at]!);
  }
}

/** Steps of a cell that no value is near; a step more still fits. */
const FAR = 65_000;

/** 1 for cells within `reach` of a value, by distances of steps 3 (side) and 4 (corner) thirds of a cell. */
export function cellsNearValues({ values, width, height }: Raster, reach: number): Uint8Array {
  // A margin of far cells all around: no cell's neighbours lie outside.
  const across = width + 2;
  const steps = new Uint16Array(across * (height + 2)).fill(FAR);
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++)
      if (!Number.isNaN(values[row * width + column]!)) steps[(row + 1) * across + column + 1] = 0;
  for (let row = 1; row <= height; row++)
    for (let at = row * across + 1; at <= row * across + width; at++)
      nearer(steps, at, -1, -across);
  for (let row = height; row >= 1; row--)
    for (let at = row * across + width; at > row * across; at--) nearer(steps, at, 1, across);
  const near = new Uint8Array(values.length);
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++)
      if (steps[(row + 1) * across + column + 1]! <= reach * 3) near[row * width + column] = 1;
  return near;
}

/** The steps of a cell by those of four neighbours: one beside it and three of a row. */
function nearer(steps: Uint16Array, at: number, beside: number, row: number): void {
  const side = Math.min(steps[at + beside]!, steps[at + row]!) + 3;
  const corner = Math.min(steps[at + row - 1]!, steps[at + row + 1]!) + 4;
  const best = side < corner ? side : corner;
  if (best < steps[at]!) steps[at] = best;
}

/** A value for every cell: its own, else that of the smallest halved raster that has one there. */
export function pyramidFill(values: Float32Array, width: number, height: number): Float32Array {
  const isComplete = !values.some((value) => Number.isNaN(value));
  if (isComplete || (width === 1 && height === 1)) return values.slice();
  const [halfWidth, halfHeight] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const coarse = pyramidFill(halvedMeans(values, width), halfWidth, halfHeight);
  return values.map((z, at) =>
    Number.isNaN(z) ? coarse[(Math.floor(at / width) >> 1) * halfWidth + ((at % width) >> 1)]! : z,
  );
}

/** Means of two by two cells, of those that have a value; NaN without any. */
export function halvedMeans(values: Float32Array, width: number): Float32Array {
  const height = values.length / width;
  const halfWidth = Math.ceil(width / 2);
  const sums = new Float64Array(halfWidth * Math.ceil(height / 2));
  const counts = new Uint8Array(sums.length);
  for (let at = 0, row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1, at += 1) {
      if (Number.isNaN(values[at]!)) continue;
      const parent = (row >> 1) * halfWidth + (column >> 1);
      sums[parent]! += values[at]!;
      counts[parent]! += 1;
    }
  return Float32Array.from(sums, (sum, at) => sum / counts[at]!);
}
