import type { Raster } from "./raster.ts";

const LEAST_HEIGHT = 2.5;
const MOST_HEIGHT = 40;
/** Largest bend of a roof's surface between three cells, m. */
const MOST_BEND = 0.4;
const BLOCK = 20;
const FEWEST = 40;

/** Where a roof is: its middle, in the raster's coordinates, and the square metres around it. */
export interface Roof {
  readonly x: number;
  readonly y: number;
  readonly area: number;
}

/**
 * The largest roof in a surface model above its terrain model (rasters of one shape, heights in units
 * of `heightUnit` m, cells of `cellSize` m): what stands 2.5 to 40 m high and is smooth, as trees
 * are not.
 */
export function findRoof(
  surface: Raster,
  terrain: Raster,
  cellSize: number,
  heightUnit = 1,
): Roof | undefined {
  const { width, height } = surface;
  const block = Math.max(4, Math.round(BLOCK / cellSize));
  const across = Math.ceil(width / block);
  const counts = new Uint32Array(across * Math.ceil(height / block));
  const sums = { x: new Float64Array(counts.length), y: new Float64Array(counts.length) };
  for (let at = width; at < surface.values.length - width; at++) {
    if (!isRoof(surface, terrain, at, heightUnit)) continue;
    const [column, row] = [at % width, Math.floor(at / width)];
    const of = Math.floor(row / block) * across + Math.floor(column / block);
    counts[of]! += 1;
    sums.x[of]! += column + 0.5;
    sums.y[of]! += row + 0.5;
  }
  const best = counts.reduce((most, count, of) => (count > counts[most]! ? of : most), 0);
  const area = counts[best]! * cellSize ** 2;
  if (!(area >= FEWEST)) return undefined;
  return {
    x: surface.west + (sums.x[best]! / counts[best]!) * surface.cell,
    y: surface.north - (sums.y[best]! / counts[best]!) * surface.cell,
    area,
  };
}

function isRoof(surface: Raster, terrain: Raster, at: number, unit: number): boolean {
  const { values, width } = surface;
  const above = (values[at]! - terrain.values[at]!) * unit;
  if (!(above >= LEAST_HEIGHT && above <= MOST_HEIGHT)) return false;
  const bend = (step: number): number =>
    Math.abs(values[at - step]! - 2 * values[at]! + values[at + step]!) * unit;
  return bend(1) <= MOST_BEND && bend(width) <= MOST_BEND;
}
