import { DatabaseSync } from "node:sqlite";
import type { PlaceGroup } from "@swath/contract/processing";
import { type Color, mapPicture, type Picture } from "@swath/pointcloud/picture";
import {
  cellAt,
  type Contour,
  emptyRaster,
  type Extent,
  type Raster,
  rasterShape,
} from "@swath/pointcloud/raster";
import { decode, encode } from "fast-png";
import { readFile, writeFile } from "node:fs/promises";
import type { MetricScale } from "../../coordinates/cloud-system.ts";
import type { IndexFile } from "../../points/index-file.ts";
import { boundsOf, geopackage } from "@swath/survey/geopackage";
import { withWkt } from "../../coordinates/cloud-system.ts";

/** Longest side of a tile's own relief, and of all tiles' together, pixels. */
const TILE_PIXELS = 500;
const MOST_PIXELS = 1_800;

/** The keyword of a tile's share of empty cells, %, in its picture. */
const EMPTY = "emptyCells";

/**
 * Writes the relief of a tile as a grey picture without a frame, a piece of the flight's, with the share
 * of its cells that are empty, %.
 */
export async function writeRelief(path: string, relief: Raster, empty: number): Promise<void> {
  const times = Math.ceil(Math.max(relief.width, relief.height) / TILE_PIXELS);
  const [width, height] = [Math.ceil(relief.width / times), Math.ceil(relief.height / times)];
  const data = Uint8Array.from({ length: width * height }, (_, at) => {
    const [left, top] = [(at % width) * times, Math.floor(at / width) * times];
    let [sum, n] = [0, 0];
    for (let row = top; row < Math.min(top + times, relief.height); row++)
      for (let column = left; column < Math.min(left + times, relief.width); column++) {
        const light = relief.values[row * relief.width + column]!;
        if (Number.isNaN(light)) continue;
        sum += light;
        n++;
      }
    return n === 0 ? 0 : Math.round(sum / n);
  });
  const text = { [EMPTY]: String(empty) };
  await writeFile(path, encode({ width, height, data, text, channels: 1, depth: 8 }));
}

interface Piece {
  readonly name: string;
  readonly path: string;
  readonly extent: Extent;
}

/** The reliefs of all tiles as one raster of shades, 1 to 255, and what share of each is empty, %. */
export async function joinReliefs(
  pieces: readonly Piece[],
): Promise<{ relief: Raster; empty: Map<Piece, number> }> {
  const extent = pieces.reduce<Extent>(
    (all, { extent: each }) => ({
      minX: Math.min(all.minX, each.minX),
      minY: Math.min(all.minY, each.minY),
      maxX: Math.max(all.maxX, each.maxX),
      maxY: Math.max(all.maxY, each.maxY),
    }),
    { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity },
  );
  const side = Math.max(extent.maxX - extent.minX, extent.maxY - extent.minY);
  const finest = Math.max(...pieces.map(({ extent: { minX, maxX } }) => maxX - minX)) / TILE_PIXELS;
  const joined = emptyRaster(rasterShape(extent, Math.max(finest, side / MOST_PIXELS)));
  const empty = new Map<Piece, number>();
  for (const piece of pieces) empty.set(piece, await drawPiece(joined, piece));
  return { relief: joined, empty };
}

/** Draws a piece, and tells what share of it is empty. */
async function drawPiece(joined: Raster, { path, extent }: Piece): Promise<number> {
  const { width, height, data, text } = decode(await readFile(path));
  const [across, down] = [extent.maxX - extent.minX, extent.maxY - extent.minY];
  for (let row = 0; row < joined.height; row++) {
    const y = joined.north - (row + 0.5) * joined.cell;
    const from = Math.floor(((extent.maxY - y) / down) * height);
    if (from < 0 || from >= height) continue;
    for (let column = 0; column < joined.width; column++) {
      const x = joined.west + (column + 0.5) * joined.cell;
      const of = Math.floor(((x - extent.minX) / across) * width);
      if (of < 0 || of >= width || data[from * width + of] === 0) continue;
      joined.values[cellAt(joined, x, y)] = data[from * width + of]!;
    }
  }
  return Number(text[EMPTY] ?? Number.NaN);
}

/** The tiles with their shares of empty cells; `scale`: metres in a unit. */
export function tilePlaces(empty: ReadonlyMap<Piece, number>, scale: MetricScale): PlaceGroup {
  const places = [...empty].flatMap(
    ([
      {
        name,
        extent: { minX, minY, maxX },
      },
      emptyCells,
    ]) => {
      const squares: [number, number][] = [[minX * scale.x, minY * scale.y]];
      const side = (maxX - minX) * scale.x;
      return Number.isFinite(emptyCells)
        ? [{ name: `Tile ${name}`, values: { emptyCells }, side, squares }]
        : [];
    },
  );
  const figures = { emptyCells: { label: "Surveyed cells without terrain", unit: "%" } };
  return { title: "Tiles", figures, places };
}

/** Steps of grey that a preview has: fewer compress better, and nobody sees more. */
const GREYS = 48;

/** A preview of the relief, its contrast stretched over all but the darkest and brightest 2 %. */
export function reliefPicture(relief: Raster, size: number, unit: number): Picture {
  const lights = relief.values.filter((light) => !Number.isNaN(light)).toSorted();
  const dark = lights[Math.floor(0.02 * lights.length)] ?? 0;
  const bright = Math.max(dark + 20, lights[Math.floor(0.98 * lights.length)] ?? 255);
  const color = (light: number): Color | undefined => {
    if (Number.isNaN(light)) return undefined;
    const share = Math.min(1, Math.max(0, (light - dark) / (bright - dark)));
    const grey = 40 + Math.round(Math.round(share * GREYS) * (205 / GREYS));
    return [grey, grey, grey];
  };
  return mapPicture(relief, { title: "Terrain, relief", color, size, unit }).picture;
}

const LINE_STRING = 2;

/** A height as it is written: to the micrometre. */
export const heightOf = ({ height }: Pick<Contour, "height">): number =>
  Math.round(height * 1e6) / 1e6;

const CONTOURS = {
  table: "contours",
  geometry: "LINESTRING",
  columns: { height: "DOUBLE NOT NULL" },
} as const;

/** Contours as a GeoPackage: one table `contours` of lines with their height. */
export function contourPackage(lines: readonly Contour[], crs: IndexFile["crs"]): Uint8Array {
  const features = lines.map((contour) => ({
    geometry: { wkb: lineString(contour.line), bounds: boundsOf(contour.line) },
    values: [heightOf(contour)],
  }));
  using database = new DatabaseSync(":memory:");
  return geopackage(database, CONTOURS, features, withWkt(crs));
}

function lineString(line: Float64Array): Uint8Array {
  const bytes = new Uint8Array(9 + line.length * 8);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, 1);
  view.setUint32(1, LINE_STRING, true);
  view.setUint32(5, line.length / 2, true);
  for (const [n, value] of line.entries()) view.setFloat64(9 + 8 * n, value, true);
  return bytes;
}
