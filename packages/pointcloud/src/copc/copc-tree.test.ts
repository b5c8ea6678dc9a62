import { expect, test } from "vitest";
import { type CopcInfo, entryBytes, ENTRY_BYTES, type HierarchyEntry } from "./copc-records.ts";
import { CopcTree, type TreeNode } from "./copc-tree.ts";

const FILE_BYTES = 100_000;
const ROOT_PAGE = 50_000;
const SECOND_PAGE = 60_000;

const INFO = (entries: number): CopcInfo => ({
  center: [100, 200, 50],
  half: 64,
  spacing: 1,
  rootPage: { at: ROOT_PAGE, bytes: entries * ENTRY_BYTES },
  times: [0, 1],
});

type Place = readonly [level: number, x: number, y: number, z: number];
const node = (
  [level, x, y, z]: Place,
  points: number,
  at = 1_000,
  bytes = 500,
): HierarchyEntry => ({
  key: { level, x, y, z },
  at,
  bytes,
  points,
});
const page = ([level, x, y, z]: Place, entries: number, at = SECOND_PAGE): HierarchyEntry => ({
  key: { level, x, y, z },
  at,
  bytes: entries * ENTRY_BYTES,
  points: undefined,
});

/** A file of two pages; `reads` are the ranges that were asked for. */
function fileOf(first: readonly HierarchyEntry[], second: readonly HierarchyEntry[] = []) {
  const bytes = new Uint8Array(FILE_BYTES);
  bytes.set(entryBytes(first), ROOT_PAGE);
  bytes.set(entryBytes(second), SECOND_PAGE);
  const reads: string[] = [];
  const read = async (start: number, end: number) => {
    reads.push(`${start}-${end}`);
    return bytes.subarray(start, end);
  };
  return {
    reads,
    open: (points = 1_000) => CopcTree.open(read, FILE_BYTES, INFO(first.length), points),
  };
}

const pointsBelow = ({ points, children }: TreeNode): number =>
  children.reduce((sum, child) => sum + pointsBelow(child), points);

test("the root's page comes first, others when somebody goes down, and spacing halves with each level", async () => {
  const { reads, open } = fileOf(
    [node([1, 1, 0, 0], 20), page([1, 0, 0, 0], 2), node([0, 0, 0, 0], 10)],
    [node([2, 0, 1, 0], 40), node([1, 0, 0, 0], 30)],
  );
  const tree = await open();
  expect(reads).toEqual(["50000-50096"]);
  expect(tree.root).toMatchObject({
    points: 10,
    spacing: 1,
    min: [36, 136, -14],
    max: [164, 264, 114],
  });
  const [right, left] = tree.root.children as [TreeNode, TreeNode];
  expect(right).toMatchObject({ points: 20, spacing: 0.5, min: [100, 136, -14], page: undefined });
  expect(left).toMatchObject({ points: 0, page: { at: SECOND_PAGE, bytes: 64 } });
  await tree.unfold(left);
  expect(left).toMatchObject({ points: 30, page: undefined });
  expect(left.children).toMatchObject([{ points: 40, spacing: 0.25, min: [36, 168, -14] }]);
  expect(pointsBelow(tree.root)).toBe(100);
  await tree.unfold(left);
  expect(reads).toHaveLength(2);
});

const ROOT = node([0, 0, 0, 0], 10);

test.each<[string, readonly HierarchyEntry[], string]>([
  [
    "a node past the end of the file",
    [node([0, 0, 0, 0], 10, FILE_BYTES - 10, 11)],
    "not in the file",
  ],
  ["a node without bytes", [node([0, 0, 0, 0], 10, 1_000, 0)], "not in the file"],
  ["a node of less than no points", [node([0, 0, 0, 0], -2)], "cannot be"],
  ["a node of 2³¹ points", [node([0, 0, 0, 0], 2 ** 31 - 1)], "too many to show"],
  ["more points than the file has", [ROOT, node([1, 0, 0, 0], 991)], "more points than the file"],
  ["a node twice", [ROOT, node([1, 0, 0, 0], 1), node([1, 0, 0, 0], 1)], "a node twice"],
  [
    "a page for a node that is there",
    [ROOT, node([1, 0, 0, 0], 1), page([1, 0, 0, 0], 1)],
    "twice",
  ],
  ["a node without the one above", [ROOT, node([2, 0, 0, 0], 1)], "without the one above"],
  ["a node outside of its level", [ROOT, node([1, 2, 0, 0], 1)], "cannot be"],
  ["a node deeper than any", [node([32, 0, 0, 0], 1)], "cannot be"],
])("%s is refused in words", async (_, entries, words) => {
  await expect(fileOf(entries).open()).rejects.toThrow(words);
});

test("pages that lead to each other are refused where somebody follows them", async () => {
  const { open } = fileOf([ROOT, page([1, 0, 0, 0], 2, ROOT_PAGE)]);
  const tree = await open();
  await expect(tree.unfold(tree.root.children[0]!)).rejects.toThrow("pages lead to each other");
});

test("a page past the end of the file is refused", async () => {
  const { open } = fileOf([ROOT, page([1, 0, 0, 0], 2, FILE_BYTES - 32)]);
  const tree = await open();
  await expect(tree.unfold(tree.root.children[0]!)).rejects.toThrow("does not fit in the file");
});

test("a page that could not be read may be asked for again", async () => {
  const bytes = new Uint8Array(FILE_BYTES);
  bytes.set(entryBytes([ROOT, page([1, 0, 0, 0], 1)]), ROOT_PAGE);
  bytes.set(entryBytes([node([1, 0, 0, 0], 30)]), SECOND_PAGE);
  let isLost = false;
  const read = async (start: number, end: number) => {
    if (isLost) throw new Error("connection lost");
    return bytes.subarray(start, end);
  };
  const tree = await CopcTree.open(read, FILE_BYTES, INFO(2), 1_000);
  isLost = true;
  await expect(tree.unfold(tree.root.children[0]!)).rejects.toThrow("connection lost");
  isLost = false;
  await tree.unfold(tree.root.children[0]!);
  expect(tree.root.children[0]).toMatchObject({ points: 30 });
});
