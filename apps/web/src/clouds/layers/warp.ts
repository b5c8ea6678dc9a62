import { latitudeOf, longitudeOf } from "@swath/plan/model";
import type { RasterView } from "../../map/map-layer.ts";

/** Easting and northing of a system, of longitude and latitude in degrees. */
type Forward = (longitude: number, latitude: number) => readonly [x: number, y: number];

/** Pixels between places that are computed exactly; those between lie on straight lines. */
const STEP = 16;

/**
 * Where the pixels of a picture of the map lie in another system: places of a grid are exact, those between are
 * bilinear. Within a picture at any zoom that is right to a twentieth of a pixel (tested): the two projections
 * are conformal or nearly so, and bend by far less than a pixel in 16.
 */
export interface Mesh {
  readonly columns: number;
  readonly rows: number;
  /** x and y in turn, row by row. */
  readonly places: Float64Array;
}

/** The mesh of a picture in a system. */
export function meshOf(
  { left, top, resolution, width, height }: RasterView,
  forward: Forward,
): Mesh {
  const columns = Math.ceil(width / STEP) + 1;
  const rows = Math.ceil(height / STEP) + 1;
  const places = new Float64Array(columns * rows * 2);
  for (let row = 0, at = 0; row < rows; row += 1) {
    const latitude = latitudeOf(top - row * STEP * resolution);
    for (let column = 0; column < columns; column += 1, at += 2) {
      const [x, y] = forward(longitudeOf(left + column * STEP * resolution), latitude);
      places[at] = x;
      places[at + 1] = y;
    }
  }
  return { columns, rows, places };
}

/** Where a pixel's corner lies by the mesh. */
export function placeIn({ columns, places }: Mesh, x: number, y: number): [number, number] {
  const [column, row] = [Math.floor(x / STEP), Math.floor(y / STEP)];
  const [u, v] = [x / STEP - column, y / STEP - row];
  const upper = (row * columns + column) * 2;
  const lower = upper + columns * 2;
  const across = (n: 0 | 1): number =>
    (places[upper + n]! * (1 - u) + places[upper + 2 + n]! * u) * (1 - v) +
    (places[lower + n]! * (1 - u) + places[lower + 2 + n]! * u) * v;
  return [across(0), across(1)];
}

/** Bounds of a mesh: least and greatest x and y. */
export function meshBounds({ places }: Mesh): readonly [number, number, number, number] {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < places.length; at += 2) {
    minX = Math.min(minX, places[at]!);
    maxX = Math.max(maxX, places[at]!);
    minY = Math.min(minY, places[at + 1]!);
    maxY = Math.max(maxY, places[at + 1]!);
  }
  return [minX, minY, maxX, maxY];
}

/** The side of a pixel in the middle of a picture, in units of the other system. */
export function pixelSide(mesh: Mesh, { width, height }: RasterView): number {
  const [x, y] = [Math.max(0, width / 2 - 1), Math.max(0, height / 2 - 1)];
  const [x0, y0] = placeIn(mesh, x, y);
  const [x1, y1] = placeIn(mesh, x + 1, y);
  return Math.hypot(x1 - x0, y1 - y0);
}

/** A level of a raster: its cells, and the tiles that they are stored in. */
interface RasterLevel {
  readonly width: number;
  readonly height: number;
  readonly tileWidth: number;
  readonly tileHeight: number;
  /** Units of the raster's system; rows run southwards. */
  readonly cellX: number;
  readonly cellY: number;
}

/** A raster on the ground: levels from the finest to the coarsest, with their common upper left corner. */
export interface RasterGrid {
  readonly west: number;
  readonly north: number;
  readonly levels: readonly RasterLevel[];
}

/** The coarsest level whose cells are no larger than a pixel, or the finest. */
export function levelFor({ levels }: RasterGrid, side: number): number {
  const found = levels.findLastIndex(({ cellX, cellY }) => Math.max(cellX, cellY) <= side * 1.001);
  return Math.max(0, found);
}

const first = (at: number, tile: number): number => Math.max(0, Math.floor(at / tile));
const last = (at: number, tile: number, most: number): number =>
  Math.min(Math.ceil(most / tile) - 1, Math.floor(at / tile));

/** Tiles of a level that touch bounds, row by row; none where it lies elsewhere. */
export function tilesWithin(
  { west, north, levels }: RasterGrid,
  level: number,
  [minX, minY, maxX, maxY]: readonly [number, number, number, number],
): readonly (readonly [column: number, row: number])[] {
  const { width, height, tileWidth, tileHeight, cellX, cellY } = levels[level]!;
  const tiles: [number, number][] = [];
  const [left, right] = [(minX - west) / cellX, (maxX - west) / cellX];
  const [top, bottom] = [(north - maxY) / cellY, (north - minY) / cellY];
  for (let row = first(top, tileHeight); row <= last(bottom, tileHeight, height); row += 1)
    for (let column = first(left, tileWidth); column <= last(right, tileWidth, width); column += 1)
      tiles.push([column, row]);
  return tiles;
}

