import { tileAt } from "../grid/index.ts";
import { TILE_CELLS, freeArray } from "./strip-grid.ts";
import { countShared, sharedTiles, type StripSurface } from "./strip-surface.ts";
import { estimateShift, type SlopedCells } from "./estimate-shift.ts";
import { nthSize } from "./numeric-methods.ts";

/** Steepest slope of a cell whose height difference is a strip difference. */
const FLAT = 0.35;
/** Fewer cells are no median. */
export const FEWEST_CELLS = 20;
const TRIM = 3;
/** Standard deviation of normal differences by their median absolute deviation. */
const DEVIATIONS = 1.4826;
/** Narrower is no cut, m: recorded heights have steps. */
const LEAST_TRIM = 0.005;

/** Difference of two strips, the second's heights less the first's; metres. */
export interface StripPair {
  readonly a: string;
  readonly b: string;
  /** Flat cells that both have. */
  readonly cells: number;
  readonly median: number;
  /**
   * Root mean square of the differences within 3 standard deviations of the median, the deviation
   * being 1.4826 times the median absolute one (MAD): beyond are edges of roofs and trees that one
   * line saw and the other did not. Of normal differences around 0 it is 1.4 % less than of all.
   */
  readonly rms: number;
  /** Shift of `b` from `a`, null where the slopes of the terrain do not tell it. */
  readonly dx: number | null;
  readonly dy: number | null;
  readonly dz: number;
}

/**
 * Cells that two strips share, as columns: difference b − a, slopes (NaN if unknown), places from the
 * first shared tile on, since single floats hold no northings to the decimetre.
 */
export interface SharedCells extends SlopedCells {
  count: number;
}

/** Cells that are enough to tell a shift: of more each so manieth is kept with its place. */
const ENOUGH = 1_000_000;

/** The cells in which both strips are smooth; surfaces of the same cell size. */
export function sharedCells(a: StripSurface, b: StripSurface): SharedCells {
  const most = countShared(a, b) ?? 0;
  const stride = Math.max(1, Math.ceil(most / ENOUGH));
  const column = (count = most) => new Float32Array(count);
  const placed = Math.ceil(most / stride);
  const shared: SharedCells = {
    count: 0,
    difference: column(),
    slopeX: column(),
    slopeY: column(),
    stride,
    x: column(placed),
    y: column(placed),
    spreadX: column(placed),
    spreadY: column(placed),
  };
  const keys = sharedTiles(a, b);
  for (const key of keys) shareTile(shared, a, b, { key, from: tileAt(keys[0]!) });
  return shared;
}

export function freeShared(shared: SharedCells): void {
  for (const column of Object.values(shared))
    if (column instanceof Float32Array) freeArray(column as Float32Array<ArrayBuffer>);
}

interface SharedTile {
  readonly key: number;
  /** Origin of places: a tile. */
  readonly from: { readonly column: number; readonly row: number };
}

function shareTile(
  shared: SharedCells,
  a: StripSurface,
  b: StripSurface,
  { key, from }: SharedTile,
): void {
  const { column, row } = tileAt(key);
  const first = a.tiles.get(key)!;
  const second = b.tiles.get(key)!;
  for (let index = 0; index < first.length; index++) {
    const difference = second[index]! - first[index]!;
    if (Number.isNaN(difference)) continue;
    const i = column * TILE_CELLS + (index & 63);
    const j = row * TILE_CELLS + (index >> 6);
    const [one, two] = [a.slope(i, j), b.slope(i, j)];
    const at = shared.count++;
    shared.difference[at] = difference;
    const known = one !== undefined && two !== undefined;
    shared.slopeX[at] = known ? (one.x + two.x) / 2 : Number.NaN;
    shared.slopeY[at] = known ? (one.y + two.y) / 2 : Number.NaN;
    if (at % shared.stride !== 0) continue;
    const placed = at / shared.stride;
    shared.x[placed] = (i - from.column * TILE_CELLS) * a.cell;
    shared.y[placed] = (j - from.row * TILE_CELLS) * a.cell;
    shared.spreadX[placed] = known ? (one.x - two.x) / 2 : Number.NaN;
    shared.spreadY[placed] = known ? (one.y - two.y) / 2 : Number.NaN;
  }
}

/**
 * Difference of two strips: median and trimmed root mean square over flat cells, and the shift that
 * explains all cells (see {@link estimateShift}). Undefined where they share too few.
 */
export function stripPair(
  a: string,
  b: string,
  shared: SharedCells,
  fewest = FEWEST_CELLS,
): StripPair | undefined {
  const flat = flatDifferences(shared);
  const cells = flat.length;
  if (cells < fewest) return undefined;
  const median = medianOf(flat);
  const rms = trimmedRms(flat, median);
  freeArray(flat);
  const shift = estimateShift(shared);
  return {
    a,
    b,
    cells,
    median,
    rms,
    dx: shift?.x ?? null,
    dy: shift?.y ?? null,
    dz: shift?.z ?? median,
  };
}

function trimmedRms(differences: Float32Array<ArrayBuffer>, median: number): number {
  const sizes = differences.map((d) => Math.abs(d - median));
  const below = nthSize(sizes, (count) => (count - 1) >> 1) ?? 0;
  const above = nthSize(sizes, (count) => count >> 1) ?? 0;
  freeArray(sizes);
  const spread = (DEVIATIONS * (below + above)) / 2;
  const limit = Math.max(TRIM * spread, LEAST_TRIM);
  let [sum, kept] = [0, 0];
  for (const d of differences) {
    if (!(Math.abs(d - median) <= limit)) continue;
    sum += d * d;
    kept++;
  }
  return Math.sqrt(sum / kept);
}

/** Differences of the cells that are not steep; of those beside gaps too, whose slope is unknown. */
function flatDifferences({
  count,
  difference,
  slopeX,
  slopeY,
}: SharedCells): Float32Array<ArrayBuffer> {
  const flat = new Float32Array(count);
  let n = 0;
  for (let at = 0; at < count; at++)
    if (!(Math.hypot(slopeX[at]!, slopeY[at]!) > FLAT)) flat[n++] = difference[at]!;
  return flat.subarray(0, n);
}

/** Median; sorts `values`. */
export function medianOf(values: Float32Array | Float64Array): number {
  values.sort();
  const middle = values.length >> 1;
  if (values.length % 2 === 1) return values[middle]!;
  return (values[middle - 1]! + values[middle]!) / 2;
}
