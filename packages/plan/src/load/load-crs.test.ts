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

const GRID = shapeFiles(3, [shapeContent(3, [[400_000, 6_450_000, 500_000, 6_500_000]])]);
const SHIFTED = [116.001471, -31.998786, 116.501461, -31.498774];

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
      because: "This shapefile has no .prj file, which would name it.",
      candidates: [4326, 4283, 7844],
    });
    const asked = await droppedPlan({ shp: GRID.shp });
    if (asked?.kind !== "needsCrs") throw new Error("not asked");
    expect(asked.candidates.map(crsName)).toContain("GDA2020 / MGA zone 50");
    expect(asked.candidates).toHaveLength(17);
    const anywhere = shapeFiles(3, [shapeContent(3, [[3e7, 1e7, 3e7, 1.1e7]])]);
    expect(await droppedPlan({ shp: anywhere.shp })).toMatchObject({ candidates: [] });
  });

  test.each([7850, 28_350, 32_750])("that was chosen is taken: EPSG:%i", async (code) => {
    const { geometry, crs } = await droppedLayer({ shp: GRID.shp }, code);
    expect(crs).toBe(crsName(code));
    expect(drawnDegrees(geometry, 0, 8)[0]?.[0]).toBe(115.94038271);
  });

  // What is expected of a grid is what PROJ 9.8 has (pyproj: to the geographic system of the same datum).
  test.each([
    ["an EPSG code", "EPSG:7850", "GDA2020 / MGA zone 50"],
    ["an EPSG code in small letters", " epsg:28350\n", "GDA94 / MGA zone 50"],
    ["an EPSG code as an address", "urn:ogc:def:crs:EPSG::7850", "GDA2020 / MGA zone 50"],
    [
      "an EPSG code as an address of the web",
      "http://www.opengis.net/def/crs/EPSG/0/7850",
      "GDA2020 / MGA zone 50",
    ],
    ["an EPSG code of PROJ", "+init=epsg:32750 +no_defs", "WGS 84 / UTM zone 50S"],
    ["a byte order mark", `\ufeff${PRJ.mga94}`, "GDA_1994_MGA_Zone_50"],
    ["version 2 of well-known text", PRJ.mga2020Version2, "GDA2020 / MGA zone 50"],
    [
      "version 2 in a compound system",
      `COMPOUNDCRS["both",${PRJ.mga2020Version2},VERTCRS["AHD height",VDATUM["Australian Height Datum"],CS[vertical,1],AXIS["up",up,LENGTHUNIT["metre",1]]]]`,
      "GDA2020 / MGA zone 50",
    ],
    [
      "version 2 without units of its parameters",
      PRJ.mga2020Version2.replaceAll(
        /,(?:ANGLE|LENGTH|SCALE)UNIT\["[^"]*",[\d.]*\]\](?=,PARAMETER|\],CS)/g,
        "]",
      ),
      "GDA2020 / MGA zone 50",
    ],
    [
      "PROJ text of a datum",
      "+proj=utm +zone=50 +south +datum=WGS84 +units=m",
      "+proj=utm +zone=50 +south +datum=WGS84 +units=m",
    ],
    ["ITRF2014", PRJ.mga94.replace("D_GDA_1994", "D_ITRF_2014"), "GDA_1994_MGA_Zone_50"],
    [
      "NAD83(HARN)",
      PRJ.mga94.replace("D_GDA_1994", "D_North_American_1983_HARN"),
      "GDA_1994_MGA_Zone_50",
    ],
    [
      "NAD83(CSRS)",
      PRJ.mga94.replace("D_GDA_1994", "NAD83_Canadian_Spatial_Reference_System"),
      "GDA_1994_MGA_Zone_50",
    ],
    [
      "ATRF2014",
      PRJ.mga94.replace("D_GDA_1994", "Australian Terrestrial Reference Frame 2014"),
      "GDA_1994_MGA_Zone_50",
    ],
  ])("is read from a .prj of %s", async (_, prj, name) => {
    const outcome = await droppedPlan({ ...GRID, prj });
    if (outcome?.kind !== "loaded") throw new Error(JSON.stringify(outcome));
    expect([outcome.layer.crs, outcome.remarks]).toEqual([name, undefined]);
    const [degrees] = drawnDegrees(outcome.layer.geometry, 0, 6);
    expect(degrees).toEqual([115.940383, -32.081856, 117, -31.635186]);
  });

  test.each([
    ["PROJ text", "+proj=utm +zone=50 +south +ellps=GRS80 +units=m +no_defs"],
    ["well-known text", PRJ.mga94.replace("D_GDA_1994", "Unknown based on GRS80 ellipsoid")],
  ])("that names no datum in its %s is taken by its ellipsoid, and told", async (_, prj) => {
    expect(await droppedPlan({ ...GRID, prj })).toMatchObject({
      kind: "loaded",
      remarks: ["the .prj names no datum: by its ellipsoid it is taken as WGS 84"],
    });
  });

  test("of a datum that states its shift to WGS 84 is shifted, as PROJ has it", async () => {
    const shift = "TOWGS84[-117.808,-51.536,137.784,0.303,0.446,0.234,-0.29]";
    const prj = PRJ.agd84.replace("298.25]", `298.25],${shift}`);
    const { geometry } = await droppedLayer({ ...lines(), prj });
    // pyproj, PROJ 9.8: +proj=longlat +ellps=aust_SA +towgs84=… to WGS 84.
    expect(drawnDegrees(geometry, 0, 6)).toEqual([SHIFTED]);
    const same =
      "+proj=longlat +ellps=aust_SA +towgs84=-117.808,-51.536,137.784,0.303,0.446,0.234,-0.29";
    const fromText = await droppedLayer({ ...lines(), prj: same });
    expect(drawnDegrees(fromText.geometry, 0, 6)).toEqual([SHIFTED]);
  });

  test.each([
    ["empty", "", "Its .prj file is empty."],
    ["blank", " \n\0", "Its .prj file is empty."],
    [
      "of other words",
      "MGA zone 50",
      "Its .prj file holds no coordinate system, but “MGA zone 50”.",
    ],
    ["of an EPSG code that is not known", "EPSG:2278", "EPSG:2278, which Swath does not know"],
    ["of bytes", "\u0001\ufffd", "holds no coordinate system"],
    ["without an end", PRJ.mga94.slice(0, 200), "holds no coordinate system"],
    ["of 70,000 bytes", "x".repeat(70_000), "70000 bytes"],
    [
      "of a datum that is not known",
      PRJ.mga94.replace("D_GDA_1994", "D_Atlantis_2031"),
      "the datum D_Atlantis_2031, of which",
    ],
    [
      "of a projection that is not known",
      PRJ.mga94.replace("Transverse_Mercator", "Upside_Down"),
      "names GDA_1994_MGA_Zone_50, of a projection",
    ],
    [
      "of a projection of version 2 that is not known",
      PRJ.mga2020Version2.replace("Transverse Mercator", "Upside Down"),
      "of a projection",
    ],
    [
      "of a parameter of version 2 that is not known",
      PRJ.mga2020Version2.replace("Longitude of natural origin", "Longitude of nowhere"),
      "of a projection",
    ],
    ["of PROJ text without a zone", "+proj=utm +ellps=GRS80", "of a projection"],
  ])(
    "is asked for, with the reason, where the .prj is %s; the answer is taken",
    async (_, prj, because) => {
      expect(await droppedPlan({ ...GRID, prj })).toMatchObject({
        kind: "needsCrs",
        because: expect.stringContaining(because),
        candidates: expect.arrayContaining([7850]),
      });
      const { geometry } = await droppedLayer({ ...GRID, prj }, 7850);
      expect(drawnDegrees(geometry, 0, 8)[0]?.[0]).toBe(115.94038271);
    },
  );

  test("that the .prj states is taken, whatever is chosen", async () => {
    expect((await droppedLayer({ ...GRID, prj: PRJ.mga94 }, 7855)).crs).toBe(
      "GDA_1994_MGA_Zone_50",
    );
  });

  test.each([
    ["another datum", PRJ.agd84, "datum D_Australian_1984"],
    [
      "an old datum on a new ellipsoid",
      PRJ.mga94.replace("D_GDA_1994", "D_Australian_1966"),
      "datum D_Australian_1966",
    ],
    [
      "another ellipsoid",
      PRJ.agd84.replace("D_Australian_1984", "D_Somewhere"),
      "datum D_Somewhere",
    ],
    ["another ellipsoid of PROJ", "+proj=longlat +ellps=bessel", "datum none"],
    ["a grid of shifts", "+proj=longlat +ellps=clrk66 +nadgrids=conus", "grid of shifts"],
    ["grads", PRJ.wgs84.replace("0.0174532925199433", "0.015707963267949"), "unit of angles"],
    ["another meridian", PRJ.wgs84.replace('"Greenwich",0.0', '"Paris",2.337'), "prime meridian"],
    ["another meridian of PROJ", "+proj=longlat +datum=WGS84 +pm=paris", "prime meridian"],
    [
      "metres from the middle of the earth",
      'GEODCRS["x",DATUM["GDA2020",ELLIPSOID["GRS 1980",6378137,298.257222101]],CS[Cartesian,3]]',
      "geocentric",
    ],
  ])("with %s is refused, with the way on", async (_, prj, words) => {
    const outcome = await droppedPlan({ ...lines(), prj });
    expect(outcome).toMatchObject({ reason: "unknownCrs", text: expect.stringContaining(words) });
    expect(outcome?.text).toContain("save the shapefile in WGS 84, GDA94 or GDA2020");
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
