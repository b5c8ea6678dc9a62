import type { TreeNode } from "@swath/pointcloud/copc";
import { expect, test } from "vitest";
import type { FileNode } from "../choose/choose-nodes.ts";
import { newSection } from "../points/section-points.ts";
import type { Cloud } from "../read/cloud.ts";
import { flatTree } from "../testing/tree.ts";
import { loadSection, nodeOf, nodesAlong, type Section } from "./load-section.ts";

type Source = Pick<Cloud, "files" | "unfold" | "section">;

/** A cloud of trees whose every node has one point in the corridor, as high as its level. */
function cloudOf(...roots: readonly TreeNode[]) {
  const unfolded: TreeNode[] = [];
  const source: Source = {
    files: roots.map((root) => ({ tree: { root } })) as unknown as Cloud["files"],
    unfold: async ({ node }) => {
      unfolded.push(node);
    },
    section: async (nodes, _corridor, take) => {
      for (const each of nodes) {
        const points = newSection(1);
        points.heights[0] = each.node.key.level;
        take(each, points);
      }
    },
  };
  return { source, unfolded };
}

const CORRIDOR = { from: [0, 4], to: [128, 4], width: 2 } as const;
const never = new AbortController().signal;
const levels = (nodes: readonly FileNode[]): string[] =>
  [0, 1, 2, 3].map(
    (level) => `${level}: ${nodes.filter(({ node }) => node.key.level === level).length}`,
  );

test("a profile is of all nodes of every level that touch its corridor, of each file", async () => {
  const nodes = await nodesAlong(cloudOf(flatTree(3), flatTree(3)).source, CORRIDOR);
  expect(levels(nodes)).toEqual(["0: 2", "1: 4", "2: 8", "3: 16"]);
});

test("pages of the hierarchy are read where it leads along, and nowhere else", async () => {
  const { source, unfolded } = cloudOf(flatTree(3, { unreadBelow: 2 }));
  await nodesAlong(source, CORRIDOR);
  expect(unfolded.map(({ key }) => key.y)).toEqual([0, 0, 0, 0]);
});

test("a profile that crosses too many points is refused before any of them is read", async () => {
  const root = { ...flatTree(0), points: 50_000_000 };
  await expect(nodesAlong(cloudOf(root).source, CORRIDOR)).rejects.toThrow("Make it shorter");
});

test("it grows as its points come in, and knows of which node each of them is", async () => {
  const grown: Section[] = [];
  const { source } = cloudOf(flatTree(3));
  await loadSection(source, CORRIDOR, { take: (section) => grown.push(section), signal: never });
  expect(grown.length).toBeGreaterThan(2);
  const whole = grown.at(-1)!;
  expect(whole.points.count).toBe(15);
  for (let point = 0; point < whole.points.count; point += 1)
    expect(nodeOf(whole, point)!.node.key.level).toBe(whole.points.heights[point]);
});

test("one that is given up takes nothing any more", async () => {
  const controller = new AbortController();
  const { source } = cloudOf(flatTree(3));
  let taken = 0;
  const take = (): void => {
    taken += 1;
    controller.abort();
  };
  const loading = loadSection(source, CORRIDOR, { take, signal: controller.signal });
  await expect(loading).rejects.toThrow();
  expect(taken).toBe(1);
});
