import { isLast, isUsed, type PointBlock } from "@swath/pointcloud/points";
import { GRID_TILE_BYTES, StripGrid, stripSurface } from "@swath/pointcloud/strips";
import type { MetricScale } from "../../coordinates/cloud-system.ts";
import { type IndexedLine, LineLookup } from "../../points/line-lookup.ts";
import { FileFault } from "../../program.ts";
import type { StripLevel } from "./strip-parts.ts";

/** Most bytes of a file's grids: 13 km² in cells of 1 m. */
const MOST_BYTES = 268_435_456;
/** The largest cells in which heights are compared where those that are asked for are smaller, m. */
const LARGEST_CELL = 4;

/** What of a file of points is read. */
interface Reading {
  /** Name of the file of points. */
  readonly name: string;
  readonly lines: readonly IndexedLine[];
  /** Lines that are compared with others. */
  readonly compared: ReadonlySet<string>;
  /** Side of the smallest cells, m. */
  readonly cell: number;
}

/**
 * The smooth surfaces of the lines in one file, by the last returns of its points: in the cells asked for, and in
 * cells of twice and four times the side up to 4 m, as sparse points want. Where the smallest take more memory than
 * there is they are left out.
 */
export class FileStrips {
  readonly #reading: Reading;
  readonly #lookup: LineLookup;
  readonly #most: number;
  readonly #largest: number;
  #cell: number;
  #grids: (StripGrid | undefined)[];
  #tiles = 0;

  constructor(reading: Reading, most = MOST_BYTES) {
    const { lines, compared, cell } = reading;
    this.#reading = reading;
    this.#most = Math.floor(most / GRID_TILE_BYTES);
    this.#largest = Math.max(cell, LARGEST_CELL);
    this.#lookup = new LineLookup(lines);
    this.#cell = cell;
    this.#grids = lines.map(({ id }) => (compared.has(id) ? new StripGrid(cell) : undefined));
  }

  /** Adds points; throws a {@link FileFault} where they lie scattered over too large an area. */
  add(block: PointBlock, { x, y, z }: MetricScale): void {
    for (let at = 0; at < block.count; at += 1) {
      if (!isLast(block, at) || !isUsed(block, at)) continue;
      const grid = this.#grids[this.#lookup.of(block.sourceId[at]!, block.gpsTime[at]!)];
      if (grid === undefined) continue;
      const before = grid.tiles.size;
      grid.add(block.x[at]! * x, block.y[at]! * y, block.z[at]! * z);
      if (grid.tiles.size === before) continue;
      this.#tiles += 1;
      while (this.#tiles > this.#most) {
        if (this.#coarsen()) continue;
        const words = `has points scattered over too large an area for cells of ${this.#cell} m`;
        throw new FileFault(this.#reading.name, words);
      }
    }
  }

  /** Puts the points into cells of twice the side; false where these are too large. */
  #coarsen(): boolean {
    if (this.#cell * 2 > this.#largest) return false;
    this.#cell *= 2;
    this.#grids = this.#grids.map((grid) => {
      const coarser = grid?.coarser();
      grid?.free();
      return coarser;
    });
    this.#tiles = this.#grids.reduce((sum, grid) => sum + (grid?.tiles.size ?? 0), 0);
    return true;
  }

  /** Its surfaces by the side of their cells, the smallest first. It is empty then. */
  levels(): StripLevel[] {
    const levels: StripLevel[] = [];
    do {
      const lines = this.#grids.flatMap((grid, line) =>
        grid === undefined
          ? []
          : [[this.#reading.lines[line]!.id, stripSurface(grid).tiles] as const],
      );
      levels.push({ cell: this.#cell, lines: new Map(lines) });
    } while (this.#coarsen());
    for (const grid of this.#grids) grid?.free();
    return levels;
  }
}
