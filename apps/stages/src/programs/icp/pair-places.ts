import { type StripPair, type StripSurface, TILE_CELLS, tileAt } from "@swath/pointcloud/strips";

const MOST_SQUARES = 4_000;

/** Where two lines overlap: squares of a side, m, by their lower left corners. */
export interface PairPlace {
  readonly side: number;
  readonly squares: readonly (readonly [x: number, y: number])[];
}

type Surfaces = ReadonlyMap<string, StripSurface>;

/** The tiles that both lines of a pair have points in, so many to a side taken together. */
function placeOf({ a, b }: StripPair, surfaces: Surfaces, together: number): PairPlace {
  const [one, other] = [surfaces.get(a), surfaces.get(b)];
  if (one === undefined || other === undefined) return { side: 0, squares: [] };
  const side = one.cell * TILE_CELLS * together;
  const squares = new Map<string, readonly [number, number]>();
  for (const key of one.tiles.keys()) {
    if (!other.tiles.has(key)) continue;
    const { column, row } = tileAt(key);
    const [x, y] = [Math.floor(column / together) * side, Math.floor(row / together) * side];
    squares.set(`${x} ${y}`, [x, y]);
  }
  return { side, squares: [...squares.values()] };
}

/** The places of all pairs, in squares that are large enough for a picture of them all. */
export function pairPlaces(pairs: readonly StripPair[], surfaces: Surfaces): PairPlace[] {
  for (let together = 1; ; together *= 2) {
    const places = pairs.map((pair) => placeOf(pair, surfaces, together));
    const count = places.reduce((sum, { squares }) => sum + squares.length, 0);
    if (count <= MOST_SQUARES || together > 1_024) return places;
  }
}
