import { expect, test } from "vitest";
import { chosenFiles } from "./resolve-inputs.ts";

const files = ["gps/a.000", "gps/a.001", "gps/b.pos", "x/1.range", "x/2.RANGE", "fms.log"].map(
  (path) => ({ path }),
);
const chosen = (custom: Parameters<typeof chosenFiles>[1]) =>
  chosenFiles(files, custom).map(({ path }) => path);

test("without custom processing, or a list of a kind, all files of that kind", () => {
  expect(chosen(null)).toHaveLength(6);
  expect(chosen({})).toHaveLength(6);
  expect(chosen({ rangeFiles: ["2.RANGE"] })).toEqual([
    "gps/a.000",
    "gps/a.001",
    "gps/b.pos",
    "x/2.RANGE",
    "fms.log",
  ]);
});

test("GPS files by their names, with or without a folder; other kinds stay", () => {
  expect(chosen({ gpsFiles: ["elsewhere/a.001", "b.pos"], rangeFiles: ["1.range"] })).toEqual([
    "gps/a.001",
    "gps/b.pos",
    "x/1.range",
    "fms.log",
  ]);
  expect(chosen({ gpsFiles: [] })).toEqual(["x/1.range", "x/2.RANGE", "fms.log"]);
});
