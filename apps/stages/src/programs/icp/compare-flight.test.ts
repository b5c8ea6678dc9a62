import { StripGrid, type StripSurface, stripSurface } from "@swath/pointcloud/strips";
import { expect, test } from "vitest";
import { compareFlight } from "./icp1.ts";

/** Two lines over so many square metres, of two points each `step` m. */
function surfaces(cell: number, side: number, step: number): Map<string, StripSurface> {
  const lines = ["1", "2"].map((line, n): [string, StripSurface] => {
    const grid = new StripGrid(cell);
    for (let x = 0.3; x < side; x += step)
      for (let y = 0.3; y < side; y += step)
        for (const beside of [0, 0.2]) grid.add(x + beside, y, 100 + 0.05 * n);
    return [line, stripSurface(grid)];
  });
  return new Map(lines);
}

/** Surfaces by their cell as they are read; those read before, which take memory still, by how many. */
function reader(sideOf: (cell: number) => number) {
  const all: Map<string, StripSurface>[] = [];
  const asked: number[] = [];
  const read = async (cell: number) => {
    for (const { tiles } of all.flatMap((of) => [...of.values()]))
      for (const heights of tiles.values()) expect(heights).toHaveLength(0);
    asked.push(cell);
    all.push(surfaces(sideOf(cell), 40, 4));
    return all.at(-1)!;
  };
  return { read, asked };
}

test("surfaces of one size of cells are in memory at a time, and the size with most cells counts", async () => {
  const { read, asked } = reader((cell) => cell);
  const found = await compareFlight(read, 1);
  // Points each 4 m: 100 cells of 1 or 2 m, 100 of 4 m.
  expect(asked).toEqual([1, 2, 4, 1]);
  expect(found.cell).toBe(1);
  expect(found.pairs).toMatchObject([{ cells: 100 }]);
  expect(found.surfaces.get("1")!.height(0, 0)).toBe(100);
});

test("where cells had to be larger than asked for, none of their size is tried again", async () => {
  const two = reader((cell) => Math.max(2, cell));
  expect((await compareFlight(two.read, 1)).cell).toBe(2);
  expect(two.asked).toEqual([1, 4, 2]);
  const eight = reader(() => 8);
  expect((await compareFlight(eight.read, 1)).cell).toBe(8);
  expect(eight.asked).toEqual([1]);
});
