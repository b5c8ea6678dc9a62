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
  const height = surface.length / width;
  const stride = width + 2;
  const objects = new Uint8Array(surface.length);
  let [eroded, spare] = [framed(surface, width, Infinity), frame(width, height, Infinity)];
  let [opened, other] = [frame(width, height, -Infinity), frame(width, height, -Infinity)];
  let before = framed(surface, width, -Infinity);
  for (let size = 1; size <= radius; size += 1) {
    erode(eroded, spare, stride);
    [eroded, spare] = [spare, eroded];
    copyInside(eroded, opened, stride);
    for (let step = 0; step < size; step += 1) {
      dilate(opened, other, stride);
      [opened, other] = [other, opened];
    }
    markLowered(before, opened, slope * cell * size, width, objects);
    [before, opened] = [opened, before];
  }
  return objects;
}

function markLowered(
  before: Float32Array,
  after: Float32Array,
  limit: number,
  width: number,
  objects: Uint8Array,
): void {
  for (let at = 0, from = width + 3; at < objects.length; at += width, from += width + 2)
    for (let column = 0; column < width; column += 1)
      if (before[from + column]! - after[from + column]! > limit) objects[at + column] = 1;
}

/** A field with a frame of one cell, all of a value that neither minimum nor maximum takes. */
const frame = (width: number, height: number, value: number): Float32Array =>
  new Float32Array((width + 2) * (height + 2)).fill(value);

function framed(surface: Float32Array, width: number, value: number): Float32Array {
  const height = surface.length / width;
  const field = frame(width, height, value);
  for (let row = 0; row < height; row += 1)
    field.set(surface.subarray(row * width, (row + 1) * width), (row + 1) * (width + 2) + 1);
  return field;
}

function copyInside(from: Float32Array, to: Float32Array, stride: number): void {
  for (let at = stride + 1; at < from.length - stride; at += stride)
    to.set(from.subarray(at, at + stride - 2), at);
}

/** The least of each cell and its four neighbours; `stride` is the width with the frame. */
function erode(from: Float32Array, to: Float32Array, stride: number): void {
  for (let line = stride; line < from.length - stride; line += stride)
    for (let at = line + 1; at < line + stride - 1; at += 1) {
      let least = from[at]!;
      if (from[at - 1]! < least) least = from[at - 1]!;
      if (from[at + 1]! < least) least = from[at + 1]!;
      if (from[at - stride]! < least) least = from[at - stride]!;
      if (from[at + stride]! < least) least = from[at + stride]!;
      to[at] = least;
    }
}

/** The greatest of each cell and its four neighbours. */
function dilate(from: Float32Array, to: Float32Array, stride: number): void {
  for (let line = stride; line < from.length - stride; line += stride)
    for (let at = line + 1; at < line + stride - 1; at += 1) {
      let most = from[at]!;
      if (from[at - 1]! > most) most = from[at - 1]!;
      if (from[at + 1]! > most) most = from[at + 1]!;
      if (from[at - stride]! > most) most = from[at - stride]!;
      if (from[at + stride]! > most) most = from[at + stride]!;
      to[at] = most;
    }
}
