import { type AreaRing, CoverageGrid } from "@swath/pointcloud/grid";
import { isLast, isUsed } from "@swath/pointcloud/points";
import {
  DensityGrid,
  type FlownLine,
  type LineCover,
  type PlannedLine,
  TILE_CELLS,
} from "@swath/pointcloud/quality";
import { principalDirection } from "@swath/pointcloud/strips";
import { join } from "node:path";
import { forwardOf, type MetricScale } from "../../coordinates/cloud-system.ts";
import { comparedLines, type IndexFile } from "../../points/index-file.ts";
import { LineLookup } from "../../points/line-lookup.ts";
import { openPoints, readPoints } from "../../points/point-file.ts";
import { type ProgramOutput, reportingFaults } from "../../program.ts";
import { planPaths } from "../../records/read-records.ts";

const LINE_CELL = 5;
const MOST_CELLS = 25_000_000;

/** Ground covered by a flight's points; metres. */
export interface FlightCover {
  readonly density: DensityGrid;
  readonly coverage: CoverageGrid;
  readonly lines: ReadonlyMap<string, CoverageGrid>;
}

/**
 * Reads the cover of all files by their last returns; an unreadable file is reported and left out.
 */
export async function readCover(
  folder: string,
  index: IndexFile,
  scale: MetricScale,
  cell: number,
  output: ProgramOutput,
): Promise<FlightCover> {
  const side = cellFor(index, scale, cell);
  const density = new DensityGrid(side);
  const coverage = new CoverageGrid(side);
  const lines = new Map<string, CoverageGrid>();
  const compared = comparedLines(index);
  for (const [n, file] of index.files.entries()) {
    const lookup = new LineLookup(file.lines);
    const grids = file.lines.map(({ id }) => {
      if (!compared.has(id)) return undefined;
      const grid = lines.get(id) ?? new CoverageGrid(LINE_CELL);
      lines.set(id, grid);
      return grid;
    });
    const read = async (): Promise<void> =>
      readPoints(await openPoints(join(folder, file.path)), (block) => {
        for (let at = 0; at < block.count; at++) {
          if (!isLast(block, at) || !isUsed(block, at)) continue;
          const [x, y] = [block.x[at]! * scale.x, block.y[at]! * scale.y];
          density.add(x, y);
          coverage.add(x, y);
          grids[lookup.of(block.sourceId[at]!, block.gpsTime[at]!)]?.add(x, y);
        }
      });
    await reportingFaults(output, read);
    output.progress((0.9 * (n + 1)) / index.files.length);
  }
  return { density, coverage, lines };
}

/** The cell's side as asked, or doubled until the flight's cells fit in memory. */
function cellFor({ files }: IndexFile, scale: MetricScale, cell: number): number {
  for (let side = cell; ; side *= 2) {
    const cells = files.map(({ bounds, points }) => {
      if (bounds === null) return 0;
      const { min, max } = bounds;
      const area = (max[0] - min[0]) * scale.x * (max[1] - min[1]) * scale.y;
      return Math.min(points * TILE_CELLS ** 2, area / side ** 2);
    });
    if (cells.reduce((sum, each) => sum + each, 0) <= MOST_CELLS) return side;
  }
}

/** The lines as they are compared with each other and with the plan. */
export function lineCovers(lines: ReadonlyMap<string, CoverageGrid>): LineCover[] {
  return [...lines].map(([id, grid]) => ({
    id,
    area: grid.count * LINE_CELL ** 2,
    direction: principalDirection(grid.cells().map(({ column, row }) => [column, row, 1] as const)),
    covers: (x, y) => isNear(grid, Math.floor(x / LINE_CELL), Math.floor(y / LINE_CELL)),
  }));
}

function isNear(grid: CoverageGrid, column: number, row: number): boolean {
  for (let r = row - 1; r <= row + 1; r++)
    for (let c = column - 1; c <= column + 1; c++) if (grid.has(c, r)) return true;
  return false;
}

/** Area that two lines both cover, m². */
export function sharedArea(lines: ReadonlyMap<string, CoverageGrid>, a: string, b: string): number {
  const [one, other] = [lines.get(a)!, lines.get(b)!].toSorted((x, y) => x.count - y.count);
  let cells = 0;
  for (const { column, row } of one!.cells()) if (other!.has(column, row)) cells++;
  return cells * LINE_CELL ** 2;
}

/** Fewest places of a line. */
const FEWEST_PLACES = 2;
/** Share of a planned line that has to be covered: recording begins before it and ends behind it. */
const FLOWN = 0.98;

/** Whether a planned line was not flown. */
export const isMissing = ({ share }: FlownLine): boolean => share < FLOWN;

/** The plan of a flight, in metres like the points. */
export interface FlightPlan {
  readonly lines: readonly PlannedLine[];
  /** Outer rings of the areas of interest. */
  readonly areas: readonly AreaRing[];
}

/**
 * The plans in a folder: of the project where some are named after it, else all. Undefined without a
 * plan or where the points' system is not known.
 */
export async function readPlan(
  folder: string | undefined,
  projectId: string | null | undefined,
  { crs }: IndexFile,
  scale: MetricScale,
): Promise<FlightPlan | undefined> {
  const forward = forwardOf(crs);
  if (forward === undefined) return undefined;
  const paths = await planPaths(folder, projectId);
  if (paths === undefined) return undefined;
  const lines: PlannedLine[] = [];
  const areas: AreaRing[] = [];
  for (const { area, name, crossStrip, positions } of paths) {
    if (positions.length < FEWEST_PLACES) continue;
    const places = positions.map(([longitude, latitude]): [number, number] => {
      const [x, y] = forward(longitude, latitude);
      return [x * scale.x, y * scale.y];
    });
    if (area) areas.push(places);
    else lines.push({ name, crossStrip, corners: places.flat() });
  }
  return { lines, areas };
}
