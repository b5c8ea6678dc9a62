import { expect, test } from "vitest";
import { type GeoidGrid, geoidHeight } from "./geoid-grid.ts";

/** Three by three nodes of half a degree, whose heights rise eastward by 1 m and southward by 10 m a node. */
const GRID: GeoidGrid = {
  west: 10,
  north: 50,
  stepX: 0.5,
  stepY: 0.5,
  columns: 3,
  rows: 3,
  heights: Float32Array.of(0, 1, 2, 10, 11, 12, 20, 21, 22),
};

test.each([
  ["a node", 10.5, 49.5, 11],
  ["the middle of four", 10.25, 49.75, 5.5],
  ["the western and northern edge", 10, 50, 0],
  ["the eastern and southern edge", 11, 49, 22],
  ["a longitude that is counted from another turn", 10.25 - 360, 49.75, 5.5],
])("the height at %s is that between its nodes", (_, longitude, latitude, height) => {
  expect(geoidHeight(GRID, longitude, latitude)).toBeCloseTo(height, 9);
});

test.each([
  ["west", 9.999, 49.5],
  ["east", 11.001, 49.5],
  ["north", 10.5, 50.001],
  ["south", 10.5, 48.999],
  ["nowhere", Number.NaN, 49.5],
])("a place outside (%s) has no height", (_, longitude, latitude) => {
  expect(geoidHeight(GRID, longitude, latitude)).toBeNaN();
});

test("nodes without a height count for nothing, and a place among them has none", () => {
  const heights = GRID.heights.slice();
  heights[1] = Number.NaN;
  expect(geoidHeight({ ...GRID, heights }, 10.25, 49.75)).toBeCloseTo(7, 6);
  const none = { ...GRID, heights: new Float32Array(9).fill(Number.NaN) };
  expect(geoidHeight(none, 10.25, 49.75)).toBeNaN();
});

test("a grid beyond the 180th meridian has the places of both counts", () => {
  const beyond = { ...GRID, west: 179.5, north: -40 };
  for (const longitude of [180.25, -179.75])
    expect(geoidHeight(beyond, longitude, -40.25)).toBeCloseTo(6.5, 9);
});
