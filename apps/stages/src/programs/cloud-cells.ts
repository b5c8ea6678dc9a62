import { cellsToSee, CrowdedBoxes, LowestPoints } from "@swath/pointcloud/ground";
import { isLast, isUsed, type PointBlock } from "@swath/pointcloud/points";
import { isWithin } from "@swath/pointcloud/raster";
import type { MetricScale } from "../coordinates/cloud-system.ts";
import { type FlatBox, type PointFile, readPoints } from "../points/point-file.ts";
import { FileFault } from "../program.ts";

/** Most memory of the cells; their surfaces take twice as much beside them. */
const MOST_BYTES = 92_000_000;
/** Cells up to this side are doubled where they do not fit, m; beyond the cloud is scattered. */
const LARGE_CELL = 20;
/** In larger ones there is no ground to find: a house or a bank is in each; m. */
const LARGEST_CELL = 64;
/** Cells that are looked at within seconds, however few points are in them. */
const FEW_CELLS = 4_194_304;
/** The same of large clouds. */
const CELLS_PER_POINT = 100;
/** Cells from the origin that a grid numbers. */
const FARTHEST = 2 ** 31;
/** Last returns of a cell that has any, on average, under which cells are doubled, and how often. */
const SPARSE = 1.5;
const MOST_DOUBLED = 32;

const SCATTERED = `has points scattered so far that cells of ground would be larger than ${LARGEST_CELL} m: its coordinate system is another, or points are damaged`;

/** Points that can be read more than once. */
export interface CellSource {
  /** Of the file or tile that a fault is of. */
  readonly name: string;
  readonly points: number;
  /** Least x and y, in the units of the points. */
  readonly west: number;
  readonly south: number;
  /** Points elsewhere are passed over. */
  readonly within?: FlatBox | undefined;
  read(use: (block: PointBlock) => void): Promise<void>;
}

/** All points of a file. */
export function wholeFile(file: PointFile): CellSource {
  const { pointCount, bounds } = file.las.header;
  const [west = 0, south = 0] = bounds.min;
  return { name: file.name, points: pointCount, west, south, read: (use) => readPoints(file, use) };
}

interface CloudCells {
  readonly lowest: LowestPoints;
  readonly boxes: CrowdedBoxes;
}

/**
 * The lowest last returns of a cloud by cells, and how its points are spread; cells are made larger until they
 * fit in `most` bytes and are looked at soon, and where points are sparse; points that are scattered
 * farther than that are a fault.
 */
export async function cellsOfCloud(
  source: CellSource,
  scale: MetricScale,
  given: number,
  progress: (points: number) => void,
  most = MOST_BYTES,
): Promise<CloudCells> {
  const cells = Math.max(FEW_CELLS, source.points * CELLS_PER_POINT);
  let seen = progress;
  for (let cell = given; ; cell *= cell < LARGE_CELL ? 2 : 8) {
    if (cell > Math.max(LARGEST_CELL, given)) throw new FileFault(source.name, SCATTERED);
    const found = await cellsOf(source, scale, cell, seen, most);
    seen = () => {};
    if (found === undefined || cellsToSee(found.lowest) > cells) continue;
    const isSparse = found.lowest.pointsOfCell < SPARSE && cell < given * MOST_DOUBLED;
    if (!isSparse) return found;
  }
}

/** Cells that begin at a multiple of their side; undefined where they do not fit. */
async function cellsOf(
  source: CellSource,
  scale: MetricScale,
  cell: number,
  progress: (points: number) => void,
  most: number,
): Promise<CloudCells | undefined> {
  const { west, south, within } = source;
  const originOf = (least: number): number => Math.floor(least / cell) * cell;
  const found = {
    lowest: new LowestPoints(cell, originOf(west * scale.x), originOf(south * scale.y)),
    boxes: new CrowdedBoxes(cell),
  };
  let fits = true;
  await source.read((block) => {
    fits &&= addBlock(block, scale, found, { most, within });
    progress(block.count);
  });
  return fits ? found : undefined;
}

/** Adds a block's points; false where they no longer fit in the memory. */
function addBlock(
  block: PointBlock,
  scale: MetricScale,
  { lowest, boxes }: CloudCells,
  { most, within }: { readonly most: number; readonly within: FlatBox | undefined },
): boolean {
  for (let point = 0; point < block.count; point += 1) {
    if (!isUsed(block, point)) continue;
    if (within !== undefined && !isWithin(within, block.x[point]!, block.y[point]!)) continue;
    const [x, y] = [block.x[point]! * scale.x, block.y[point]! * scale.y];
    const height = block.z[point]! * scale.z;
    const far = Math.max(Math.abs(x - lowest.originX), Math.abs(y - lowest.originY));
    if (!(far < FARTHEST * lowest.cell)) return false;
    boxes.add(x, y, height);
    if (lowest.bytes + boxes.bytes > most) return false;
    if (isLast(block, point)) lowest.add(x, y, height, block.returnCount[point]! > 1);
  }
  return true;
}