/** Values of a tile, row by row. */
export type Samples = Exclude<ArrayBufferView, DataView | BigInt64Array | BigUint64Array> &
  ArrayLike<number>;

/** The tiles of a level that were read, by column and row. */
export interface ReadLevel {
  readonly grid: RasterGrid;
  readonly level: number;
  readonly tileAt: (column: number, row: number) => Samples | undefined;
  /** The value that stands for none, beside NaN. */
  readonly none: number | undefined;
}

/** Corners of a cell of the mesh in turn: x and y of the upper left, upper right, lower left and lower right one. */
type Corners = readonly [number, number, number, number, number, number, number, number];

function cornersOf({ columns, places }: Mesh, column: number, row: number): Corners {
  const upper = (row * columns + column) * 2;
  const lower = upper + columns * 2;
  const at = (n: number): readonly [number, number] => [places[n]!, places[n + 1]!];
  return [...at(upper), ...at(upper + 2), ...at(lower), ...at(lower + 2)];
}

/** Whether a raster may have something within corners. */
function isNear({ west, north, levels }: RasterGrid, corners: Corners): boolean {
  const [x0, y0, x1, y1, x2, y2, x3, y3] = corners;
  const { width, height, cellX, cellY } = levels[0]!;
  return (
    Math.max(x0, x1, x2, x3) >= west &&
    Math.min(x0, x1, x2, x3) <= west + width * cellX &&
    Math.max(y0, y1, y2, y3) >= north - height * cellY &&
    Math.min(y0, y1, y2, y3) <= north
  );
}

/** A part of a picture: what lies in one cell of the mesh. */
interface Part {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly corners: Corners;
}

/** Paints a part of the picture; returns whether anything was painted. */
function paintPart(
  pixels: Uint32Array,
  width: number,
  { left, top, right, bottom, corners }: Part,
  { grid, level, tileAt, none }: ReadLevel,
  colorOf: (value: number) => number,
): boolean {
  const { west, north } = grid;
  const { tileWidth, tileHeight, cellX, cellY, ...size } = grid.levels[level]!;
  const [x0, y0, x1, y1, x2, y2, x3, y3] = corners;
  let isPainted = false;
  let tile: Samples | undefined;
  let [tileColumn, tileRow] = [-1, -1];
  for (let row = top; row < bottom; row += 1) {
    // Within a cell of the mesh a row is a straight line.
    const v = (row + 0.5 - top) / STEP;
    const [x, y] = [x0 + (x2 - x0) * v, y0 + (y2 - y0) * v];
    const [dx, dy] = [(x1 + (x3 - x1) * v - x) / STEP, (y1 + (y3 - y1) * v - y) / STEP];
    for (let column = left; column < right; column += 1) {
      const along = column + 0.5 - left;
      const i = Math.floor((x + dx * along - west) / cellX);
      const j = Math.floor((north - y - dy * along) / cellY);
      if (i < 0 || j < 0 || i >= size.width || j >= size.height) continue;
      const [across, down] = [Math.floor(i / tileWidth), Math.floor(j / tileHeight)];
      // The next pixel is mostly in the same tile.
      if (across !== tileColumn || down !== tileRow) tile = tileAt(across, down);
      tileColumn = across;
      tileRow = down;
      const value = tile?.[(j % tileHeight) * tileWidth + (i % tileWidth)];
      if (value === undefined || Number.isNaN(value) || value === none) continue;
      pixels[row * width + column] = colorOf(value);
      isPainted = true;
    }
  }
  return isPainted;
}

/**
 * Paints what rasters have at the pixels' middles: `colorOf` gives packed RGBA, as an `Uint32Array` over image data
 * has it. Returns whether anything was painted.
 */
export function paintPixels(
  pixels: Uint32Array,
  { width, height }: Pick<RasterView, "width" | "height">,
  mesh: Mesh,
  levels: readonly ReadLevel[],
  colorOf: (value: number) => number,
): boolean {
  let isPainted = false;
  for (let row = 0; row < mesh.rows - 1; row += 1)
    for (let column = 0; column < mesh.columns - 1; column += 1) {
      const corners = cornersOf(mesh, column, row);
      const [left, top] = [column * STEP, row * STEP];
      const [right, bottom] = [Math.min(left + STEP, width), Math.min(top + STEP, height)];
      const part = { left, top, right, bottom, corners };
      for (const of of levels)
        if (isNear(of.grid, corners) && paintPart(pixels, width, part, of, colorOf))
          isPainted = true;
    }
  return isPainted;
}
