import { expect, test } from "vitest";
import { above, crumbsOf, folderOf, shownName } from "./place.ts";

const drawn = (prefix: string): string[] =>
  crumbsOf({ bucket: "lidar", prefix }).map((crumb) =>
    crumb.prefix === undefined ? crumb.label : `[${crumb.label} ${crumb.prefix}]`,
  );

test("the first two parts are plain, the middle ones lead up, the last ends in a slash", () => {
  expect(drawn("")).toEqual(["lidar/"]);
  expect(drawn("FL1/")).toEqual(["lidar", "FL1/"]);
  expect(drawn("FL1/LiDAR/")).toEqual(["lidar", "FL1", "LiDAR/"]);
  expect(drawn("FL1/LiDAR/a b/c/")).toEqual([
    "lidar",
    "FL1",
    "[LiDAR FL1/LiDAR/]",
    "[a b FL1/LiDAR/a b/]",
    "c/",
  ]);
});

test("above a folder is its parent, above a bucket nothing", () => {
  expect(above({ bucket: "b", prefix: "x/y/" })).toEqual({ bucket: "b", prefix: "x/" });
  expect(above({ bucket: "b", prefix: "x/" })).toEqual({ bucket: "b", prefix: "" });
  expect(above({ bucket: "b", prefix: "" })).toBeUndefined();
});

test("a folder without a name has one to click, and leads up one step", () => {
  expect(drawn("a//b/")).toEqual(["lidar", "a", "[(no name) a//]", "b/"]);
  expect(drawn("/")).toEqual(["lidar", "(no name)/"]);
  expect(above({ bucket: "b", prefix: "a//" })).toEqual({ bucket: "b", prefix: "a/" });
  expect(above({ bucket: "b", prefix: "/" })).toEqual({ bucket: "b", prefix: "" });
  expect(shownName("a//")).toBe("(no name)");
});

test("a key is its folder and its name", () => {
  expect([folderOf("x/y/z.las"), shownName("x/y/z.las")]).toEqual(["x/y/", "z.las"]);
  expect([folderOf("x/y/"), shownName("x/y/")]).toEqual(["x/", "y"]);
  expect([folderOf("z"), shownName("z")]).toEqual(["", "z"]);
});
