import type { ExplorerEntry } from "@swath/contract/explorer";
import { expect, test } from "vitest";
import { BY_NAME, inOrder, nextSorting } from "./entry-order.ts";

const file = (key: string, size = 1, lastModified = "2026-01-01T00:00:00.000Z"): ExplorerEntry => ({
  key,
  type: "File",
  lastModified,
  size,
  objectCount: null,
  storageClass: null,
});
const folder = (key: string, size: number | null = null): ExplorerEntry => ({
  ...file(key),
  type: "Folder",
  lastModified: null,
  size,
});
const keys = (entries: readonly ExplorerEntry[]): string[] => entries.map(({ key }) => key);

test("folders come before files, each alphabetical in any case", () => {
  const entries = [
    file("p/b"),
    file("p/Z"),
    folder("p/y/"),
    file("p/A"),
    folder("p/X/"),
    file("p/a"),
  ];
  expect(keys(inOrder(entries, BY_NAME))).toEqual(["p/X/", "p/y/", "p/A", "p/a", "p/b", "p/Z"]);
  expect(keys(inOrder(entries, { column: "name", descending: true }))).toEqual([
    "p/y/",
    "p/X/",
    "p/Z",
    "p/b",
    "p/a",
    "p/A",
  ]);
});

test("another column orders within folders and within files, equal ones by name", () => {
  const entries = [file("c", 5), file("b", 5), file("a", 9), folder("e/", 3), folder("d/")];
  expect(keys(inOrder(entries, { column: "size", descending: true }))).toEqual([
    "e/",
    "d/",
    "a",
    "b",
    "c",
  ]);
  const dated = [file("new", 1, "2026-02-01T00:00:00.000Z"), file("old")];
  expect(keys(inOrder(dated, { column: "lastModified", descending: false }))).toEqual([
    "old",
    "new",
  ]);
});

test("a second click on a column turns its order round", () => {
  const bySize = nextSorting(BY_NAME, "size");
  expect(bySize).toEqual({ column: "size", descending: false });
  expect(nextSorting(bySize, "size")).toEqual({ column: "size", descending: true });
  expect(nextSorting(BY_NAME, "name")).toEqual({ column: "name", descending: true });
});
