import type { Raster } from "../raster/raster.ts";
import { type ColorClass, classColor, FAINT, GREY, INK, PAPER } from "./colors.ts";
import { type Color, Picture, textHeight, textWidth } from "./picture.ts";

const MARGIN = 14;
const SCALE = 2;

/** Where a map stands in a picture: pixels of a place of the coordinate system. */
export interface MapFrame {
  readonly picture: Picture;
  readonly x: (x: number) => number;
  readonly y: (y: number) => number;
}

export interface MapOptions {
  readonly title: string;
  readonly classes?: readonly ColorClass[];
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
  const zoom = options.size / Math.max(raster.width, raster.height);
  const width = Math.max(8, Math.round(raster.width * Math.min(zoom, 8)));
  const height = Math.max(8, Math.round(raster.height * Math.min(zoom, 8)));
  const top = MARGIN * 2 + textHeight(SCALE);
  const { classes = [], covered } = options;
  const entries =
    covered === undefined ? classes : [...classes, { color: FAINT, label: covered.label }];
  const legend = legendRows(entries, Math.max(width, 420));
  const below = MARGIN * 2 + textHeight(SCALE) * (legend.length + 1);
  const picture = new Picture(
    Math.max(width, 420, textWidth(options.title, SCALE)) + 2 * MARGIN,
    top + height + below,
    PAPER,
  );
  picture.text(MARGIN, MARGIN, options.title, INK, SCALE);
  drawCells(picture, raster, { left: MARGIN, top, width, height }, options);
  picture.frame(MARGIN - 1, top - 1, width + 2, height + 2, GREY);
  const pixel = (raster.width * raster.cell) / width;
  let y = top + height + MARGIN;
  drawScaleBar(picture, y, pixel * (options.unit ?? 1), width);
  drawNorth(picture, MARGIN + Math.max(width, 420) - 12, y);
  for (const row of legend) drawLegend(picture, (y += textHeight(SCALE) + 2), row);
  picture.frame(0, 0, picture.width, picture.height, GREY);
  return {
    picture,
    x: (x) => MARGIN + (x - raster.west) / pixel,
    y: (place) => top + (raster.north - place) / pixel,
  };
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

function drawCells(picture: Picture, raster: Raster, box: Box, options: MapOptions): void {
  for (let y = 0; y < box.height; y++) {
    const rows = span(y, box.height, raster.height);
    for (let x = 0; x < box.width; x++) {
      const columns = span(x, box.width, raster.width);
      const mean = meanOf(raster, columns, rows);
      const at = rows[0] * raster.width + columns[0];
      const color = options.color(mean) ?? (options.covered?.at(at) === true ? FAINT : undefined);
      if (color !== undefined) picture.dot(box.left + x, box.top + y, color);
    }
  }
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
function drawScaleBar(picture: Picture, y: number, pixel: number, width: number): void {
  const most = (pixel * width) / 3;
  const power = 10 ** Math.floor(Math.log10(most));
  const length = [5, 2, 1].map((times) => times * power).find((bar) => bar <= most) ?? power;
  const bar = Math.round(length / pixel);
  picture.rectangle(MARGIN, y + 6, bar, 4, INK);
  const label = length >= 1_000 ? `${length / 1_000} km` : `${Number(length.toPrecision(1))} m`;
  picture.text(MARGIN + bar + 8, y, label, INK, SCALE);
}

/** An arrow to the grid's north, which is up, and its letter. */
function drawNorth(picture: Picture, x: number, y: number): void {
  for (let row = 0; row < 9; row++) picture.rectangle(x - row / 2, y + row, row + 1, 1, INK);
  picture.rectangle(x - 1, y + 8, 2, 7, INK);
  picture.text(x - 22, y, "N", INK, SCALE);
}

const BOX = 16;
type Entry = Pick<ColorClass, "color" | "label">;

const entryWidth = ({ label }: Entry): number => BOX + 6 + textWidth(label, SCALE) + 14;

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

function drawLegend(picture: Picture, y: number, row: readonly Entry[]): void {
  let x = MARGIN;
  for (const entry of row) {
    picture.rectangle(x, y, BOX, 14, entry.color);
    picture.frame(x, y, BOX, 14, GREY);
    picture.text(x + BOX + 6, y, entry.label, INK, SCALE);
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
