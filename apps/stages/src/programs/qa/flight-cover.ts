import { type AreaRing, CoverageGrid } from "@swath/pointcloud/grid";
import { isLast, isUsed } from "@swath/pointcloud/points";
import {
  DensityGrid,
  type DensityTile,
  type FlownLine,
  type LineCover,
  type PlannedLine,
  TILE_CELLS,
} from "@swath/pointcloud/quality";
import { principalDirection } from "@swath/pointcloud/strips";
import { readFile, writeFile } from "node:fs/promises";
import { deserialize, serialize } from "node:v8";
import { gunzipSync, gzipSync } from "node:zlib";
import { forwardOf, type MetricScale } from "../../coordinates/cloud-system.ts";
import { findFile } from "../../files/file-bytes.ts";
import type { IndexFile } from "../../points/index-file.ts";
import { LineLookup } from "../../points/line-lookup.ts";
import { type PointFile, readPoints } from "../../points/point-file.ts";
import { stemOfPoints } from "../../points/write-points.ts";
import { planPaths } from "../../records/read-records.ts";

const LINE_CELL = 5;
const MOST_CELLS = 25_000_000;

/** Ground covered by a flight's points; metres. */
export interface FlightCover {
  readonly density: DensityGrid;
  readonly coverage: CoverageGrid;
  readonly lines: ReadonlyMap<string, CoverageGrid>;
}

/** Reads the cover of a file of an index by its last returns, in cells of a side. */
export async function readCover(
  points: PointFile,
  file: IndexFile["files"][number],
  { scale, side, compared, progress }: Reading,
): Promise<FlightCover> {
  const [density, coverage] = [new DensityGrid(side), new CoverageGrid(side)];
  const lines = new Map<string, CoverageGrid>();
  const lookup = new LineLookup(file.lines);
  const grids = file.lines.map(({ id }) => {
    if (!compared.has(id)) return undefined;
    const grid = new CoverageGrid(LINE_CELL);
    lines.set(id, grid);
    return grid;
  });
  await readPoints(points, (block) => {
    for (let at = 0; at < block.count; at++) {
      if (!isLast(block, at) || !isUsed(block, at)) continue;
      const [x, y] = [block.x[at]! * scale.x, block.y[at]! * scale.y];
      density.add(x, y);
      coverage.add(x, y);
      grids[lookup.of(block.sourceId[at]!, block.gpsTime[at]!)]?.add(x, y);
    }
    progress(block.count);
  });
  return { density, coverage, lines };
}

interface Reading {
  readonly scale: MetricScale;
  readonly side: number;
  /** Lines that have a cover of their own. */
  readonly compared: ReadonlySet<string>;
  readonly progress: (points: number) => void;
}

/** Joins the covers of files, one after the other, in cells of a side. */
class JoinedCover implements FlightCover {
  readonly density: DensityGrid;
  readonly coverage: CoverageGrid;
  readonly lines = new Map<string, CoverageGrid>();

  constructor(side: number) {
    this.density = new DensityGrid(side);
    this.coverage = new CoverageGrid(side);
  }

  add({ density, coverage, lines }: CoverPart): void {
    this.density.adopt(density);
    this.coverage.adopt({ tiles: coverage });
    for (const [id, tiles] of lines) {
      const grid = this.lines.get(id) ?? new CoverageGrid(LINE_CELL);
      this.lines.set(id, grid);
      grid.adopt({ tiles });
    }
  }
}

/** The tiles of a file's cover. */
interface CoverPart {
  readonly density: readonly DensityTile[];
  readonly coverage: ReadonlyMap<number, Uint32Array>;
  readonly lines: ReadonlyMap<string, ReadonlyMap<number, Uint32Array>>;
}

/** What the cover of a file is called among those of a flight. */
export const coverPartName = (path: string): string => `${stemOfPoints(path)}.cells`;

/** Writes a file's cover for the join of all: for the same release of the program alone. */
export async function writeCoverPart(path: string, cover: FlightCover): Promise<void> {
  const part: CoverPart = {
    density: cover.density.tiles,
    coverage: cover.coverage.tiles,
    lines: new Map([...cover.lines].map(([id, { tiles }]) => [id, tiles])),
  };
  await writeFile(path, gzipSync(serialize(part), { level: 1 }));
}

/** Joins the covers of an index's files that stand in a folder. */
export async function joinCover(
  folder: string,
  index: IndexFile,
  scale: MetricScale,
  cell: number,
): Promise<FlightCover> {
  const joined = new JoinedCover(cellFor(index, scale, cell));
  for (const { path } of index.files) {
    const part = await findFile(folder, coverPartName(path));
    // Without one its task said why.
    if (part !== undefined) joined.add(deserialize(gunzipSync(await readFile(part))) as CoverPart);
  }
  return joined;
}

/** The cell's side as asked, or doubled until the flight's cells fit in memory. */
export function cellFor({ files }: IndexFile, scale: MetricScale, cell: number): number {
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
