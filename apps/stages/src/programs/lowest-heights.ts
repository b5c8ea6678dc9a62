import { LowestHeights } from "@swath/pointcloud/grid";
import { cellsToFilter, HighestPoints, type SmrfSettings } from "@swath/pointcloud/ground";
import { isLast, isUsed, type PointBlock } from "@swath/pointcloud/points";
import type { MetricScale } from "../coordinates/cloud-system.ts";
import { type PointFile, readPoints } from "../points/point-file.ts";
import { FileFault } from "../program.ts";

/** Most memory of the heights; the terrain takes one and a half times as much beside them. */
const MOST_BYTES = 150_994_944;
/** Cells up to this side are doubled where they do not fit, m; beyond the cloud is scattered. */
const LARGE_CELL = 20;
/** In larger ones there is no ground to find: a house or a bank is in each; m. */
const LARGEST_CELL = 64;
/** Cells that are filtered within seconds, however few points are in them. */
const FEW_CELLS = 4_194_304;
/** The same of large clouds. */
const CELLS_PER_POINT = 100;
/** Cells from the origin that a grid numbers. */
const FARTHEST = 2 ** 31;

const SCATTERED = `has points scattered so far that cells of ground would be larger than ${LARGEST_CELL} m: its coordinate system is another, or points are damaged`;

interface CloudHeights {
  readonly lowest: LowestHeights;
  readonly highest: HighestPoints;
}

/**
 * The lowest last returns by cells, and the highest points, of a file; cells are made larger until they
 * fit in `most` bytes and are filtered soon; points that are scattered farther than that are a fault.
 */
export async function lowestHeights(
  file: PointFile,
  scale: MetricScale,
  settings: SmrfSettings,
  progress: (points: number) => void,
  most = MOST_BYTES,
): Promise<CloudHeights> {
  const cells = Math.max(FEW_CELLS, file.las.header.pointCount * CELLS_PER_POINT);
  let seen = progress;
  for (let cell = settings.cell; ; cell *= cell < LARGE_CELL ? 2 : 8) {
    if (cell > Math.max(LARGEST_CELL, settings.cell)) throw new FileFault(file.name, SCATTERED);
    const heights = await heightsOf(file, scale, cell, seen, most);
    seen = () => {};
    if (heights !== undefined && cellsToFilter(heights.lowest, { ...settings, cell }) <= cells)
      return heights;
  }
}

/**
 * Heights in a grid that begins at the first of the last returns, as PDAL's does; where that is not
 * where the header's bounds begin, the points are read once more. Undefined where they do not fit.
 */
async function heightsOf(
  file: PointFile,
  scale: MetricScale,
  cell: SmrfSettings["cell"],
  progress: (points: number) => void,
  most: number,
): Promise<CloudHeights | undefined> {
  const { min } = file.las.header.bounds;
  let origin = { x: (min[0] ?? 0) * scale.x, y: (min[1] ?? 0) * scale.y };
  for (let again = false; ; again = true) {
    const heights = {
      lowest: new LowestHeights(cell, origin.x, origin.y),
      highest: new HighestPoints(cell / 4),
    };
    const first = { x: Infinity, y: Infinity };
    let fits = true;
    await readPoints(file, (block) => {
      fits &&= addBlock(block, scale, heights, first, most);
      if (!again) progress(block.count);
    });
    if (!fits) return undefined;
    const near = Math.abs(first.x - origin.x) + Math.abs(first.y - origin.y) < cell / 50;
    if (near || again || !Number.isFinite(first.x + first.y)) return heights;
    origin = first;
  }
}

/** Whether the heights with those of the block fit in so many bytes. */
function addBlock(
  block: PointBlock,
  scale: MetricScale,
  { lowest, highest }: CloudHeights,
  first: { x: number; y: number },
  most: number,
): boolean {
  for (let point = 0; point < block.count; point += 1) {
    if (!isUsed(block, point)) continue;
    const [x, y] = [block.x[point]! * scale.x, block.y[point]! * scale.y];
    const height = block.z[point]! * scale.z;
    const far = Math.max(Math.abs(x - lowest.originX), Math.abs(y - lowest.originY));
    if (!(far < FARTHEST * lowest.cell)) return false;
    highest.add(x, y, height);
    if (lowest.bytes + highest.bytes > most) return false;
    if (!isLast(block, point)) continue;
    lowest.add(x, y, height);
    if (x < first.x) first.x = x;
    if (y < first.y) first.y = y;
  }
  return true;
}
