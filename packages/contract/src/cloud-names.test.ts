import { expect, test } from "vitest";
import { isCloudName, isCopcName, isRasterName } from "./cloud-names.ts";

test.each(["a.copc.laz", "x/y/Line 1.COPC.LAZ"])("%s is looked at by parts", (name) => {
  expect(isCopcName(name)).toBe(true);
});

test.each(["a.laz", "a.copc.las", "copc.laz", "a.copc.laz.tmp"])("%s is not", (name) => {
  expect(isCopcName(name)).toBe(false);
});

test.each([
  ["a.las", true],
  ["a.LAZ", true],
  ["a.laz/x", false],
  ["a.lax", false],
])("whether %s is a cloud: %s", (name, is) => {
  expect(isCloudName(name)).toBe(is);
});

test.each([
  ["dtm_1.tif", true],
  ["a/b.TIFF", true],
  ["a.tif/x", false],
  ["a.tif.aux.xml", false],
])("whether %s is a raster: %s", (name, is) => {
  expect(isRasterName(name)).toBe(is);
});
