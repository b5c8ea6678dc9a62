import { isLast, isUsed } from "@swath/pointcloud/points";
import {
  freeArray,
  freeSurfaces,
  GRID_TILE,
  StripGrid,
  stripSurface,
  type StripSurface,
  SURFACE_TILE_BYTES,
} from "@swath/pointcloud/strips";
import { join } from "node:path";
import type { MetricScale } from "../../coordinates/cloud-system.ts";
import { scaleOfIndex } from "../../coordinates/check-system.ts";
import { comparedLines, type IndexFile, MOST_LINES } from "../../points/index-file.ts";
import { LineLookup } from "../../points/line-lookup.ts";
import { openPoints, type PointFile, readPoints } from "../../points/point-file.ts";
import { type ProgramOutput, reportingFaults } from "../../program.ts";

/** Bytes of a tile of a line's grid. */
export const TILE_BYTES = GRID_TILE * Float32Array.BYTES_PER_ELEMENT;

/** Tiles for which the memory is enough: four of each line, as even places on all sides of the origin. */
const MOST_TILES = 4 * MOST_LINES;
/** Most bytes of all grids and surfaces at a time, 393 MB. */
const MOST_BYTES = MOST_TILES * (TILE_BYTES + SURFACE_TILE_BYTES);

type IndexedFile = IndexFile["files"][number];

interface OpenedFile {
  readonly file: IndexedFile;
  readonly points: PointFile;
}

/**
 * The smooth surface of each flight line of the index, by the last returns of its points; metres. The
 * cells are those asked for, of all lines doubled until they fit in memory. A file that cannot be read
 * is reported and left out.
 */
export async function readStripSurfaces(
  folder: string,
  index: IndexFile,
  cell: number,
  output: ProgramOutput,
  most = MOST_BYTES,
): Promise<Map<string, StripSurface>> {
  const scale = scaleOfIndex(index);
  const files = await openFiles(folder, index, output);
  const compared = comparedLines(index);
  for (let side = cell; ; side *= 2) {
    const strips = new OpenStrips(side, compared, most);
    const read = await readInto(strips, files, scale, output);
    strips.memory.free();
    if (read) return strips.surfaces;
    freeSurfaces(strips.surfaces);
  }
}

async function openFiles(
  folder: string,
  index: IndexFile,
  output: ProgramOutput,
): Promise<OpenedFile[]> {
  const files: OpenedFile[] = [];
  for (const file of index.files)
    await reportingFaults(output, async () => {
      files.push({ file, points: await openPoints(join(folder, file.path)) });
    });
  return files;
}

/** Strips that are read: grids of lines that further files may continue, surfaces of the others. */
class OpenStrips {
  readonly memory: TileMemory;
  readonly surfaces = new Map<string, StripSurface>();
  readonly #side: number;
  readonly #compared: ReadonlySet<string>;
  readonly #grids = new Map<string, StripGrid>();

  constructor(side: number, compared: ReadonlySet<string>, most: number) {
    this.memory = new TileMemory(most);
    this.#side = side;
    this.#compared = compared;
  }

  /** The grid of a line; undefined where the line is not compared. */
  grid(line: string): StripGrid | undefined {
    if (!this.#compared.has(line)) return undefined;
    const grid = this.#grids.get(line) ?? new StripGrid(this.#side, this.memory.zeros);
    this.#grids.set(line, grid);
    return grid;
  }

  /** Makes surfaces of the lines that no file continues. */
  close(later: ReadonlySet<string>): void {
    for (const [line, grid] of this.#grids) {
      if (later.has(line)) continue;
      const surface = stripSurface(grid);
      this.surfaces.set(line, surface);
      this.#grids.delete(line);
      this.memory.leave(grid, surface.tiles.size * SURFACE_TILE_BYTES);
    }
  }
}

/** Whether all files fit. */
async function readInto(
  strips: OpenStrips,
  files: readonly OpenedFile[],
  scale: MetricScale,
  output: ProgramOutput,
): Promise<boolean> {
  for (const [at, { file, points }] of files.entries()) {
    let fits = true;
    await reportingFaults(output, async () => {
      fits = await readFileInto(strips, points, file, scale);
    });
    if (!fits) return false;
    strips.close(
      new Set(files.slice(at + 1).flatMap(({ file: { lines } }) => lines.map(({ id }) => id))),
    );
    output.progress((0.9 * (at + 1)) / files.length);
  }
  return true;
}

async function readFileInto(
  strips: OpenStrips,
  points: PointFile,
  { lines }: IndexedFile,
  scale: MetricScale,
): Promise<boolean> {
  const lookup = new LineLookup(lines);
  const grids = lines.map(({ id }) => strips.grid(id));
  let fits = true;
  await readPoints(points, (block) => {
    for (let at = 0; fits && at < block.count; at++) {
      if (!isLast(block, at) || !isUsed(block, at)) continue;
      const grid = grids[lookup.of(block.sourceId[at]!, block.gpsTime[at]!)];
      if (grid === undefined) continue;
      fits = grid.add(block.x[at]! * scale.x, block.y[at]! * scale.y, block.z[at]! * scale.z);
    }
    return fits;
  });
  return fits;
}

/**
 * The memory of the grids of all lines and of the surfaces that are made of them, `most` bytes in all.
 * Tiles lie in one array, which takes memory as far as it is used, are used again, and are free at once
 * in the end: what waits for the garbage collector, or lies scattered, would take memory twice.
 */
export class TileMemory {
  readonly #most: number;
  readonly #tiles: Float32Array<ArrayBuffer>;
  readonly #left: Float32Array[] = [];
  #used = 0;
  #surfaces = 0;

  constructor(most: number) {
    this.#most = most;
    this.#tiles = new Float32Array(Math.floor(most / TILE_BYTES) * GRID_TILE);
  }

  /** Numbers of a tile, all 0; undefined where no memory is left. */
  readonly zeros = (): Float32Array | undefined => {
    const left = this.#left.pop();
    const used = this.#used + (left === undefined ? GRID_TILE : 0);
    if (used * Float32Array.BYTES_PER_ELEMENT + this.#surfaces > this.#most) return undefined;
    if (left !== undefined) return left.fill(0);
    const tile = this.#tiles.subarray(this.#used, used);
    this.#used = used;
    return tile;
  };

  /** Takes back the tiles of a grid, for a surface of `surface` bytes. */
  leave({ tiles }: StripGrid, surface = 0): void {
    for (const { sums } of tiles.values()) this.#left.push(sums);
    this.#surfaces += surface;
  }

  free(): void {
    freeArray(this.#tiles);
  }
}
