import { fillHoles } from "./nearest-fill.ts";
import { objectCells } from "./progressive-opening.ts";

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
