import { expect, test } from "vitest";
import { degreeLabel, gridStep } from "./graticule.ts";

test.each([
  [0.1, 20],
  [0.01, 2],
  [0.001, 0.2],
  [1, 30],
  [0.000_001, 0.001],
])("at %d° a pixel the grid has a line each %d°", (degreesPerPixel, step) => {
  expect(gridStep(degreesPerPixel)).toBe(step);
});

test.each([
  [-30, "latitude", "30°S"],
  [0, "latitude", "0°"],
  [133.5, "longitude", "133.5°E"],
  [-0.2, "longitude", "0.2°W"],
  [180, "longitude", "180°"],
  [190, "longitude", "170°W"],
  [-200, "longitude", "160°E"],
] as const)("%d of %s is written %s", (degrees, axis, text) => {
  expect(degreeLabel(degrees, axis)).toBe(text);
});
