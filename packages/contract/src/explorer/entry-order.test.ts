import { expect, test } from "vitest";
import { BY_NAME, inOrder, nextSort } from "./entry-order.ts";
import type { ExplorerEntry } from "./explorer.ts";

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
  expect(keys(inOrder(entries, "-name"))).toEqual(["p/y/", "p/X/", "p/Z", "p/b", "p/a", "p/A"]);
});

test("another column orders within folders and within files, equal ones by name", () => {
  const entries = [file("c", 5), file("b", 5), file("a", 9), folder("e/", 3), folder("d/")];
  expect(keys(inOrder(entries, "-size"))).toEqual(["e/", "d/", "a", "b", "c"]);
  const dated = [file("new", 1, "2026-02-01T00:00:00.000Z"), file("old")];
  expect(keys(inOrder(dated, "lastModified"))).toEqual(["old", "new"]);
});

test("a second click on a column turns its order round", () => {
  expect(nextSort(BY_NAME, "size")).toBe("size");
  expect(nextSort("size", "size")).toBe("-size");
  expect(nextSort("-size", "size")).toBe("size");
  expect(nextSort(BY_NAME, "name")).toBe("-name");
});
