import { expect, test } from "vitest";
import { newCanvas, paintNode, pointSizes } from "./paint-node.ts";

const VIEW = { x: 102, y: 202, scale: 1 };
const painted = (places: number[], colors: number[], size = 1) => {
  const canvas = newCanvas(4, 4, new Uint32Array(16));
  const node = { min: [100, 200, 50] } as const;
  const points = { count: colors.length, places: Float32Array.from(places) };
  paintNode(canvas, VIEW, { node, points, colors: Uint32Array.from(colors) }, size);
  return [0, 4, 8, 12].map((row) => [...canvas.pixels.subarray(row, row + 4)].join(""));
};

test("north is up, and the highest point of a pixel is seen", () => {
  expect(painted([0.5, 0.5, 0, 3.5, 3.5, 0, 0.5, 0.5, 2, 0.5, 0.5, 1], [1, 2, 3, 4])).toEqual([
    "0002",
    "0000",
    "0000",
    "3000",
  ]);
});

test("what has no colour is left out, and what lies outside is not painted", () => {
  expect(painted([1.5, 1.5, 0, -3, 1, 0, 9, 9, 0], [0, 1, 1])).toEqual([
    "0000",
    "0000",
    "0000",
    "0000",
  ]);
});

test("larger points are cut at the edge", () => {
  expect(painted([0.5, 3.5, 0], [7], 3)).toEqual(["7700", "7700", "0000", "0000"]);
});

test("points of a file fill the gaps between those of its finest node, within bounds", () => {
  const nodes = [8, 4].map((spacing) => ({ file: 1, node: { spacing } }));
  expect([1, 1.5, 100, 0.01].map((scale) => pointSizes(nodes, scale)(1))).toEqual([4, 3, 1, 4]);
  expect(pointSizes(nodes, 1)(2)).toBe(1);
});
