import { expect, test } from "vitest";
import type { NodePoints } from "../points/decode-node.ts";
import { flatTree } from "../testing/tree.ts";
import { CensusTaker, usualRange } from "./census.ts";

test("the usual range leaves out the outermost hundredth on either side, and what is no number", () => {
  const values = Array.from({ length: 101 }, (_, at) => at);
  expect(usualRange([-9_999, ...values, Number.NaN])).toEqual([0, 99]);
  expect(usualRange([])).toBeUndefined();
});

const pointsOf = (classes: number[], lines: number[], heights: number[]): NodePoints => ({
  count: classes.length,
  places: Float32Array.from(heights.flatMap((height) => [0, 0, height])),
  intensity: new Uint16Array(classes.length),
  classes: Uint8Array.from(classes),
  returns: new Uint8Array(classes.length),
  lines: Uint16Array.from(lines),
  colors: undefined,
  times: undefined,
});

test("classes and lines add up as nodes come in, and the range of heights stays as it was first", () => {
  const taker = new CensusTaker();
  const root = flatTree(1);
  const first = { file: 0, node: root, points: pointsOf([2, 6], [4, 4], [10, 20]) };
  const census = taker.take([first]);
  expect(census).toMatchObject({ classes: [2, 6], lines: [4], heights: [10, 20] });
  expect(taker.take([first])).toBe(census);
  const second = { file: 1, node: root, points: pointsOf([7], [3], [-500]) };
  expect(taker.take([first, second])).toMatchObject({
    classes: [2, 6, 7],
    lines: [3, 4],
    heights: [10, 20],
  });
});
