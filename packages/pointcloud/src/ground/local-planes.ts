import type { CellField, Planes } from "./cell-field.ts";
import { PlaneFit } from "../raster/plane-fit.ts";

/** Fewest points of a plane. */
const FEWEST = 5;

/**
 * A plane for every cell that keeps edges: of the windows of 3 by 3 cells that hold a cell, the one whose
 * points lie closest to their plane, the cell's own among them (as Nagao & Matsuyama 1979 smooth
 * pictures). Where points are sparse windows have 5 by 5 cells.
 */
export function localPlanes(field: CellField): Planes {
  const windows = windowPlanes(field);
  const planes = emptyPlanes(field.z.length);
  const { width, height, z } = field;
  for (let row = 0, at = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1, at += 1)
      if (!Number.isNaN(z[at]!)) takeBest(field, windows, planes, column, row);
  return planes;
}

const emptyPlanes = (cells: number): Planes => ({
  h: new Float32Array(cells).fill(Number.NaN),
  gx: new Float32Array(cells),
  gy: new Float32Array(cells),
  rms: new Float32Array(cells),
});

/** Planes through the windows around each cell; heights are at the middle of the cell. */
function windowPlanes(field: CellField): Planes {
  const planes = emptyPlanes(field.z.length);
  const fit = new PlaneFit();
  for (let row = 0, at = 0; row < field.height; row += 1)
    for (let column = 0; column < field.width; column += 1, at += 1) {
      gather(field, fit, column, row, 1);
      if (fit.count < FEWEST && fit.count > 0) gather(field, fit, column, row, 2);
      if (fit.count < FEWEST || !fit.solve()) continue;
      planes.h[at] = fit.h;
      planes.gx[at] = fit.gx;
      planes.gy[at] = fit.gy;
      planes.rms[at] = fit.rms;
    }
  return planes;
}

/** Points up to `reach` cells to each side, as offsets from the middle of a cell. */
function gather(field: CellField, fit: PlaneFit, column: number, row: number, reach: number): void {
  const { width, height, cell, x, y, z } = field;
  const [middleX, middleY] = [(column + 0.5) * cell, (row + 0.5) * cell];
  fit.clear();
  const last = Math.min(width - 1, column + reach);
  for (let r = Math.max(0, row - reach); r <= Math.min(height - 1, row + reach); r += 1)
    for (let at = r * width + Math.max(0, column - reach); at <= r * width + last; at += 1)
      if (!Number.isNaN(z[at]!)) fit.add(x[at]! - middleX, y[at]! - middleY, z[at]!);
}

function takeBest(
  { width, height, cell, x, y, z }: CellField,
  windows: Planes,
  planes: Planes,
  column: number,
  row: number,
): void {
  const at = row * width + column;
  let least = Infinity;
  for (let r = Math.max(0, row - 1); r <= Math.min(height - 1, row + 1); r += 1)
    for (let c = Math.max(0, column - 1); c <= Math.min(width - 1, column + 1); c += 1) {
      const of = r * width + c;
      const [gx, gy] = [windows.gx[of]!, windows.gy[of]!];
      const [dx, dy] = [x[at]! - (c + 0.5) * cell, y[at]! - (r + 0.5) * cell];
      const h = windows.h[of]! + gx * dx + gy * dy;
      const scatter = (windows.rms[of]! + Math.abs(z[at]! - h)) / Math.sqrt(1 + gx * gx + gy * gy);
      if (!(scatter < least)) continue;
      least = scatter;
      planes.h[at] = h;
      planes.gx[at] = gx;
      planes.gy[at] = gy;
      planes.rms[at] = scatter;
    }
}

/** By the side of a cell, if that is over 1 m: sparse points follow the ground less closely. */
const MOST_TOLERANCE = 0.35;
const LEAST_TOLERANCE = 0.1;
/** The tolerance in scatters of the best third. */
const TIMES = 5.5;

/**
 * How far points of one surface may lie from it, m: by the scatter that a third of the cells stay under,
 * which is the sensor's wherever as much of a scene is smooth.
 */
export function smoothTolerance({ h, rms }: Planes, cell: number): number {
  const counts = new Uint32Array(5_000);
  let all = 0;
  for (let at = 0; at < h.length; at += 1) {
    if (Number.isNaN(h[at]!)) continue;
    counts[Math.min(counts.length - 1, Math.floor(rms[at]! * 1000))]! += 1;
    all += 1;
  }
  let third = 0;
  for (let seen = 0; third < counts.length; third += 1) {
    seen += counts[third]!;
    if (seen * 3 >= all) break;
  }
  return Math.min(
    MOST_TOLERANCE * Math.max(1, cell),
    Math.max(LEAST_TOLERANCE, (TIMES * third) / 1000),
  );
}
