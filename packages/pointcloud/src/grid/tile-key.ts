/** Tiles lie at most this far from the origin: their two numbers share one key. */
const HALF = 2 ** 25;
const SPAN = 2 ** 26;

/** The number of a tile, or of a cell, by its column and row. */
export const tileKey = (column: number, row: number): number => (row + HALF) * SPAN + column + HALF;

/** Column and row by the number. */
export const tileAt = (key: number): { readonly column: number; readonly row: number } => ({
  column: (key % SPAN) - HALF,
  row: Math.floor(key / SPAN) - HALF,
});
