import type { Raster } from "../raster/raster.ts";
import { type Color, type ColorClass, classColor, COVERED } from "./colors.ts";
import { LINE_HEIGHT, Picture, type Pixels, textWidth } from "./picture.ts";

const MARGIN = 14;
const NARROWEST = 420;
/** Between the scale bar and the legend. */
const GAP = 4;
/** Pixels of a cell at most: a few cells make no wall. */
const MOST_ZOOM = 8;

/** Place of a map in a picture: pixels of a position of the coordinate system. */
export interface MapFrame {
  readonly picture: Picture;
  readonly x: (x: number) => number;
  readonly y: (y: number) => number;
}

export interface MapOptions {
  readonly title: string;
  readonly classes?: readonly ColorClass[];
  /** Colour of a value, at most 254 different ones. */
  readonly color: (value: number) => Color | undefined;
  /** Longest side of the map, px. */
  readonly size: number;
  /** Length of the coordinate system's unit, m, for the scale bar. */
  readonly unit?: number;
  /** Cells without a value that something else covers are grey; the legend's words for them. */
  readonly covered?: { readonly label: string; readonly at: (at: number) => boolean };
}

/** A raster as a map with title, legend and scale bar; cells that share a pixel by their mean. */
export function mapPicture(raster: Raster, options: MapOptions): MapFrame {
  const zoom = Math.min(options.size / Math.max(raster.width, raster.height), MOST_ZOOM);
  const width = Math.max(8, Math.round(raster.width * zoom));
  const height = Math.max(8, Math.round(raster.height * zoom));
  const wide = Math.max(width, NARROWEST);
  const top = MARGIN * 2 + LINE_HEIGHT;
  const { title, classes = [], covered } = options;
  const entries =
    covered === undefined ? classes : [...classes, { color: COVERED, label: covered.label }];
  const legend = legendRows(entries, wide);
  const below = MARGIN * 2 + LINE_HEIGHT * (legend.length + 1) + GAP;
  const picture = new Picture(
    Math.max(wide, textWidth(title)) + 2 * MARGIN,
    top + height + below,
    title,
  );
  picture.text(MARGIN, MARGIN + LINE_HEIGHT - 5, title, { bold: true });
  picture.raster({ left: MARGIN, top, width, height }, pixelsOf(raster, width, height, options));
  picture.frame(MARGIN - 1, top - 1, width + 2, height + 2, "grey");
  const pixel = (raster.width * raster.cell) / width;
  let base = top + height + MARGIN + 12;
  drawScaleBar(picture, base, pixel * (options.unit ?? 1), width);
  drawNorth(picture, MARGIN + wide - 12, base);
  base += GAP;
  for (const row of legend) drawLegend(picture, (base += LINE_HEIGHT), row);
  picture.frame(0, 0, picture.width, picture.height, "grey");
  return {
    picture,
    x: (x) => MARGIN + (x - raster.west) / pixel,
    y: (place) => top + (raster.north - place) / pixel,
  };
}

const CLEAR = 0;
const GREY = 1;
const bytesOf = ([red, green, blue, opaque = 1]: Color) =>
  [red, green, blue, Math.round(opaque * 255)] as const;

/** A raster's own cells, or fewer where the picture has fewer pixels than cells. */
function pixelsOf(raster: Raster, mostWide: number, mostHigh: number, options: MapOptions): Pixels {
  const width = Math.min(raster.width, mostWide);
  const height = Math.min(raster.height, mostHigh);
  const data = new Uint8Array(width * height);
  const palette: Pixels["palette"][number][] = [[0, 0, 0, 0], bytesOf(COVERED)];
  const numbers = new Map<string, number>();
  const numberOf = (color: Color): number => {
    const found = numbers.get(String(color));
    if (found !== undefined) return found;
    if (palette.length === 256) throw new RangeError("a map has more than 254 colours");
    numbers.set(String(color), palette.length);
    return palette.push(bytesOf(color)) - 1;
  };
  for (let y = 0; y < height; y++) {
    const rows = span(y, height, raster.height);
    for (let x = 0; x < width; x++) {
      const columns = span(x, width, raster.width);
      const color = options.color(meanOf(raster, columns, rows));
      const at = rows[0] * raster.width + columns[0];
      const without = options.covered?.at(at) === true ? GREY : CLEAR;
      data[y * width + x] = color === undefined ? without : numberOf(color);
    }
  }
  return { width, height, data, palette };
}

const span = (pixel: number, pixels: number, cells: number): [from: number, to: number] => {
  const from = Math.floor((pixel * cells) / pixels);
  return [from, Math.max(from + 1, Math.floor(((pixel + 1) * cells) / pixels))];
};

function meanOf(raster: Raster, columns: [number, number], rows: [number, number]): number {
  let [sum, n] = [0, 0];
  for (let row = rows[0]; row < rows[1]; row++)
    for (let column = columns[0]; column < columns[1]; column++) {
      const value = raster.values[row * raster.width + column]!;
      if (Number.isNaN(value)) continue;
      sum += value;
      n++;
    }
  return n === 0 ? Number.NaN : sum / n;
}

/** A bar of a round length, at most a third of the map. `pixel` is its length, m. */
function drawScaleBar(picture: Picture, base: number, pixel: number, width: number): void {
  const most = (pixel * width) / 3;
  const power = 10 ** Math.floor(Math.log10(most));
  const length = [5, 2, 1].map((times) => times * power).find((bar) => bar <= most) ?? power;
  const bar = length / pixel;
  picture.rectangle(MARGIN, base - 7, bar, 4, "ink");
  const label = length >= 1_000 ? `${length / 1_000} km` : `${Number(length.toPrecision(1))} m`;
  picture.text(MARGIN + bar + 8, base, label);
}

/** An arrow to the grid's north, which is up, and its letter. */
function drawNorth(picture: Picture, x: number, base: number): void {
  picture.line([x, base + 2, x, base - 11], "ink", 2);
  picture.line([x - 4, base - 6, x, base - 12, x + 4, base - 6], "ink", 2);
  picture.text(x - 10, base, "N", { anchor: "end" });
}

const BOX = 16;
type Entry = Pick<ColorClass, "color" | "label">;

const entryWidth = ({ label }: Entry): number => BOX + 6 + textWidth(label) + 12;

function legendRows(classes: readonly Entry[], width: number): Entry[][] {
  const rows: Entry[][] = [];
  let used = Number.POSITIVE_INFINITY;
  for (const entry of classes) {
    if (used + entryWidth(entry) > width) {
      rows.push([]);
      used = 0;
    }
    rows.at(-1)!.push(entry);
    used += entryWidth(entry);
  }
  return rows;
}

function drawLegend(picture: Picture, base: number, row: readonly Entry[]): void {
  let x = MARGIN;
  for (const entry of row) {
    picture.rectangle(x, base - 12, BOX, 14, entry.color);
    picture.frame(x, base - 12, BOX, 14, "grey");
    picture.text(x + BOX + 6, base, entry.label);
    x += entryWidth(entry);
  }
}

/** A map in classes of colour. */
export const classMap = (
  raster: Raster,
  title: string,
  classes: readonly ColorClass[],
  options: Pick<MapOptions, "size" | "unit" | "covered">,
): MapFrame =>
  mapPicture(raster, { ...options, title, classes, color: (value) => classColor(classes, value) });
