import fc from "fast-check";
import { expect, test } from "vitest";
import { CrowdedBoxes } from "./crowded-boxes.ts";
import { LowestPoints } from "./lowest-points.ts";
import { dropLowOutliers } from "./low-outliers.ts";
import { PlaneFit } from "../raster/plane-fit.ts";

test("a plane through points on one is that plane, wherever they are; a line of points has none", () => {
  const value = fc.integer({ min: -40, max: 40 });
  fc.assert(
    fc.property(value, value, value, (a, b, c) => {
      const fit = new PlaneFit();
      for (const [x, y] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
        [2, 1],
      ] as const)
        fit.add(x, y, c + (a * x + b * y) / 10);
      expect(fit.solve()).toBe(true);
      for (const [is, should] of [
        [fit.h, c],
        [fit.gx, a / 10],
        [fit.gy, b / 10],
        [fit.rms, 0],
      ] as const)
        expect(is).toBeCloseTo(should, 4);
      fit.clear();
      for (let x = 0; x < 5; x += 1) fit.add(x, 2 * x, x);
      expect(fit.solve()).toBe(false);
    }),
    { numRuns: 50 },
  );
});

test("a window holds the lowest point of each cell, where it is, and how many there were", () => {
  const lowest = new LowestPoints(2, 100, 200);
  lowest.add(103.5, 201, 7, false);
  lowest.add(102.5, 201.5, 5, true);
  lowest.add(103, 201, 6, false);
  const field = lowest.read({ column: 0, row: 0, width: 3, height: 1 });
  expect([...field.z]).toEqual([Number.NaN, 5, Number.NaN]);
  expect([...field.count]).toEqual([0, 3, 0]);
  expect([...field.multiple]).toEqual([0, 1, 0]);
  expect(Math.abs(field.x[1]! - 2.5)).toBeLessThan(0.01);
  expect(Math.abs(field.y[1]! - 1.5)).toBeLessThan(0.01);
  expect(lowest.pointsOfCell).toBe(3);
});

/** A field of one point in the middle of each cell. */
function fieldOf(size: number, height: (column: number, row: number) => number) {
  const lowest = new LowestPoints(1, 0, 0);
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1)
      lowest.add(column + 0.5, row + 0.5, height(column, row), false);
  return lowest.read({ column: 0, row: 0, width: size, height: size });
}

/** How many cells lose their point. */
function gone(height: (column: number, row: number) => number): number {
  const field = fieldOf(21, height);
  dropLowOutliers(field);
  return field.z.filter((z) => Number.isNaN(z)).length;
}

test("low outliers go, whatever the slope; a trench, a gully and a hit between shrubs stay", () => {
  for (const rise of [0, 0.5, 1.5]) {
    expect(gone((column) => rise * column)).toBe(0);
    expect(gone((column, row) => rise * column - (column === 10 && row === 9 ? 2 : 0))).toBe(1);
  }
  expect(gone((column) => (column === 10 ? -3 : 0))).toBe(0);
  expect(gone((column, row) => Math.abs(column - row))).toBe(0);
  expect(gone((column, row) => (column % 4 === 0 && row % 4 === 0 ? 0 : 5))).toBe(0);
});

test("a point is alone where none but one is in the boxes around, and not in a crowd", () => {
  const boxes = new CrowdedBoxes();
  boxes.add(10, 10, 100);
  expect(boxes.isAlone(10, 10, 100)).toBe(true);
  boxes.add(12, 10, 103);
  expect(boxes.isAlone(10, 10, 100)).toBe(true);
  boxes.add(13, 13, 104);
  expect(boxes.isAlone(10, 10, 100)).toBe(false);
  boxes.add(10, 10, -60);
  expect(boxes.isAlone(10, 10, -60)).toBe(true);
});
