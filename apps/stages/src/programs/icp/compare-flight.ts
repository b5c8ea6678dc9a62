import { freeSurfaces, type StripSurface } from "@swath/pointcloud/strips";
import { DifferenceMap } from "./difference-map.ts";
import { compareStrips, type StripDifferences } from "./measure-strips.ts";

/** Shared cells that are enough for a median of millimetres, and the largest cells that are tried, m. */
const ENOUGH_CELLS = 500;
const LARGEST_CELL = 4;

export interface ComparedFlight extends StripDifferences {
  /** Side of the cells, m. */
  readonly cell: number;
  readonly surfaces: ReadonlyMap<string, StripSurface>;
  readonly map: DifferenceMap;
}

type ReadSurfaces = (cell: number) => Promise<Map<string, StripSurface>>;

/**
 * Compares the strips in cells of a side, m; where the best pair shares few cells since points are
 * sparse, in those larger ones that find most. Surfaces of one size alone are in memory: where smaller
 * cells were better these are read again.
 */
export async function compareFlight(read: ReadSurfaces, cell: number): Promise<ComparedFlight> {
  let best = { cell, cells: -1 };
  for (let asked = cell; ;) {
    const found = await compareAt(read, asked);
    const [side, cells] = [found.cell, bestOf(found)];
    if (cells > best.cells) best = { cell: side, cells };
    const last = found.touching === 0 || cells >= ENOUGH_CELLS || side * 2 > LARGEST_CELL;
    if (last && best.cell === side) return found;
    freeSurfaces(found.surfaces);
    if (last) return await compareAt(read, best.cell);
    asked = side * 2;
  }
}

async function compareAt(read: ReadSurfaces, asked: number): Promise<ComparedFlight> {
  const surfaces = await read(asked);
  const map = new DifferenceMap(surfaces);
  const cell = surfaces.values().next().value?.cell ?? asked;
  return { cell, surfaces, map, ...compareStrips(surfaces, (a, b) => map.add(a, b)) };
}

const bestOf = ({ pairs }: StripDifferences): number =>
  pairs.reduce((most, { cells }) => Math.max(most, cells), 0);
