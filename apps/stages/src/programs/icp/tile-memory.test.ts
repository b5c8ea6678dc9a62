import { StripGrid } from "@swath/pointcloud/strips";
import { expect, test } from "vitest";
import { TILE_BYTES, TileMemory } from "./strip-surfaces.ts";

/** A grid with points in so many tiles; whether they fit. */
function fill(memory: TileMemory, tiles: number) {
  const grid = new StripGrid(1, memory.zeros);
  let fits = true;
  for (let n = 0; fits && n < tiles; n++) fits = grid.add(64 * n + 5.5, 7.5, 3);
  return { grid, fits };
}

test("grids share memory up to its end, and what others leave is theirs", () => {
  const memory = new TileMemory(10 * TILE_BYTES);
  const first = fill(memory, 6);
  expect(first.fits).toBe(true);
  expect(fill(memory, 5)).toMatchObject({ fits: false, grid: { tiles: { size: 4 } } });
  memory.leave(first.grid);
  const again = fill(memory, 7);
  expect(again).toMatchObject({ fits: false, grid: { tiles: { size: 6 } } });
  for (const { sums } of again.grid.tiles.values())
    expect(sums.reduce((most, each) => Math.max(most, each), 0)).toBe(1);
});

test("surfaces take of the same memory, of which grids have what they had at most", () => {
  const memory = new TileMemory(10 * TILE_BYTES);
  memory.leave(fill(memory, 4).grid, 3 * TILE_BYTES);
  const { grid, fits } = fill(memory, 7);
  expect(fits).toBe(true);
  expect(fill(memory, 1).fits).toBe(false);
  memory.leave(grid, 1);
  expect(fill(memory, 1).fits).toBe(false);
});
