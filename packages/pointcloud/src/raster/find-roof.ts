import type { Raster } from "./raster.ts";

const LEAST_HEIGHT = 2.5;
const MOST_HEIGHT = 40;
/** Largest bend of a roof's surface between three cells, m. */
const MOST_BEND = 0.4;
const BLOCK = 20;
/** Smallest roof, m², and how far from its middle ground has to be seen on both sides, m. */
const FEWEST = 40;
const BESIDE = 25;

/** A roof: its middle, in the raster's coordinates, and the square metres around it. */
export interface Roof {
  readonly x: number;
  readonly y: number;
  readonly area: number;
}

/**
 * The largest roof in a surface model above its terrain model (rasters of one shape, heights in
 * units of `heightUnit` m, cells of `cellSize` m): an object 2.5 to 40 m high and smooth, as trees
 * are not, with ground on both sides. `ground` has values where ground was seen.
 */
export function findRoof(
  surface: Raster,
  terrain: Raster,
  ground: Raster,
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
  const fewest = FEWEST / cellSize ** 2;
  const roofs = [...counts.keys()]
    .filter((of) => counts[of]! >= fewest)
    .toSorted((a, b) => counts[b]! - counts[a]!)
    .map((of) => ({ x: sums.x[of]! / counts[of]!, y: sums.y[of]! / counts[of]!, of }));
  const best = roofs.find(({ x, y }) => hasGroundBeside(ground, x, y, BESIDE / cellSize));
  if (best === undefined) return undefined;
  return {
    x: surface.west + best.x * surface.cell,
    y: surface.north - best.y * surface.cell,
    area: counts[best.of]! * cellSize ** 2,
  };
}

/** Whether ground was seen both to the west and to the east, within `reach` cells. */
function hasGroundBeside({ values, width }: Raster, x: number, y: number, reach: number): boolean {
  const row = Math.floor(y) * width;
  const seen = (way: 1 | -1): boolean => {
    for (let step = 1; step <= reach; step++) {
      const column = Math.floor(x) + way * step;
      if (column < 0 || column >= width) return false;
      if (!Number.isNaN(values[row + column]!)) return true;
    }
    return false;
  };
  return seen(-1) && seen(1);
}

function isRoof(surface: Raster, terrain: Raster, at: number, unit: number): boolean {
  const { values, width } = surface;
  const above = (values[at]! - terrain.values[at]!) * unit;
  if (!(above >= LEAST_HEIGHT && above <= MOST_HEIGHT)) return false;
  const bend = (step: number): number =>
    Math.abs(values[at - step]! - 2 * values[at]! + values[at + step]!) * unit;
  return bend(1) <= MOST_BEND && bend(width) <= MOST_BEND;
}
