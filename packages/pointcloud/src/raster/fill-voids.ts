import type { Raster } from "./raster.ts";

const ROUNDS = 60;
/** Over-relaxation: 1 is Gauss and Seidel's, 2 no longer settles. */
const RELAXATION = 1.6;

/**
 * Fills the cells without a value that lie within `reach` cells of one with a value, as a membrane
 * stretched over the void: a first guess by halving the raster until it has no void, then relaxation
 * of Laplace's equation. What lies farther off stays without a value.
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

/** 1 for cells within `reach` of a value, by distances of steps 3 (side) and 4 (corner) thirds of a cell. */
export function cellsNearValues({ values, width, height }: Raster, reach: number): Uint8Array {
  const far = 65_000;
  const steps = new Uint16Array(values.length);
  for (let at = 0; at < values.length; at++) steps[at] = Number.isNaN(values[at]!) ? far : 0;
  const pass = (at: number, column: number, row: number, way: 1 | -1): void => {
    let best = steps[at]!;
    const from = (dc: number, dr: number, step: number): void => {
      const [c, r] = [column + dc, row + dr];
      if (c >= 0 && c < width && r >= 0 && r < height)
        best = Math.min(best, steps[r * width + c]! + step);
    };
    from(-way, 0, 3);
    from(0, -way, 3);
    from(-way, -way, 4);
    from(way, -way, 4);
    steps[at] = best;
  };
  const last = values.length - 1;
  for (let at = 0; at <= last; at++) pass(at, at % width, Math.floor(at / width), 1);
  for (let at = last; at >= 0; at--) pass(at, at % width, Math.floor(at / width), -1);
  return Uint8Array.from(steps, (step) => (step <= reach * 3 ? 1 : 0));
}

/** A value for every cell: its own, else that of the smallest halved raster that has one there. */
export function pyramidFill(values: Float32Array, width: number, height: number): Float32Array {
  if (width === 1 && height === 1) return values.slice();
  const [halfWidth, halfHeight] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const sums = new Float64Array(halfWidth * halfHeight);
  const counts = new Uint32Array(halfWidth * halfHeight);
  let complete = true;
  for (let at = 0; at < values.length; at++) {
    if (Number.isNaN(values[at]!)) {
      complete = false;
      continue;
    }
    const parent = (Math.floor(at / width) >> 1) * halfWidth + ((at % width) >> 1);
    sums[parent]! += values[at]!;
    counts[parent]! += 1;
  }
  if (complete) return values.slice();
  const halves = Float32Array.from(sums, (sum, at) => sum / counts[at]!);
  const coarse = pyramidFill(halves, halfWidth, halfHeight);
  return values.map((z, at) =>
    Number.isNaN(z) ? coarse[(Math.floor(at / width) >> 1) * halfWidth + ((at % width) >> 1)]! : z,
  );
}
