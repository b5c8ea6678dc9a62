import { expect, test } from "vitest";
import { zipped } from "./sent-files.ts";

test.each([
  "a/FL000123_01_0001.range",
  "FL000123_01.000",
  "csv",
  "a.csv/b",
  "report.tiff",
  "a.jpg.bin",
])("%s is compressed", (path) => {
  expect(zipped(path)).toBe(true);
});

const AS_THEY_ARE =
  "a.csv a.jgw a.jpg a.iiq a.kmz a.rawimage a.pdf a.laz a.pack a.raw a.tif a.sha1";

test.each([...AS_THEY_ARE.split(" "), "FL/A.LAZ", "x.range.SHA1"])(
  "%s is sent as it is",
  (path) => {
    expect(zipped(path)).toBe(false);
  },
);
