import type { LayerFile } from "@swath/contract/clouds";
import { expect, test } from "vitest";
import { FINDINGS, FLOWN, layersOf, usualLayers } from "./layer-list.ts";

const job = (name: string, ...paths: readonly string[]) => ({
  job: name,
  attempt: 2,
  files: paths.map((path): LayerFile => {
    const kind = path.endsWith(".tif") ? "raster" : path.endsWith(".laz") ? "points" : "vector";
    return { bucket: "b", key: `k/${path}`, path, size: 1, kind };
  }),
});

test("tiles of a model are one layer, below shades and figures; lines stand above all", () => {
  const layers = layersOf([
    job("ICP2_MineIP1", "differences.tif", "1.copc.laz"),
    job("DEM1", "hillshade_1.tif", "dtm_1.tif", "hillshade_2.tif", "dtm_2.tif", "contours_1.gpkg"),
    job("QA1", "density.tif", "coverage.geojson"),
    job("DEL1", "dtm_0.5m/T1_dtm_0.5m.tif", "dtm_0.5m/T2_dtm_0.5m.tif"),
  ]);
  expect(layers.map(({ id, files }) => [id, files.length])).toEqual([
    ["DEM1.dtm", 2],
    ["DEL1.dtm_0.5m", 2],
    ["DEM1.hillshade", 2],
    ["QA1.density", 1],
    ["ICP2_MineIP1.differences", 1],
    ["QA1.coverage.geojson", 1],
    ["plan.lines", 0],
    ["flown.lines", 0],
  ]);
  expect(layers[1]).toMatchObject({ name: "dtm_0.5m", form: { kind: "height", unit: "m" } });
  expect(usualLayers(layers)).toEqual(["DEM1.hillshade", FLOWN, FINDINGS]);
});

test("rasters of another program are layers by their names, which an address can hold", () => {
  const [shade] = layersOf([job("SHADE1", "shade Ä_1.tif", "shade Ä_2.tif")]);
  expect(shade).toMatchObject({
    id: "SHADE1.shade__",
    name: "shade Ä",
    form: { by: "raster", kind: "other" },
  });
});

test("without a relief the uppermost figure is shown, and without any the lines alone", () => {
  expect(usualLayers(layersOf([job("QA1", "density.tif")]))).toEqual([
    "QA1.density",
    FLOWN,
    FINDINGS,
  ]);
  expect(usualLayers(layersOf([]))).toEqual([FLOWN, FINDINGS]);
});
