import type { Raster } from "../../packages/pointcloud/src/raster/index.ts";

/** A small survey of the demonstration: hills, three lines with side lap; nothing of it was flown. */
const WIDTH = 300;
const HEIGHT = 190;
const CELL = 4;
const LINES = [30, 95, 160] as const;
const HALF = 42;

type Place = (column: number, row: number) => number;

export const survey = {
  width: WIDTH,
  height: HEIGHT,
  cell: CELL,
  west: 400_000,
  north: 7_500_000,
} as const;

const raster = (value: Place): Raster => ({
  ...survey,
  values: Float32Array.from({ length: WIDTH * HEIGHT }, (_, at) =>
    value(at % WIDTH, Math.floor(at / WIDTH)),
  ),
});

/** The same number for the same cell, from -1 to 1. */
function noise(column: number, row: number): number {
  const mixed = Math.imul(column * 374_761_393 + row * 668_265_263, 1_274_126_177);
  return (((mixed ^ (mixed >>> 13)) >>> 0) % 20_001) / 10_000 - 1;
}

/** The lines that saw a row, by their numbers. */
export const linesAt = (row: number): readonly number[] =>
  LINES.flatMap((middle, line) => (Math.abs(row - middle) <= HALF ? [line] : []));

const outline = (column: number, row: number): boolean =>
  column > 6 + 5 * Math.sin(row / 17) && column < WIDTH - 8 - 6 * Math.sin(row / 23 + 1);

/** Differences where two lines overlap, m: `roll` tilts each strip, in m at its edge. */
export const stripDifferences = (
  roll: number,
): { raster: Raster; covered: (at: number) => boolean } => ({
  raster: raster((column, row) => {
    const over = linesAt(row);
    if (over.length < 2 || !outline(column, row)) return Number.NaN;
    const [a = 0, b = 0] = over.map((line) => LINES[line]!);
    const tilt = ((row - a) / HALF - (row - b) / HALF) * roll * (0.7 + 0.3 * Math.sin(column / 40));
    return tilt * ((row - (a + b) / 2) / 12) + 0.012 * noise(column, row) + 0.3 * roll;
  }),
  covered: (at) => {
    const row = Math.floor(at / WIDTH);
    return linesAt(row).length > 0 && outline(at % WIDTH, row);
  },
});

/** Whether a cell is where the second line has a part without points. */
export function gapAt(cell: number): boolean {
  const [column, row] = [cell % WIDTH, Math.floor(cell / WIDTH)];
  return column > 150 && column < 205 && Math.abs(row - 95) < 22;
}

/** Last returns a square metre; `gap`: whether a part of the second line is without points. */
export const density = (gap: boolean): Raster =>
  raster((column, row) => {
    const over = linesAt(row);
    if (over.length === 0 || !outline(column, row)) return Number.NaN;
    return gap && gapAt(row * WIDTH + column)
      ? 0.2 + 0.2 * Math.abs(noise(column, row))
      : over.length * (3.4 + 0.5 * noise(column, row));
  });

const height: Place = (column, row) =>
  18 * Math.sin(column / 31) * Math.cos(row / 27) +
  9 * Math.sin((column + row) / 13) +
  0.02 * column;

/** Shades of the terrain, lit from the north-west; `rough`: heights with errors between strips. */
export const relief = (rough: number): Raster =>
  raster((column, row) => {
    if (linesAt(row).length === 0 || !outline(column, row)) return Number.NaN;
    const at: Place = (x, y) =>
      height(x, y) + rough * (linesAt(y).length > 1 ? noise(x, y) : 0.3 * noise(x, y));
    const dx = (at(column + 1, row) - at(column - 1, row)) / (2 * CELL);
    const dy = (at(column, row + 1) - at(column, row - 1)) / (2 * CELL);
    const light = (1 + dx * 0.7 + dy * 0.7) / Math.hypot(1, dx, dy);
    return Math.max(1, Math.min(255, 140 * light));
  });
