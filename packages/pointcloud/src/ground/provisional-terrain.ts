import {
  dilateByDiamond,
  emptyField,
  erode,
  fieldOf,
  type FieldShape,
  rowStart,
} from "./diamond-field.ts";
import { fillHoles } from "./nearest-fill.ts";

/** Parameters of the simple morphological filter; lengths in metres. */
export interface SmrfSettings {
  readonly cell: number;
  /** Rise by run. */
  readonly slope: number;
  /** Size of the largest objects. */
  readonly window: number;
  /** How much of the terrain's slope (rise by run) is added to the threshold, m. */
  readonly scalar: number;
  readonly threshold: number;
}

/** Radius of the largest opening, cells. */
export const radiusOf = ({ window, cell }: SmrfSettings): number => Math.ceil(window / cell);

/** Heights of the terrain, and how far off a point may be and still be of the ground; m. */
export interface ProvisionalTerrain {
  readonly height: Float32Array;
  readonly tolerance: Float32Array;
}

/** A cell so steeply below its neighbours holds a low outlier (Pingel et al. 2013, 2.4). */
const LOW_OUTLIER_SLOPE = 5;

/**
 * Terrain under the lowest heights of a field's cells (NaN where there are none; overwritten), by the
 * simple morphological filter SMRF (Pingel, Clarke & McBride 2013; PDAL's filters.smrf).
 */
export function provisionalTerrain(
  lowest: Float32Array,
  width: number,
  settings: SmrfSettings,
): ProvisionalTerrain {
  const { cell, slope, scalar, threshold } = settings;
  fillHoles(lowest, width);
  const negative = lowest.map((value) => -value);
  const low = objectCells(negative, width, { cell, slope: LOW_OUTLIER_SLOPE, radius: 1 });
  const objects = objectCells(lowest, width, { cell, slope, radius: radiusOf(settings) });
  for (let at = 0; at < lowest.length; at += 1)
    if (low[at] === 1 || objects[at] === 1) lowest[at] = Number.NaN;
  fillHoles(lowest, width);
  const tolerance = new Float32Array(lowest.length);
  for (let at = 0; at < tolerance.length; at += 1)
    tolerance[at] = threshold + scalar * slopeAt(lowest, width, at, cell);
  return { height: lowest, tolerance };
}

/** Rise by run: central differences, at the edges one-sided. */
function slopeAt(heights: Float32Array, width: number, at: number, cell: number): number {
  const column = at % width;
  const left = column === 0 ? at : at - 1;
  const right = column === width - 1 ? at : at + 1;
  const below = at < width ? at : at - width;
  const above = at + width >= heights.length ? at : at + width;
  const run = (from: number, to: number, step: number): number =>
    from === to ? 0 : (heights[to]! - heights[from]!) / (((to - from) / step) * cell);
  return Math.hypot(run(left, right, 1), run(below, above, width));
}

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
