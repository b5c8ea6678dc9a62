import { expect, test } from "vitest";
import { type Look, NOTHING_HIDDEN } from "../look/look.ts";
import type { LoadedNode } from "../read/shown-nodes.ts";
import { flatTree } from "../testing/tree.ts";
import { nearestDrawn } from "./nearest-drawn.ts";

const LOOK: Look = { by: "class", range: [0, 1], lines: [1], hidden: NOTHING_HIDDEN };

/** A node of points with their classes. */
function nodeOf(...points: readonly (readonly [x: number, y: number, z: number, code: number])[]) {
  const count = points.length;
  const loaded: LoadedNode = {
    file: 0,
    node: flatTree(0),
    points: {
      count,
      places: Float32Array.from(points.flatMap(([x, y, z]) => [x, y, z])),
      intensity: new Uint16Array(count),
      classes: Uint8Array.from(points, ([, , , code]) => code),
      returns: new Uint8Array(count),
      lines: new Uint16Array(count),
      colors: undefined,
      times: undefined,
    },
  };
  return loaded;
}

test("the point under the pointer is taken, of one pixel the highest", () => {
  const nodes = [nodeOf([10, 10, 5, 2], [10.25, 10.25, 9, 2]), nodeOf([12, 10, 20, 2])];
  expect(nearestDrawn(nodes, LOOK, [10, 10], 1)).toEqual({ x: 10.25, y: 10.25, z: 9 });
  expect(nearestDrawn(nodes, LOOK, [10, 10], 0.1)).toEqual({ x: 10, y: 10, z: 5 });
});

test("what is left out, or too far off, is not taken", () => {
  const nodes = [nodeOf([10, 10, 5, 2], [10, 10, 9, 6])];
  const hidden = { ...NOTHING_HIDDEN, classes: new Set([6]) };
  expect(nearestDrawn(nodes, { ...LOOK, hidden }, [10, 10], 1)?.z).toBe(5);
  expect(nearestDrawn(nodes, LOOK, [20, 10], 1)).toBeUndefined();
  expect(nearestDrawn(nodes, LOOK, [-20, 10], 1)).toBeUndefined();
});
