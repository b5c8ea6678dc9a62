import { join } from "node:path";
import { CLASS, isUsed } from "@swath/pointcloud/points";
import {
  cellsNearValues,
  type Extent,
  fillVoids,
  HighestGrid,
  InverseDistanceGrid,
  type Raster,
  rasterShape,
} from "@swath/pointcloud/raster";
import { openPoints, readPoints } from "../../points/point-file.ts";

/** Gaps of the surface model that are filled, cells. */
const SURFACE_REACH = 2;
/** How far beyond the surveyed area there may be terrain, cells. */
const BEYOND = 3;

export interface Surfaces {
  /** By the ground points, with voids filled. */
  readonly terrain: Raster;
  /** The same without what was filled. */
  readonly ground: Raster;
  /** By the highest first returns. */
  readonly surface: Raster;
  readonly groundPoints: number;
  /** Cells of the terrain model that had no ground point in reach, and those still without a height. */
  readonly filled: number;
  readonly empty: number;
  readonly covered: number;
}

/**
 * Terrain and surface model of an extent by the points of some files. `reach`: how far from a ground
 * point the terrain is guessed, in cells.
 */
export async function readSurfaces(
  files: readonly string[],
  { folder, extent, cell, reach }: { folder: string; extent: Extent; cell: number; reach: number },
  progress: (share: number) => void,
): Promise<Surfaces> {
  const shape = rasterShape(extent, cell);
  const terrain = new InverseDistanceGrid(shape);
  const surface = new HighestGrid(shape);
  let groundPoints = 0;
  for (const [n, path] of files.entries()) {
    await readPoints(await openPoints(join(folder, path)), (block) => {
      for (let at = 0; at < block.count; at++) {
        if (!isUsed(block, at)) continue;
        const [x, y, z] = [block.x[at]!, block.y[at]!, block.z[at]!];
        if (block.returnNumber[at]! <= 1) surface.add(x, y, z);
        if (block.classification[at] !== CLASS.ground) continue;
        terrain.add(x, y, z);
        groundPoints++;
      }
    });
    progress((n + 1) / files.length);
  }
  const [bare, top] = [terrain.raster(), surface.raster()];
  const filled = withinSurvey(fillVoids(bare, reach), top);
  const count = (test: (at: number) => boolean): number =>
    top.values.reduce((sum, z, at) => sum + (!Number.isNaN(z) && test(at) ? 1 : 0), 0);
  return {
    terrain: filled,
    ground: bare,
    surface: fillVoids(top, SURFACE_REACH),
    groundPoints,
    covered: count(() => true),
    filled: count((at) => Number.isNaN(bare.values[at]!) && !Number.isNaN(filled.values[at]!)),
    empty: count((at) => Number.isNaN(filled.values[at]!)),
  };
}

function withinSurvey(terrain: Raster, surveyed: Raster): Raster {
  const near = cellsNearValues(surveyed, BEYOND);
  return { ...terrain, values: terrain.values.map((z, at) => (near[at] === 1 ? z : Number.NaN)) };
}
