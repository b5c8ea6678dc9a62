import { describe, expect, test } from "vitest";
import {
  drawnDegrees,
  droppedLayer,
  droppedPlan,
  PRJ,
  shapeContent,
  shapeFiles,
} from "../testing/index.ts";
import { crsName } from "./index.ts";

const LINE = [116, -32, 116.5, -31.5];
const lines = (type = 3): ReturnType<typeof shapeFiles> =>
  shapeFiles(type, [shapeContent(type, [LINE]), shapeContent(type, [LINE, [117, -32, 118, -32]])]);

describe("the coordinate reference system of a shapefile", () => {
  const FEET = [619_443.4, 434_567.8, 500_000, 500_000];

  test("of US survey feet is projected in feet: as ogr2ogr has it", async () => {
    const files = shapeFiles(3, [shapeContent(3, [FEET])]);
    const { geometry } = await droppedLayer({ ...files, prj: PRJ.newJerseyFeet });
    // gdaltransform 3.6.2 -s_srs EPSG:3424 -t_srs EPSG:4326
    expect(drawnDegrees(geometry, 0, 8)).toEqual([
      [-74.0453415, 40.02560801, -74.47180359, 40.20612844],
    ]);
  });

  test("of MGA zone 50 is as ogr2ogr has it", async () => {
    const files = shapeFiles(3, [shapeContent(3, [[400_000, 6_450_000, 500_000, 6_500_000]])]);
    const { geometry } = await droppedLayer({ ...files, prj: PRJ.mga94 });
    expect(drawnDegrees(geometry, 0, 8)).toEqual([[115.94038271, -32.08185566, 117, -31.63518622]]);
  });

  test("is asked for where there is no .prj, by the extent, and never assumed", async () => {
    const { shp, shx } = lines();
    expect(await droppedPlan({ shp, shx })).toEqual({
      kind: "needsCrs",
      file: "plan.shp",
      candidates: [4326, 4283, 7844],
    });
    const grid = shapeFiles(3, [shapeContent(3, [[400_000, 6_450_000, 500_000, 6_500_000]])]);
    const asked = await droppedPlan({ shp: grid.shp });
    if (asked?.kind !== "needsCrs") throw new Error("not asked");
    expect(asked.candidates.map(crsName)).toContain("GDA2020 / MGA zone 50");
    expect(asked.candidates).toHaveLength(17);
  });

  test("that was chosen is taken", async () => {
    const grid = shapeFiles(3, [shapeContent(3, [[400_000, 6_450_000, 500_000, 6_500_000]])]);
    const { geometry, crs } = await droppedLayer({ shp: grid.shp }, 7850);
    expect(crs).toBe("GDA2020 / MGA zone 50");
    expect(drawnDegrees(geometry, 0, 8)[0]?.[0]).toBe(115.94038271);
  });

  test.each([
    ["another datum", PRJ.agd84, "datum D_Australian_1984"],
    ["no well-known text", "EPSG:4326", "no well-known text"],
    [
      "an unknown projection",
      PRJ.mga94.replace("Transverse_Mercator", "Upside_Down"),
      "GDA_1994_MGA",
    ],
    ["grads", PRJ.wgs84.replace("0.0174532925199433", "0.015707963267949"), "unit of angles"],
    ["another meridian", PRJ.wgs84.replace('"Greenwich",0.0', '"Paris",2.337'), "prime meridian"],
  ])("with %s is refused", async (_, prj, words) => {
    expect(await droppedPlan({ ...lines(), prj })).toMatchObject({
      reason: "unknownCrs",
      text: expect.stringContaining(words),
    });
  });

  test("that its coordinates cannot be in is refused, with the feature", async () => {
    const files = shapeFiles(3, [shapeContent(3, [LINE]), shapeContent(3, [[116, -32, 181, -32]])]);
    expect(await droppedPlan({ ...files, prj: PRJ.wgs84 })).toMatchObject({
      text: "Coordinates are out of range: feature 2 (Line 2), at 181, -32",
    });
    const grid = shapeFiles(3, [shapeContent(3, [[1e30, 6_450_000, 0, 0]])]);
    expect(await droppedPlan({ ...grid, prj: PRJ.mga94 })).toMatchObject({ reason: "outOfRange" });
  });
});
