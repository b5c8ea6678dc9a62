import { expect, test } from "vitest";
import { explorerPlaceOf } from "./explorer-search.ts";

test("an address leads to a bucket and a folder, which ends in a slash", () => {
  expect(explorerPlaceOf({ bucket: "lidar", prefix: "FL1/LiDAR" })).toEqual({
    bucket: "lidar",
    prefix: "FL1/LiDAR/",
  });
  expect(explorerPlaceOf({ bucket: "lidar", prefix: 2026, search: " las* " })).toEqual({
    bucket: "lidar",
    prefix: "2026/",
    search: "las*",
  });
});

test("what cannot be is left out", () => {
  expect(explorerPlaceOf({})).toEqual({});
  expect(explorerPlaceOf({ bucket: "../etc", prefix: "a/" })).toEqual({});
  expect(explorerPlaceOf({ bucket: "lidar", prefix: "../", search: "la" })).toEqual({
    bucket: "lidar",
  });
  expect(explorerPlaceOf({ bucket: { a: 1 } })).toEqual({});
});
