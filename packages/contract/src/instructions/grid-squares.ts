/** A rectangle in metres of a horizontal system. */
interface Bounds {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** Squares through an origin, all or those that overlap bounds; metres. */
export interface GridShape {
  readonly side: number;
  readonly originX: number;
  readonly originY: number;
  readonly bounds: Bounds | null;
}

/** A square of a grid: its column and row from the grid's origin, and its western and southern edge. */
export interface GridSquare {
  readonly column: number;
  readonly row: number;
  readonly easting: number;
  readonly northing: number;
}

/** Columns or rows of a grid that an interval overlaps: from the first, up to and without the last. */
const span = (from: number, to: number, origin: number, side: number): [number, number] => [
  Math.floor((from - origin) / side),
  Math.ceil((to - origin) / side),
];

function spans({ side, originX, originY, bounds }: GridShape) {
  if (bounds === null) return undefined;
  const { minX, minY, maxX, maxY } = bounds;
  return { columns: span(minX, maxX, originX, side), rows: span(minY, maxY, originY, side) };
}

/** How many squares of a grid its bounds overlap; 0 without bounds, where the points say it. */
export function squareCount(grid: GridShape): number {
  const found = spans(grid);
  if (found === undefined) return 0;
  const { columns, rows } = found;
  return (columns[1] - columns[0]) * (rows[1] - rows[0]);
}

/** Whether a square of a grid is delivered. */
export function isWithin(grid: GridShape, { column, row }: Pick<GridSquare, "column" | "row">) {
  const found = spans(grid);
  if (found === undefined) return true;
  const { columns, rows } = found;
  return column >= columns[0] && column < columns[1] && row >= rows[0] && row < rows[1];
}

/** The squares that a grid's bounds overlap, row after row from the south west; none without bounds. */
export function* gridSquares(grid: GridShape): Generator<GridSquare> {
  const found = spans(grid);
  if (found === undefined) return;
  const { columns, rows } = found;
  for (let row = rows[0]; row < rows[1]; row += 1)
    for (let column = columns[0]; column < columns[1]; column += 1)
      yield {
        column,
        row,
        easting: grid.originX + column * grid.side,
        northing: grid.originY + row * grid.side,
      };
}
