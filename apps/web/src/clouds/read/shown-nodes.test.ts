import { expect, test } from "vitest";
import type { FileNode } from "../choose/choose-nodes.ts";
import { flatTree } from "../testing/tree.ts";
import { decodeNode, type NodePoints } from "../points/decode-node.ts";
import { ShownNodes } from "./shown-nodes.ts";

const NO_POINTS = { count: 1 } as NodePoints;

/** A cloud whose answers come when the test says so. */
function heldCloud() {
  const asked: { readonly nodes: readonly FileNode[]; answer: () => void; fail: () => void }[] = [];
  const faults: unknown[] = [];
  const nodes = new ShownNodes(
    {
      unfold: async () => undefined,
      points: (of, _withTimes, take) =>
        new Promise((resolve, reject) => {
          asked.push({
            nodes: of,
            answer: () => {
              for (const each of of) take(each, NO_POINTS);
              resolve();
            },
            fail: () => reject(new Error("gone")),
          });
        }),
    },
    { withTimes: false, onChange: () => undefined, onFault: (fault) => faults.push(fault) },
  );
  return { asked, nodes, faults };
}

const all = (file: number, levels = 3): FileNode[] => {
  const found: FileNode[] = [];
  const queue = [flatTree(levels)];
  for (const node of queue) {
    found.push({ file, node });
    queue.push(...node.children);
  }
  return found;
};
const settled = () => new Promise((done) => setTimeout(done));

test("clouds/N1 what is wanted first is read first, eight nodes of a file at a time, four reads at most", async () => {
  const { asked, nodes } = heldCloud();
  const wanted = [...all(0).slice(0, 20), ...all(1).slice(0, 20)];
  nodes.want(wanted);
  expect(asked.map((each) => [each.nodes[0]!.file, each.nodes.length])).toEqual([
    [0, 8],
    [0, 8],
    [0, 4],
    [1, 8],
  ]);
  expect(asked[0]!.nodes).toEqual(wanted.slice(0, 8));
  asked[0]!.answer();
  await settled();
  expect(asked).toHaveLength(5);
  expect(nodes.loadedOf(wanted)).toHaveLength(8);
});

test("clouds/N2 what is no longer wanted and was not begun is not read", async () => {
  const { asked, nodes } = heldCloud();
  nodes.want(all(0));
  const other = all(1).slice(0, 3);
  nodes.want(other);
  asked[0]!.answer();
  await settled();
  expect(asked.at(-1)!.nodes).toEqual(other);
});

test("clouds/N4 what failed is not asked for again until somebody says so", async () => {
  const { asked, nodes, faults } = heldCloud();
  const wanted = all(0).slice(0, 2);
  nodes.want(wanted);
  asked[0]!.fail();
  await settled();
  nodes.want(wanted);
  expect(asked).toHaveLength(1);
  expect(faults).toHaveLength(1);
  nodes.retry();
  nodes.want(wanted);
  expect(asked).toHaveLength(2);
});

test("codes that are damaged are said, and no point of them is shown", () => {
  const coding = {
    items: [{ type: 10, bytes: 30, version: 3 }],
    pointFormat: 6,
    recordBytes: 30,
    scale: [1, 1, 1],
    offset: [0, 0, 0],
    timeShift: 0,
  } as const;
  const chunk = new Uint8Array(60);
  const options = { origin: [0, 0, 0], withTimes: false } as const;
  expect(() => decodeNode({ coding, chunk, points: 5 }, options)).toThrow("damaged");
});
