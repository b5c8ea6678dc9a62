import { expect, test } from "vitest";
import { flatTree } from "../testing/tree.ts";
import { chooseNodes } from "./choose-nodes.ts";
import { nodesOfMap } from "./map-view.ts";

const MAP = { width: 128, height: 128 };
const whole = { x: 64, y: 64, scale: 1 };
const levels = (chosen: ReturnType<typeof chooseNodes>["chosen"]) =>
  Object.entries(Object.groupBy(chosen, ({ node }) => String(node.key.level))).map(
    ([level, of]) => `${level}: ${of?.length}`,
  );

test("nodes are taken as fine as their points are seen apart, and no finer", () => {
  const root = flatTree(5);
  expect(levels(chooseNodes([{ root }], nodesOfMap(whole, MAP), 1e6).chosen)).toEqual(["0: 1"]);
  const near = { ...whole, scale: 1 / 4 };
  const large = { width: 512, height: 512 };
  const { chosen, isCut, points } = chooseNodes([{ root }], nodesOfMap(near, large), 1e6);
  // Points of level 0 are 4 px apart, of level 1 2 px, of level 2 one.
  expect(levels(chosen)).toEqual(["0: 1", "1: 4", "2: 16"]);
  expect({ isCut, points }).toEqual({ isCut: false, points: 2_100 });
});

test("what is out of sight is left out, with all below it", () => {
  const corner = { x: 8, y: 8, scale: 1 / 16 };
  const { chosen } = chooseNodes([{ root: flatTree(5) }], nodesOfMap(corner, MAP), 1e6);
  for (const { node } of chosen) expect(node.min[0] <= 12 && node.min[1] <= 12).toBe(true);
  expect(levels(chosen)).toEqual(["0: 1", "1: 1", "2: 1", "3: 1", "4: 4"]);
});

test("within the budget the coarsest come first, of all files alike, and it says that there is more", () => {
  const files = [{ root: flatTree(4) }, { root: flatTree(4) }];
  const near = { ...whole, scale: 1 / 8 };
  const { chosen, points, isCut } = chooseNodes(files, nodesOfMap(near, MAP), 1_000);
  expect(levels(chosen)).toEqual(["0: 2", "1: 8"]);
  expect(new Set(chosen.map(({ file }) => file))).toEqual(new Set([0, 1]));
  expect({ points, isCut }).toEqual({ points: 1_000, isCut: true });
});

test("a single node larger than the budget is still seen", () => {
  const { chosen } = chooseNodes([{ root: flatTree(2) }], nodesOfMap(whole, MAP), 10);
  expect(chosen).toHaveLength(1);
});

test("what was not read yet is asked for where it is in sight and fine enough", () => {
  const root = flatTree(5, { unreadBelow: 2 });
  expect(chooseNodes([{ root }], nodesOfMap(whole, MAP), 1e6).unread).toEqual([]);
  const near = { x: 8, y: 8, scale: 1 / 16 };
  const { unread } = chooseNodes([{ root }], nodesOfMap(near, MAP), 1e6);
  expect(unread.map(({ node }) => node.key)).toEqual([{ level: 2, x: 0, y: 0, z: 0 }]);
});
