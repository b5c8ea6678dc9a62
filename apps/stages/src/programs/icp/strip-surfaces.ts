import { join } from "node:path";
import { isLast, isUsed } from "@swath/pointcloud/points";
import { StripGrid, stripSurface, type StripSurface, TILE_CELLS } from "@swath/pointcloud/strips";
import { metricScale, type MetricScale } from "../../coordinates/cloud-system.ts";
import { comparedLines, type IndexFile, middleOf } from "../../points/index-file.ts";
import { LineLookup } from "../../points/line-lookup.ts";
import { openPoints, type PointFile, readPoints } from "../../points/point-file.ts";
import { FileFault, type ProgramOutput } from "../../program.ts";

/** Cells of 20 bytes while a file is read, and of 4 bytes for all lines: 200 MB each at most. */
const MOST_OPEN_CELLS = 10_000_000;
const MOST_CELLS = 50_000_000;

type IndexedFile = IndexFile["files"][number];

interface OpenedFile {
  readonly file: IndexedFile;
  readonly points: PointFile;
}

/**
 * The smooth surface of each flight line of the index, by the last returns of its points; metres. The
 * cells are made larger where a flight is too large for memory. A file that cannot be read is told
 * and left out.
 */
export async function readStripSurfaces(
  folder: string,
  index: IndexFile,
  cell: number,
  output: ProgramOutput,
): Promise<Map<string, StripSurface>> {
  const files = await openFiles(folder, index, output);
  const scale = metricScale(index.crs, middleOf(index));
  const compared = comparedLines(index);
  const side = cellFor(files, scale, cell, compared.size);
  const grids = new Map<string, StripGrid>();
  const surfaces = new Map<string, StripSurface>();
  for (const [at, { file, points }] of files.entries()) {
    try {
      await readInto(points, file, scale, (line) =>
        compared.has(line) ? gridOf(grids, line, side) : undefined,
      );
    } catch (fault) {
      if (!(fault instanceof FileFault)) throw fault;
      output.error(fault.file, fault.message);
    }
    const later = new Set(
      files.slice(at + 1).flatMap((other) => other.file.lines.map(({ id }) => id)),
    );
    for (const [line, grid] of grids) {
      if (later.has(line)) continue;
      surfaces.set(line, stripSurface(grid));
      grids.delete(line);
    }
    output.progress((0.9 * (at + 1)) / files.length);
  }
  return surfaces;
}

async function openFiles(
  folder: string,
  index: IndexFile,
  output: ProgramOutput,
): Promise<OpenedFile[]> {
  const files: OpenedFile[] = [];
  for (const file of index.files) {
    try {
      files.push({ file, points: await openPoints(join(folder, file.path)) });
    } catch (fault) {
      if (!(fault instanceof FileFault)) throw fault;
      output.error(fault.file, fault.message);
    }
  }
  return files;
}

/** Cells of a line's last tiles, which are not full. */
const CELLS_BESIDE = 2 * TILE_CELLS ** 2;

/** The cell's side, m: as asked, or doubled until the grids fit; a point may lie in a tile alone. */
function cellFor(
  files: readonly OpenedFile[],
  scale: MetricScale,
  cell: number,
  lines: number,
): number {
  const areas = files.map(({ file: { bounds, lines: own, points } }) => {
    if (bounds === null) return { area: 0, points };
    const { min, max } = bounds;
    const area = (max[0] - min[0]) * scale.x * (max[1] - min[1]) * scale.y;
    return { area: area * Math.min(own.length, lines), points };
  });
  const beside = lines * CELLS_BESIDE;
  for (let side = cell; ; side *= 2) {
    const cells = areas.map(({ area, points }) =>
      Math.min(points * TILE_CELLS ** 2, area / side ** 2),
    );
    const sum = cells.reduce((all, each) => all + each, 0);
    if (Math.max(0, ...cells) + beside <= MOST_OPEN_CELLS && sum + beside <= MOST_CELLS)
      return side;
  }
}

function gridOf(grids: Map<string, StripGrid>, line: string, side: number): StripGrid {
  let grid = grids.get(line);
  if (grid === undefined) grids.set(line, (grid = new StripGrid(side)));
  return grid;
}

async function readInto(
  points: PointFile,
  { lines }: IndexedFile,
  scale: MetricScale,
  gridOfLine: (line: string) => StripGrid | undefined,
): Promise<void> {
  const lookup = new LineLookup(lines);
  const grids = lines.map(({ id }) => gridOfLine(id));
  await readPoints(points, (block) => {
    for (let at = 0; at < block.count; at++) {
      if (!isLast(block, at) || !isUsed(block, at)) continue;
      const line = lookup.of(block.sourceId[at]!, block.gpsTime[at]!);
      grids[line]?.add(block.x[at]! * scale.x, block.y[at]! * scale.y, block.z[at]! * scale.z);
    }
  });
}
