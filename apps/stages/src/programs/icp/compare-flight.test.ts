import { StripGrid, type StripSurface, stripSurface } from "@swath/pointcloud/strips";
import { expect, test } from "vitest";
import { compareFlight } from "./compare-flight.ts";

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

/** Surfaces of points each `step` m in cells of some sides; the sides that were looked at. */
function parts(cells: readonly number[], step: number) {
  const asked: number[] = [];
  const of = (cell: number) => {
    asked.push(cell);
    return surfaces(cell, 40, step);
  };
  return { parts: { cells, surfaces: of }, asked };
}

test("the size of cells that finds most counts, the smallest of those that find as many", () => {
  const { parts: given, asked } = parts([1, 2, 4], 4);
  const found = compareFlight(given, 1);
  // Points each 4 m: 100 cells of any side.
  expect(asked).toEqual([1, 2, 4]);
  expect(found.cell).toBe(1);
  expect(found.pairs).toMatchObject([{ cells: 100 }]);
  expect(found.surfaces.get("1")!.height(0, 0)).toBe(100);
});

test("cells that are enough are not made larger", () => {
  const { parts: given, asked } = parts([1, 2, 4], 1);
  expect(compareFlight(given, 1).cell).toBe(1);
  expect(asked).toEqual([1]);
});

test("without a part there is nothing to compare", () => {
  const { pairs, cell } = compareFlight({ cells: [], surfaces: () => new Map() }, 2);
  expect([pairs, cell]).toEqual([[], 2]);
});
