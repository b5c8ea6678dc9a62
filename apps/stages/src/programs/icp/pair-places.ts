import type { PlaceGroup } from "@swath/contract/processing";
import { type StripPair, type StripSurface, TILE_CELLS, tileAt } from "@swath/pointcloud/strips";
import { type CellPlace, placeGroup } from "../../files/place-group.ts";

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
    const shared = [...(one?.tiles.keys() ?? [])].filter((key) => other?.tiles.has(key));
    const cells = shared.map(tileAt).map(({ column, row }) => [column, row] as const);
    return { name: `Lines ${pair.a} – ${pair.b}`, values: valuesOf(pair), cells };
  });
  return placeGroup(GROUP, cell * TILE_CELLS, places);
}
