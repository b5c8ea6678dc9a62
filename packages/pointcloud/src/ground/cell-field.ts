/**
 * Lowest points of a window of cells, row by row: one point of each cell, NaN where a cell has none.
 * Lengths in m; x and y from the window's first corner.
 */
export interface CellField {
  readonly width: number;
  readonly height: number;
  readonly cell: number;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly z: Float32Array;
  /** Last returns in the cell, up to 127. */
  readonly count: Uint8Array;
  /** 1 where the pulse of the point has several returns. */
  readonly multiple: Uint8Array;
}

/** A plane through the surroundings of each cell's point: its height there, and its rise by run. */
export interface Planes {
  /** Height at the cell's point, NaN where there is no plane. */
  readonly h: Float32Array;
  readonly gx: Float32Array;
  readonly gy: Float32Array;
  /** How far the points scatter about it, m. */
  readonly rms: Float32Array;
}

/** Height of the plane of a cell at a place, m. */
export const heightAt = (
  { x, y }: CellField,
  { h, gx, gy }: Planes,
  cell: number,
  atX: number,
  atY: number,
): number => h[cell]! + gx[cell]! * (atX - x[cell]!) + gy[cell]! * (atY - y[cell]!);

/** By how much a height over the plane of a cell is more than the distance from it. */
export const cosineOf = ({ gx, gy }: Planes, cell: number): number =>
  1 / Math.sqrt(1 + gx[cell]! ** 2 + gy[cell]! ** 2);

/** Steps to a cell's neighbours: side by side, then across corners. */
export const AROUND: readonly (readonly [dx: number, dy: number])[] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
  [1, 1],
  [-1, 1],
  [-1, -1],
  [1, -1],
];
