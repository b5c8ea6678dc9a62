import {
  centreOf,
  fillVoids,
  MovingPlaneGrid,
  type Raster,
  rasterShape,
} from "@swath/pointcloud/raster";
import type { HardCloud } from "./hard-cloud.ts";
import type { HardScene } from "./hard-scene.ts";
import { PLOT } from "./plot.ts";

const GROUND = 2;
/** Cells and how far from the ground they are filled, as DEM1 has them, m. */
const CELL = 1;
const REACH = 40;
/** Places that say nothing: nearer to an upright step than this, m, or under a deck and in water. */
const EDGE = 1.5;
const STEP = 0.6;
/** One of so many cells is compared: no divisor of a row's length hides a column. */
const EVERY = 7;

export interface TerrainFigures {
  /** Root mean square of heights less those of the true ground, m. */
  readonly rms: number;
  readonly cells: number;
}

/** A terrain model of the points of class 2. */
export function terrainOf({ count, x, y, z }: HardCloud, classes: Uint8Array): Raster {
  const extent = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  for (let point = 0; point < count; point += 1) {
    extent.minX = Math.min(extent.minX, x[point]!);
    extent.maxX = Math.max(extent.maxX, x[point]!);
    extent.minY = Math.min(extent.minY, y[point]!);
    extent.maxY = Math.max(extent.maxY, y[point]!);
  }
  const grid = new MovingPlaneGrid(rasterShape(extent, CELL));
  for (let point = 0; point < count; point += 1)
    if (classes[point] === GROUND) grid.add(x[point]!, y[point]!, z[point]!);
  return fillVoids(grid.raster(), REACH / CELL);
}

/** Compares a terrain model with the ground of its scene, off upright steps, water and bridges. */
export function terrainFigures(scene: HardScene, terrain: Raster): TerrainFigures {
  let [squares, cells] = [0, 0];
  for (let at = 0; at < terrain.values.length; at += EVERY) {
    const height = terrain.values[at]!;
    const [u, v] = scene.toOwn(...centreOf(terrain, at));
    if (Number.isNaN(height) || !isPlain(scene, u, v)) continue;
    squares += (height - scene.ground(u, v)) ** 2;
    cells += 1;
  }
  return { rms: Math.sqrt(squares / cells), cells };
}

function isPlain(scene: HardScene, u: number, v: number): boolean {
  const placed = scene.plotAt(u, v);
  if (placed === undefined) return false;
  const [inU, inV] = [u - placed.u, v - placed.v];
  if (Math.min(inU, inV, PLOT - inU, PLOT - inV) < 2 * EDGE) return false;
  const { water, structures } = placed.plot;
  if (!Number.isNaN(water?.(inU, inV) ?? Number.NaN)) return false;
  for (const [du, dv] of [
    [0, 0],
    [EDGE, 0],
    [-EDGE, 0],
    [0, EDGE],
    [0, -EDGE],
  ] as const)
    for (const one of structures)
      if (one.kind === "bridge" && !Number.isNaN(one.top(inU + du, inV + dv))) return false;
  for (let off = -EDGE; off < EDGE; off += EDGE / 6)
    for (const [du, dv] of [
      [1, 0],
      [0, 1],
    ] as const) {
      const at = (by: number): number => scene.ground(u + du * by, v + dv * by);
      if (Math.abs(at(off + EDGE / 6) - at(off)) > STEP) return false;
    }
  return true;
}
