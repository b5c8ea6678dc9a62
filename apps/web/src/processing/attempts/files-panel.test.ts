import { expect, test } from "vitest";
import { chosenFiles, kindsOf } from "./files-panel.tsx";

const file = (path: string, kind: string) => ({ path, kind, size: 1, xxh128: "" });
const FILES = [
  file("dtm_1m/b_dtm_1m.tif", "raster"),
  file("points/a_points.las", "points"),
  file("points/B_points.las", "points"),
  file("index.geojson", "vector"),
];
const pathsOf = (text: string, kind = "*") =>
  chosenFiles(FILES, { text, kind }).map(({ path }) => path);

test("files are found by a part of their path, whatever its case, those in no folder first", () => {
  expect(pathsOf("")[0]).toBe("index.geojson");
  expect(pathsOf(" b_ ")).toEqual(["dtm_1m/b_dtm_1m.tif", "points/B_points.las"]);
  expect(pathsOf("b_", "points")).toEqual(["points/B_points.las"]);
  expect(pathsOf("none")).toEqual([]);
});

test("kinds are counted", () => {
  expect(kindsOf(FILES)).toEqual([
    ["*", "All kinds"],
    ["points", "points (2)"],
    ["raster", "raster (1)"],
    ["vector", "vector (1)"],
  ]);
});
