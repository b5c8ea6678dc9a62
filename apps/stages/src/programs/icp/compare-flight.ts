import type { PlaceGroup } from "@swath/contract/processing";
import { tileAt } from "@swath/pointcloud/grid";
import {
  sharedTiles,
  type StripPair,
  type StripSurface,
  TILE_CELLS,
} from "@swath/pointcloud/strips";
import { type CellPlace, placeGroup } from "../../files/write-outputs.ts";
import { DifferenceMap } from "./difference-map.ts";
import { compareStrips, type StripDifferences } from "./measure-strips.ts";
import type { StripParts } from "./strip-parts.ts";

/** Shared cells that are enough for a median of millimetres. */
const ENOUGH_CELLS = 500;

interface ComparedFlight extends StripDifferences {
  /** Side of the cells, m. */
  readonly cell: number;
  readonly surfaces: ReadonlyMap<string, StripSurface>;
  readonly map: DifferenceMap;
}

/**
 * Compares the strips in the smallest cells that there are; where the best pair shares few of them since points
 * are sparse, in those larger ones that find most.
 */
export function compareFlight(
  { cells, surfaces }: Pick<StripParts, "cells" | "surfaces">,
  asked: number,
): ComparedFlight {
  let best: ComparedFlight | undefined;
  for (const cell of cells.length === 0 ? [asked] : cells) {
    const found = compareAt(surfaces(cell), cell);
    if (best === undefined || bestOf(found) > bestOf(best)) best = found;
    if (found.touching === 0 || bestOf(found) >= ENOUGH_CELLS) break;
  }
  return best!;
}

function compareAt(surfaces: ReadonlyMap<string, StripSurface>, cell: number): ComparedFlight {
  const map = new DifferenceMap(surfaces);
  return { cell, surfaces, map, ...compareStrips(surfaces, (a, b) => map.add(a, b)) };
}

const bestOf = ({ pairs }: StripDifferences): number =>
  pairs.reduce((most, { cells }) => Math.max(most, cells), 0);

const GROUP = {
  title: "Pairs of lines",
  figures: {
    pairMedian: { label: "Height difference (median)", unit: "m" },
    horizontalShift: { label: "Horizontal shift", unit: "m" },
  },
};

/** What each pair has of the measures that are the largest of all pairs, m. */
function valuesOf({ median, dx, dy }: StripPair): CellPlace["values"] {
  const shift = dx === null || dy === null ? {} : { horizontalShift: Math.hypot(dx, dy) };
  return { pairMedian: Math.abs(median), ...shift };
}

/** Pairs of lines where they overlap: the tiles that both have points in. */
export function pairPlaces(
  pairs: readonly StripPair[],
  surfaces: ReadonlyMap<string, StripSurface>,
): PlaceGroup {
  const cell = surfaces.values().next().value?.cell ?? 1;
  const places = pairs.map((pair): CellPlace => {
    const [one, other] = [surfaces.get(pair.a), surfaces.get(pair.b)];
    const shared = one === undefined || other === undefined ? [] : sharedTiles(one, other);
    const cells = shared.map(tileAt).map(({ column, row }) => [column, row] as const);
    return { name: `Lines ${pair.a} – ${pair.b}`, values: valuesOf(pair), cells };
  });
  return placeGroup(GROUP, cell * TILE_CELLS, places);
}
