import { expect, test } from "vitest";
import { explorerFault, readExplorerSearch } from "./explorer-search.ts";

test("an address leads to a bucket and a folder, which ends in a slash", () => {
  expect(readExplorerSearch({ bucket: "lidar", prefix: "FL1/LiDAR" })).toEqual({
    bucket: "lidar",
    prefix: "FL1/LiDAR/",
  });
  expect(readExplorerSearch({ bucket: "lidar", prefix: 2026, search: " las* " })).toEqual({
    bucket: "lidar",
    prefix: "2026/",
    search: "las*",
  });
  expect(readExplorerSearch({ bucket: "lidar", prefix: "a//b" }).prefix).toBe("a//b/");
});

test("it holds the page, the order and the file that is shown, unless they are the usual ones", () => {
  const search = { bucket: "lidar", page: 7, sort: "-size", file: "FL1/a.txt" };
  expect(readExplorerSearch(search)).toEqual(search);
  expect(readExplorerSearch({ bucket: "lidar", page: 1, sort: "name" })).toEqual({
    bucket: "lidar",
  });
  expect(readExplorerSearch({ bucket: "lidar", page: -1, sort: "owner", search: "la" })).toEqual({
    bucket: "lidar",
  });
});

test.each([
  [{}, undefined],
  [{ bucket: "lidar" }, undefined],
  [{ bucket: "lidar", prefix: "a//b" }, undefined],
  [{ bucket: "../etc", prefix: "a/" }, "../etc is not the name of a bucket"],
  [{ bucket: { a: 1 } }, '{"a":1} is not the name of a bucket'],
  [{ bucket: "lidar", prefix: "../" }, "../: the prefix holds . or .."],
  [{ bucket: "lidar", prefix: "a\u0001/" }, "a\u0001/: the prefix holds a control character"],
  [{ bucket: "lidar", prefix: "a".repeat(3_000) }, "the prefix is longer than 1024 bytes"],
])("of %j is said: %s", (search, fault) => {
  expect(explorerFault(readExplorerSearch(search))).toBe(fault);
});
