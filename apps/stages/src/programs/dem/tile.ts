import { CLASS, isUsed, type PointBlock } from "@swath/pointcloud/points";
import {
  cellsNearValues,
  centreOf,
  type Extent,
  fillVoids,
  HighestGrid,
  MovingPlaneGrid,
  isWithin,
  type Raster,
  rasterShape,
} from "@swath/pointcloud/raster";
import { join } from "node:path";
import { openPoints, readPoints } from "../../points/point-file.ts";
import { readTileList, type TileFacts, withCollar } from "../../points/tile-list.ts";
import { FileFault } from "../../program.ts";

/**
 * Where points are read of a tile: as far again beyond its collar as that is wide, so that what stands at its
 * edge is seen whole.
 */
const readBox = (tile: TileFacts): Extent => withCollar(tile, 2);

/** What two extents have in common. */
export const within = (one: Extent, other: Extent): Extent => ({
  minX: Math.max(one.minX, other.minX),
  minY: Math.max(one.minY, other.minY),
  maxX: Math.min(one.maxX, other.maxX),
  maxY: Math.min(one.maxY, other.maxY),
});

/** A tile of `tiles.json`: its extent in the coordinate system, and the files that touch it. */
export interface Tile {
  readonly name: string;
  readonly files: readonly string[];
  readonly extent: Extent;
  /** Beyond it nothing of the files is there. */
  readonly box: Extent;
}

/** An extent and as much around it. */
export const grown = ({ minX, minY, maxX, maxY }: Extent, by: number): Extent => ({
  minX: minX - by,
  minY: minY - by,
  maxX: maxX + by,
  maxY: maxY + by,
});

/** Cells of a tile with its collar that fit in 600 MB. */
const MOST_CELLS = 4_800_000;

/** Times that cells are doubled at most: a tile of 10 km has cells of 8 m in place of 1 m. */
const MOST_TIMES = 64;

/** The cell's side as asked, or doubled until an extent in the same unit fits in memory. */
export function fittingCell({ minX, minY, maxX, maxY }: Extent, cell: number): number {
  let side = cell;
  while (((maxX - minX) / side) * ((maxY - minY) / side) > MOST_CELLS) side *= 2;
  if (side <= cell * MOST_TIMES) return side;
  throw new FileFault(
    "tiles.json",
    `has a tile of ${maxX - minX} by ${maxY - minY} units, whose cells would be ${side / cell} times as large as asked: its coordinate system is another`,
  );
}

/** Reads the tiles that the ground stage listed. */
export async function readTiles(path: string): Promise<Tile[]> {
  const list = await readTileList(path);
  return list.map(({ name, files, facts }) => {
    const { collarX: _x, collarY: _y, ...extent } = facts;
    return { name, files, extent, box: readBox(facts) };
  });
}

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
  /** Of the tile itself, not of the collar around it, which is its neighbours': */
  readonly groundPoints: number;
  /** surveyed cells, those of them that had no ground point in reach, and those still without terrain. */
  readonly covered: number;
  readonly filled: number;
  readonly empty: number;
}

interface SurfaceOptions {
  readonly folder: string;
  /** Of the tile with its collar, and of the tile itself. */
  readonly extent: Extent;
  readonly own: Extent;
  /** Where the files have points. */
  readonly box: Extent;
  readonly cell: number;
  /** How far from a ground point the terrain is guessed, cells. */
  readonly reach: number;
}

/** Terrain and surface model of an extent by the points of some files. */
export async function readSurfaces(
  files: readonly string[],
  { folder, extent, own, box, cell, reach }: SurfaceOptions,
  progress: (share: number) => void,
): Promise<Surfaces> {
  const shape = rasterShape(extent, cell);
  const terrain = new MovingPlaneGrid(shape);
  const surface = new HighestGrid(shape);
  let groundPoints = 0;
  for (const [n, path] of files.entries()) {
    const add = (block: PointBlock): void => {
      for (let at = 0; at < block.count; at++) {
        if (!isUsed(block, at)) continue;
        const [x, y, height] = [block.x[at]!, block.y[at]!, block.z[at]!];
        if (block.returnNumber[at]! <= 1) surface.add(x, y, height);
        if (block.classification[at] !== CLASS.ground) continue;
        terrain.add(x, y, height);
        if (isWithin(own, x, y)) groundPoints++;
      }
    };
    await readPoints(
      await openPoints(join(folder, path)),
      add,
      within(grown(extent, 2 * cell), box),
    );
    progress((n + 1) / files.length);
  }
  const [bare, top] = [terrain.raster(), surface.raster()];
  const filled = withinSurvey(fillVoids(bare, reach), top);
  return {
    terrain: filled,
    ground: bare,
    surface: fillVoids(top, SURFACE_REACH),
    groundPoints,
    ...countCells(top, bare, filled, own),
  };
}

/** Surveyed cells whose centre is in an extent: all, those that were filled, and those without terrain. */
function countCells(top: Raster, bare: Raster, filled: Raster, own: Extent) {
  const cells = { covered: 0, filled: 0, empty: 0 };
  for (const [at, height] of top.values.entries()) {
    if (Number.isNaN(height) || !isWithin(own, ...centreOf(top, at))) continue;
    cells.covered += 1;
    if (Number.isNaN(filled.values[at]!)) cells.empty += 1;
    else if (Number.isNaN(bare.values[at]!)) cells.filled += 1;
  }
  return cells;
}

function withinSurvey(terrain: Raster, surveyed: Raster): Raster {
  const near = cellsNearValues(surveyed, BEYOND);
  return {
    ...terrain,
    values: terrain.values.map((height, at) => (near[at] === 1 ? height : Number.NaN)),
  };
}
