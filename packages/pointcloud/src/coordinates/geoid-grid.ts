/** Heights of a geoid above its ellipsoid at the nodes of a regular grid. */
export interface GeoidGrid {
  /** Longitude and latitude of the north-western node, degrees. */
  readonly west: number;
  readonly north: number;
  /** Degrees from a node to the next, eastward and southward. */
  readonly stepX: number;
  readonly stepY: number;
  readonly columns: number;
  readonly rows: number;
  /** Metres, row by row from the north; NaN where the geoid is not known. */
  readonly heights: Float32Array;
}

/** Degrees by which a place may lie beyond the outermost node: what rounding makes of an edge. */
const EDGE = 1e-9;

/** Which node comes before a place along an axis, and the share of the step beyond it; undefined outside. */
function between(place: number, nodes: number): readonly [node: number, share: number] | undefined {
  if (!(place >= -EDGE && place <= nodes - 1 + EDGE)) return undefined;
  const node = Math.min(Math.max(Math.floor(place), 0), Math.max(nodes - 2, 0));
  return [node, Math.min(Math.max(place - node, 0), 1)];
}

/**
 * Height of the geoid above the ellipsoid at a place in degrees, m, bilinear between four nodes; of those with a
 * known height where some have none. NaN outside. As PROJ 9 computes it (`vgridshift`, src/grids.cpp).
 */
export function geoidHeight(grid: GeoidGrid, longitude: number, latitude: number): number {
  const { west, north, stepX, stepY, columns, rows, heights } = grid;
  const turns = Math.floor((longitude - west + EDGE) / 360);
  const column = between((longitude - west - 360 * turns) / stepX, columns);
  const row = between((north - latitude) / stepY, rows);
  if (column === undefined || row === undefined) return Number.NaN;
  const [[left, east], [top, south]] = [column, row];
  const [right, bottom] = [Math.min(left + 1, columns - 1), Math.min(top + 1, rows - 1)];
  let [sum, weights] = [0, 0];
  const add = (at: number, weight: number): void => {
    const height = heights[at]!;
    if (Number.isNaN(height)) return;
    sum += height * weight;
    weights += weight;
  };
  add(top * columns + left, (1 - east) * (1 - south));
  add(top * columns + right, east * (1 - south));
  add(bottom * columns + left, (1 - east) * south);
  add(bottom * columns + right, east * south);
  return weights > 0 ? sum / weights : Number.NaN;
}
