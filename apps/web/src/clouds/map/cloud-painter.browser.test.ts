import { afterEach, expect, test } from "vitest";
import { colored } from "../look/colored-nodes.ts";
import { type Look, NOTHING_HIDDEN } from "../look/look.ts";
import type { LoadedNode } from "../read/shown-nodes.ts";
import { flatTree } from "../testing/tree.ts";
import { CloudPainter } from "./cloud-painter.ts";

const LOOK: Look = { by: "class", range: [0, 1], lines: [1], hidden: NOTHING_HIDDEN };
let painter: CloudPainter | undefined;
afterEach(() => painter?.stop());

/** A node of one point at a place. */
function nodeAt(x: number, y: number, code: number): LoadedNode {
  const points = {
    count: 1,
    places: Float32Array.of(x, y, 0),
    intensity: new Uint16Array(1),
    classes: Uint8Array.of(code),
    returns: new Uint8Array(1),
    lines: new Uint16Array(1),
    colors: undefined,
    times: undefined,
  };
  return { file: 0, node: flatTree(0), points };
}

function opened() {
  const canvas = document.createElement("canvas");
  canvas.width = 128 * devicePixelRatio;
  canvas.height = 128 * devicePixelRatio;
  painter = new CloudPainter(canvas, colored);
  const context = canvas.getContext("2d")!;
  const isPainted = (x: number, y: number): boolean =>
    context.getImageData(x * devicePixelRatio, y * devicePixelRatio, 1, 1).data[3] === 255;
  return { canvas, painter, isPainted };
}

const VIEW = { x: 64, y: 64, scale: 1 };

test("nodes that come in later are added to the picture of the same view", async () => {
  const { painter: of, isPainted } = opened();
  const [first, second] = [nodeAt(10, 100, 2), nodeAt(100, 10, 6)];
  of.draw({ view: VIEW, look: LOOK, nodes: [first] });
  await expect.poll(() => isPainted(10, 28)).toBe(true);
  expect(isPainted(100, 118)).toBe(false);
  of.draw({ view: VIEW, look: LOOK, nodes: [first, second] });
  await expect.poll(() => isPainted(100, 118)).toBe(true);
  expect(isPainted(10, 28)).toBe(true);
});

test("the last picture is moved at once, and replaced when the new one is there", async () => {
  const { canvas, painter: of, isPainted } = opened();
  const node = nodeAt(10, 100, 2);
  of.draw({ view: VIEW, look: LOOK, nodes: [node] });
  await expect.poll(() => isPainted(10, 28)).toBe(true);
  of.draw({ view: { x: 44, y: 64, scale: 0.5 }, look: LOOK, nodes: [node] });
  expect(canvas.style.transform).toBe("translate(40px, 0px) scale(2)");
  expect(isPainted(10, 28)).toBe(true);
  await expect.poll(() => canvas.style.transform).toBe("none");
  expect(isPainted(10, 28)).toBe(false);
});
