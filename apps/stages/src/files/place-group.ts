import type { PlaceGroup } from "@swath/contract/processing";

const MOST_SQUARES = 4_000;

/** A place by cells of one side, by column to the right and row upwards. */
export interface CellPlace {
  readonly name: string;
  readonly values: Readonly<Record<string, number>>;
  readonly cells: readonly (readonly [column: number, row: number])[];
}

/** A group of places, in squares that are few enough for a picture of them all; `side` of a cell, m. */
export function placeGroup(
  { title, figures }: Pick<PlaceGroup, "title" | "figures">,
  side: number,
  places: readonly CellPlace[],
): PlaceGroup {
  for (let together = 1; ; together *= 2) {
    const drawn = places.map(({ name, values, cells }) => ({
      name,
      values: Object.fromEntries(Object.entries(values).map(([of, value]) => [of, rounded(value)])),
      side: side * together,
      squares: squaresOf(cells, together).map(([x, y]): [number, number] => [
        rounded(x * side),
        rounded(y * side),
      ]),
    }));
    const count = drawn.reduce((sum, { squares }) => sum + squares.length, 0);
    if (count <= MOST_SQUARES || together > 1_024) return { title, figures, places: drawn };
  }
}

const rounded = (value: number): number => Number(value.toPrecision(10));

/** The squares of so many cells to a side that hold any of the cells, by their first column and row. */
function squaresOf(cells: CellPlace["cells"], together: number): [number, number][] {
  const squares = new Map<string, [number, number]>();
  for (const [column, row] of cells) {
    const square: [number, number] = [
      Math.floor(column / together) * together,
      Math.floor(row / together) * together,
    ];
    squares.set(square.join(" "), square);
  }
  return [...squares.values()];
}
