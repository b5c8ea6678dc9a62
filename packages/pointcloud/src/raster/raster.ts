/**
 * A raster of one band, row by row from the north: cells of `cell` units of the coordinate system,
 * the first one's outer corner at (west, north). NaN where there is no value.
 */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly cell: number;
  readonly west: number;
  readonly north: number;
  readonly values: Float32Array;
}

export interface Extent {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** Whether a place is an extent's own: its northern and eastern edges are its neighbours'. */
export const isWithin = ({ minX, minY, maxX, maxY }: Extent, x: number, y: number): boolean =>
  x >= minX && x < maxX && y >= minY && y < maxY;

/** The extent of tiles of a side, by columns to the right and rows upwards; undefined without any. */
export function tilesExtent(
  tiles: Iterable<{ readonly column: number; readonly row: number }>,
  side: number,
): Extent | undefined {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { column, row } of tiles) {
    [left, right] = [Math.min(left, column), Math.max(right, column + 1)];
    [bottom, top] = [Math.min(bottom, row), Math.max(top, row + 1)];
  }
  if (right < left) return undefined;
  return { minX: left * side, minY: bottom * side, maxX: right * side, maxY: top * side };
}

export type RasterShape = Omit<Raster, "values">;

/** The cells that cover an extent, aligned to multiples of `cell`. */
export function rasterShape(extent: Extent, cell: number): RasterShape {
  const [west, south] = [Math.floor(extent.minX / cell), Math.floor(extent.minY / cell)];
  const [east, north] = [Math.ceil(extent.maxX / cell), Math.ceil(extent.maxY / cell)];
  return {
    width: Math.max(1, east - west),
    height: Math.max(1, north - south),
    cell,
    west: west * cell,
    north: north * cell,
  };
}

export const emptyRaster = (shape: RasterShape): Raster => ({
  ...shape,
  values: new Float32Array(shape.width * shape.height).fill(Number.NaN),
});

/** The part of a raster inside an extent whose edges are cell edges. */
export function cropRaster(raster: Raster, extent: Extent): Raster {
  const shape = rasterShape(extent, raster.cell);
  const left = Math.round((shape.west - raster.west) / raster.cell);
  const top = Math.round((raster.north - shape.north) / raster.cell);
  const cropped = emptyRaster(shape);
  for (let row = 0; row < shape.height; row++) {
    const from = row + top;
    if (from < 0 || from >= raster.height) continue;
    for (let column = Math.max(0, -left); column < shape.width; column++) {
      if (column + left >= raster.width) break;
      cropped.values[row * shape.width + column] =
        raster.values[from * raster.width + column + left]!;
    }
  }
  return cropped;
}

/** The part of a raster that has values; undefined where it has none. */
export function trimRaster(raster: Raster): Raster | undefined {
  const { width, values, cell, west, north } = raster;
  let [left, top, right, bottom] = [width, raster.height, -1, -1];
  for (let at = 0; at < values.length; at++) {
    if (Number.isNaN(values[at]!)) continue;
    const [column, row] = [at % width, Math.floor(at / width)];
    left = Math.min(left, column);
    right = Math.max(right, column);
    top = Math.min(top, row);
    bottom = Math.max(bottom, row);
  }
  if (right < 0) return undefined;
  const shape = { width: right - left + 1, height: bottom - top + 1, cell };
  const trimmed = emptyRaster({ ...shape, west: west + left * cell, north: north - top * cell });
  for (let row = 0; row < shape.height; row++) {
    const from = (row + top) * width + left;
    trimmed.values.set(values.subarray(from, from + shape.width), row * shape.width);
  }
  return trimmed;
}

/** Centre of a cell by its index. */
export const centreOf = (
  { width, cell, west, north }: RasterShape,
  at: number,
): readonly [x: number, y: number] => [
  west + ((at % width) + 0.5) * cell,
  north - (Math.floor(at / width) + 0.5) * cell,
];

/** Index of the cell at a place, −1 outside. */
export function cellAt(shape: RasterShape, x: number, y: number): number {
  const column = Math.floor((x - shape.west) / shape.cell);
  const row = Math.floor((shape.north - y) / shape.cell);
  if (!(column >= 0 && row >= 0 && column < shape.width && row < shape.height)) return -1;
  return row * shape.width + column;
}

const AZIMUTH = (315 * Math.PI) / 180;
const ALTITUDE = Math.PI / 4;

/**
 * Shaded relief of a surface, 1 (dark) to 255, 0 without a value: light from the north-west, 45°
 * high, slopes by Horn (1981), "Hill Shading and the Reflectance Map", Proc. IEEE 69 — as `gdaldem
 * hillshade` has it. `heightUnit` is the length of a height's unit in those of the cell.
 */
export function hillshade(raster: Raster, heightUnit = 1): Uint8Array {
  const { width, height, values, cell } = raster;
  const shade = new Uint8Array(width * height);
  const scale = heightUnit / (8 * cell);
  const light = {
    x: Math.sin(AZIMUTH) * Math.cos(ALTITUDE),
    y: Math.cos(AZIMUTH) * Math.cos(ALTITUDE),
    z: Math.sin(ALTITUDE),
  };
  for (let at = width; at < values.length - width; at++) {
    const column = at % width;
    if (column === 0 || column === width - 1) continue;
    const [n, s] = [at - width, at + width];
    const west = values[n - 1]! + 2 * values[at - 1]! + values[s - 1]!;
    const east = values[n + 1]! + 2 * values[at + 1]! + values[s + 1]!;
    const north = values[n - 1]! + 2 * values[n]! + values[n + 1]!;
    const south = values[s - 1]! + 2 * values[s]! + values[s + 1]!;
    const x = (east - west) * scale;
    const y = (north - south) * scale;
    const bright = (light.z - x * light.x - y * light.y) / Math.sqrt(1 + x * x + y * y);
    if (!Number.isNaN(bright + values[at]!)) shade[at] = Math.round(1 + 254 * Math.max(0, bright));
  }
  return shade;
}
