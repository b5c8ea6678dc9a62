import {
  dilateByDiamond,
  emptyField,
  erode,
  fieldOf,
  type FieldShape,
  rowStart,
} from "./diamond-field.ts";

/**
 * Cells of objects by progressive opening with diamonds (Pingel, Clarke & McBride, _An improved simple
 * morphological filter for the terrain classification of airborne LIDAR data_, ISPRS J. 77, 2013, 2.2):
 * those that an opening of radius r lowers by more than slope · r · cell below the opening before.
 *
 * `surface` is row by row, without NaN; answers 1 for an object, else 0.
 */
export function objectCells(
  surface: Float32Array,
  width: number,
  {
    cell,
    slope,
    radius,
  }: { readonly cell: number; readonly slope: number; readonly radius: number },
): Uint8Array {
  const shape = { width, height: surface.length / width, margin: radius };
  const objects = new Uint8Array(surface.length);
  // A cell without neighbours is opened to itself.
  if (surface.length === 1) return objects;
  let before = fieldOf(surface, shape);
  let eroded = fieldOf(surface, shape);
  let [spare, opened] = [emptyField(shape), emptyField(shape)];
  const lines = emptyField(shape);
  for (let size = 1; size <= radius; size += 1) {
    erode(eroded, spare, shape);
    [eroded, spare] = [spare, eroded];
    dilateByDiamond(eroded, opened, { lines, squares: spare }, size, shape);
    markLowered(before, opened, slope * cell * size, shape, objects);
    [before, opened] = [opened, before];
  }
  return objects;
}

function markLowered(
  before: Float32Array,
  after: Float32Array,
  limit: number,
  shape: FieldShape,
  objects: Uint8Array,
): void {
  const { width, height } = shape;
  for (let row = 0; row < height; row += 1)
    for (let column = 0, from = rowStart(shape, row); column < width; column += 1)
      if (before[from + column]! - after[from + column]! > limit) objects[row * width + column] = 1;
}
