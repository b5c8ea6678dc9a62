/**
 * Cells row by row with a margin all around, in which no height is: −∞. A margin is as wide as the
 * largest diamond's radius.
 */
export interface FieldShape {
  readonly width: number;
  readonly height: number;
  readonly margin: number;
}

const strideOf = ({ width, margin }: FieldShape): number => width + 2 * margin;

/** Index of the first cell of a row. */
export const rowStart = (shape: FieldShape, row: number): number =>
  (row + shape.margin) * strideOf(shape) + shape.margin;

export const emptyField = (shape: FieldShape): Float32Array =>
  new Float32Array(strideOf(shape) * (shape.height + 2 * shape.margin)).fill(-Infinity);

/** A surface, row by row without a margin, as a field. */
export function fieldOf(surface: Float32Array, shape: FieldShape): Float32Array {
  const { width, height } = shape;
  const field = emptyField(shape);
  for (let row = 0; row < height; row += 1)
    field.set(surface.subarray(row * width, (row + 1) * width), rowStart(shape, row));
  return field;
}

/** The least of each cell and its four neighbours. */
export function erode(from: Float32Array, to: Float32Array, shape: FieldShape): void {
  for (let row = 0; row < shape.height; row += 1) {
    const { first, last, below, above } = rowAmong(shape, row);
    for (let at = first; at <= last; at += 1) {
      let least = from[at]!;
      if (from[at - below]! < least) least = from[at - below]!;
      if (from[at + above]! < least) least = from[at + above]!;
      if (at > first && from[at - 1]! < least) least = from[at - 1]!;
      if (at < last && from[at + 1]! < least) least = from[at + 1]!;
      to[at] = least;
    }
  }
}

/** The greatest of each cell and its four neighbours. */
function dilate(from: Float32Array, to: Float32Array, shape: FieldShape): void {
  for (let row = 0; row < shape.height; row += 1) {
    const { first, last, below, above } = rowAmong(shape, row);
    for (let at = first; at <= last; at += 1) {
      let most = from[at]!;
      if (from[at - below]! > most) most = from[at - below]!;
      if (from[at + above]! > most) most = from[at + above]!;
      if (at > first && from[at - 1]! > most) most = from[at - 1]!;
      if (at < last && from[at + 1]! > most) most = from[at + 1]!;
      to[at] = most;
    }
  }
}

/** First and last cell of a row, and the steps to the rows below and above, 0 where there are none. */
function rowAmong(shape: FieldShape, row: number) {
  const stride = strideOf(shape);
  const first = rowStart(shape, row);
  const last = first + shape.width - 1;
  return {
    first,
    last,
    below: row === 0 ? 0 : stride,
    above: row === shape.height - 1 ? 0 : stride,
  };
}

/**
 * The greatest within each diamond of a radius (1 or more: cells that many steps along rows and columns
 * lead to), in a time that does not depend on the radius: a diamond is a square of `radius` cells a side
 * along the diagonals and the four neighbours of each of its cells, and the greatest of a square is that
 * of lines one way of lines the other way. `lines` and `squares` are overwritten.
 */
export function dilateByDiamond(
  from: Float32Array,
  to: Float32Array,
  { lines, squares }: { readonly lines: Float32Array; readonly squares: Float32Array },
  radius: number,
  shape: FieldShape,
): void {
  const reach = radius - 1;
  const { height } = shape;
  const last = height - 1;
  greatestOfLines(
    from,
    lines,
    { reach, way: 1, first: -reach, last, left: -reach, shift: 0 },
    shape,
  );
  const rising = { reach, first: -reach, last: last - reach, left: 0, shift: reach };
  greatestOfLines(lines, squares, { ...rising, way: -1 }, shape);
  dilate(squares, to, shape);
}

interface Lines {
  /** Steps from the first cell of a line to the last. */
  readonly reach: number;
  /** Columns that a line goes to the right for each row. */
  readonly way: 1 | -1;
  /** Rows in which lines begin, and the least of the columns; they are answered so many rows on. */
  readonly first: number;
  readonly last: number;
  readonly left: number;
  readonly shift: number;
}

/**
 * The greatest of each line along a diagonal, by three comparisons a cell whatever their length (van
 * Herk 1992; Gil & Werman 1993): diagonals are cut into pieces of that length, so that every line is the
 * end of one piece, from its first cell on, and the beginning of the next, up to its last.
 */
function greatestOfLines(
  from: Float32Array,
  to: Float32Array,
  { reach, way, first, last, left, shift }: Lines,
  shape: FieldShape,
): void {
  const stride = strideOf(shape);
  const rows = last - first + 1 + reach;
  const [begin, end] = [shape.margin + left, shape.margin + shape.width];
  const startOf = (row: number): number => (first + row + shape.margin) * stride;
  // By diagonal: its place is the same in every row.
  const greatest = new Float32Array(stride + rows);
  const gather = (row: number): number => {
    const diagonal = way === 1 ? rows - 1 - row : row;
    for (let at = startOf(row), place = diagonal; place < diagonal + stride; at += 1, place += 1)
      if (from[at]! > greatest[place]!) greatest[place] = from[at]!;
    return diagonal;
  };
  for (let row = rows - 1; row >= 0; row -= 1) {
    if (row === rows - 1 || row % (reach + 1) === reach) greatest.fill(-Infinity);
    const diagonal = gather(row);
    if (row >= rows - reach) continue;
    to.set(greatest.subarray(diagonal + begin, diagonal + end), startOf(row + shift) + begin);
  }
  for (let row = 0; row < rows; row += 1) {
    if (row % (reach + 1) === 0) greatest.fill(-Infinity);
    const diagonal = gather(row) + way * reach;
    if (row < reach) continue;
    const answer = startOf(row - reach + shift);
    for (let column = begin; column < end; column += 1)
      if (greatest[diagonal + column]! > to[answer + column]!)
        to[answer + column] = greatest[diagonal + column]!;
  }
}
