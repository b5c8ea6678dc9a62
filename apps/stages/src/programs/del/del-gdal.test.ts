import { execFileSync, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ELLIPSOIDAL_HEIGHTS, projectedSystemRecord } from "@swath/pointcloud/las";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { esriWkt } from "../../files/shapefile.ts";
import { openPoints, readPoints } from "../../points/point-file.ts";
import { runDelivery } from "../../testing/delivery-rig.ts";
import { groundHeight, SOUTH, WEST, writeSyntheticFlight } from "../../testing/synthetic-flight.ts";

const isThere = (program: string): boolean => spawnSync(program, ["--version"]).status === 0;
const isInstalled = isThere("gdalinfo") && isThere("sha256sum");
const run = (words: readonly [string, ...string[]], input = "", cwd = "."): string =>
  execFileSync(words[0], words.slice(1), { input, encoding: "utf8", cwd });

let folder = "";
const delivered = (path: string): string => join(folder, "out", path);
const NAME = "PRJ00012_Pit_500100_6000000";

/** The points that were delivered of the tile. */
async function pointsOfTile() {
  const points: { x: number; y: number; intensity: number; isFirst: boolean }[] = [];
  const file = await openPoints(delivered(`points/${NAME}_points.las`));
  await readPoints(file, ({ count, x, y, intensity, returnNumber }) => {
    for (let at = 0; at < count; at += 1)
      points.push({
        x: x[at]!,
        y: y[at]!,
        intensity: intensity[at]!,
        isFirst: returnNumber[at]! <= 1,
      });
  });
  return points;
}

describe.skipIf(!isInstalled)("a delivery in GDA2020 of points in GDA94, as GDAL reads it", () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "del-gdal-"));
    const records = [projectedSystemRecord(28_356, 9001, ELLIPSOIDAL_HEIGHTS)];
    const line = { path: "a.las", id: "1", sourceId: 1, x: [0, 240], y: [0, 120] } as const;
    await writeSyntheticFlight(join(folder, "points"), [line], { records });
    const instruction = {
      siteName: "Pit",
      targetHorizontalDatum: "EPSG:7856",
      products: [
        { type: "pointCloud", format: "las" },
        { type: "raster", model: "dtm", cell: 0.5 },
        { type: "raster", model: "hillshade", cell: 1 },
        { type: "vector", feature: "contours", interval: 1 },
        { type: "raster", model: "intensity", cell: 2 },
        { type: "vector", feature: "boundary", cell: 5 },
        { type: "vector", feature: "contours", interval: 1, format: "shp.zip" },
        { type: "vector", feature: "boundary", cell: 5, format: "shp.zip" },
      ],
    };
    const points = join(folder, "points");
    const { errors, out } = await runDelivery(folder, { instruction, files: {}, points });
    await rename(out, join(folder, "out"));
    expect(errors).toEqual([]);
  }, 30_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test("rasters have their system, extent, cells and values", () => {
    const path = delivered(`dtm_0.5m/${NAME}_dtm_0.5m.tif`);
    const info = JSON.parse(run(["gdalinfo", "-json", "-stats", path])) as {
      size: number[];
      geoTransform: number[];
      coordinateSystem: { wkt: string };
      bands: { type: string; noDataValue: unknown; mean: number }[];
    };
    expect(info.size).toEqual([200, 200]);
    expect(info.geoTransform).toEqual([500_100, 0.5, 0, 6_000_100, 0, -0.5]);
    expect(info.coordinateSystem.wkt).toMatch(/ID\["EPSG",7856\]\]$/);
    expect(info.coordinateSystem.wkt).toContain("GDA2020");
    expect(info.bands[0]).toMatchObject({ type: "Float32", noDataValue: "NaN" });
    // Where the terrain was planted: by PROJ back in GDA94, 0.0929 m higher.
    for (const [x, y] of [
      [500_150, 6_000_040],
      [500_187, 6_000_081],
    ] as const) {
      const value = Number(run(["gdallocationinfo", "-valonly", "-geoloc", path, `${x}`, `${y}`]));
      const back = run(
        ["gdaltransform", "-s_srs", "EPSG:7856", "-t_srs", "EPSG:28356"],
        `${x} ${y}`,
      );
      const [east = 0, north = 0] = back.split(" ").map(Number);
      const planted = groundHeight(east - WEST, north - SOUTH) - 0.0929;
      expect(Math.abs(value - planted)).toBeLessThan(0.08);
    }
  });

  test("contours have their system, and levels of their interval", () => {
    const path = delivered(`contours_1m/${NAME}_contours_1m.gpkg`);
    const text = run(["ogrinfo", "-so", path, "contours"]);
    expect(text).toMatch(/PROJCRS\["GDA2020 \/ MGA zone 56"/);
    expect(text).toMatch(/Geometry: Line String/);
    const found = run(["ogrinfo", "-q", "-al", "-geom=NO", path]).matchAll(/height .*= ([\d.]+)/g);
    const levels = [...found].map(([, height]) => Number(height));
    expect(levels.length).toBeGreaterThan(0);
    expect(levels.every((height) => Number.isInteger(height))).toBe(true);
  });

  test("the intensity image has the means of first returns", async () => {
    const path = delivered(`intensity_2m/${NAME}_intensity_2m.tif`);
    const info = JSON.parse(run(["gdalinfo", "-json", path])) as {
      size: number[];
      geoTransform: number[];
      coordinateSystem: { wkt: string };
      bands: { type: string; noDataValue: unknown }[];
    };
    expect(info.size).toEqual([50, 50]);
    expect(info.geoTransform).toEqual([500_100, 2, 0, 6_000_100, 0, -2]);
    expect(info.coordinateSystem.wkt).toMatch(/ID\["EPSG",7856\]\]$/);
    expect(info.bands[0]).toMatchObject({ type: "Float32", noDataValue: "NaN" });
    const points = await pointsOfTile();
    for (const [x, y] of [
      [500_111, 6_000_051],
      [500_151, 6_000_021],
    ] as const) {
      const found = points.filter(
        (each) => each.isFirst && Math.abs(each.x - x) < 1 && Math.abs(each.y - y) < 1,
      );
      expect(new Set(found.map(({ intensity }) => intensity)).size).toBeGreaterThan(1);
      const mean = found.reduce((sum, { intensity }) => sum + intensity, 0) / found.length;
      const value = run(["gdallocationinfo", "-valonly", "-geoloc", path, `${x}`, `${y}`]);
      expect(Number(value)).toBeCloseTo(mean, 3);
    }
  });

  test("the boundary is a valid multipolygon around the cells with points, within the tile", async () => {
    const path = delivered(`boundary_5m/${NAME}_boundary_5m.gpkg`);
    const about = run(["ogrinfo", "-so", path, "boundary"]);
    expect(about).toMatch(/Geometry: Multi Polygon/);
    expect(about).toMatch(/PROJCRS\["GDA2020 \/ MGA zone 56"/);
    expect(about).toMatch(/Feature Count: 1\b/);
    const points = await pointsOfTile();
    const cells = new Set(points.map(({ x, y }) => `${Math.floor(x / 5)},${Math.floor(y / 5)}`));
    const sql = "SELECT ST_IsValid(geom) AS v, ST_Area(geom) AS s, area AS a FROM boundary";
    const found = run(["ogrinfo", "-q", "-dialect", "sqlite", "-sql", sql, path]);
    const number = (name: string): number =>
      Number(new RegExp(`${name} \\(\\w+\\) = ([\\d.]+)`).exec(found)?.[1]);
    expect(number("v")).toBe(1);
    expect(number("s")).toBeCloseTo(cells.size * 25, 3);
    expect(number("a")).toBeCloseTo(cells.size * 25, 3);
    const extent = /Extent: \(([\d.]+), ([\d.]+)\) - \(([\d.]+), ([\d.]+)\)/.exec(about)!;
    const [, minX = 0, minY = 0, maxX = 0, maxY = 0] = extent.map(Number);
    expect([minX >= 500_100, minY >= 6_000_000, maxX <= 500_200, maxY <= 6_000_100]).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });

  test.each([
    ["contours_1m", "contours", "height", "Line String"],
    ["boundary_5m", "boundary", "area", "Polygon"],
  ])("%s is the same as a shapefile", (product, layer, column, kind) => {
    const path = (format: string) => delivered(`${product}/${NAME}_${product}.${format}`);
    const about = run(["ogrinfo", "-so", path("shp.zip"), layer]);
    expect(about).toMatch(new RegExp(`Geometry: ${kind}`));
    expect(about).toMatch(/PROJCRS\["GDA2020 \/ MGA zone 56"/);
    expect(about).toMatch(new RegExp(`${column}: Real \\(20\\.6\\)`));
    const sql = `SELECT COUNT(*) AS n, SUM(${column}) AS v, SUM(ST_Length(geometry)) AS l,
        SUM(ST_Area(geometry)) AS s, MIN(ST_IsValid(geometry)) AS ok FROM ${layer}`;
    const of = (format: string) =>
      run([
        "ogrinfo",
        "-q",
        "-dialect",
        "sqlite",
        "-sql",
        sql.replaceAll("geometry", format === "gpkg" ? "geom" : "geometry"),
        path(format),
      ])
        .matchAll(/ = (\S+)/g)
        .map(([, value]) => Number(value).toFixed(3))
        .toArray();
    expect(of("shp.zip")).toEqual(of("gpkg"));
    expect(Number(of("shp.zip")[0])).toBeGreaterThan(0);
  });

  test.each([7856, 28_356, 2193, 32_633, 32_756])(
    "the .prj of a shapefile in EPSG:%i is that system to GDAL",
    (epsg) => {
      const found = run(["gdalsrsinfo", "-o", "epsg", esriWkt(epsg)]);
      expect(found.trim()).toBe(`EPSG:${epsg}`);
    },
  );

  test("the index has the tiles where PROJ has their corners", () => {
    const text = run([
      "ogrinfo",
      "-q",
      "-al",
      delivered("index.geojson"),
      "-where",
      `tile = '${NAME}'`,
    ]);
    expect(text).toContain(`points/${NAME}_points.las`);
    const [, longitude, latitude] = /POLYGON \(\(([\d.-]+) ([\d.-]+)/.exec(text)!.map(Number);
    const corner = run(
      ["gdaltransform", "-s_srs", "EPSG:7856", "-t_srs", "EPSG:7844"],
      "500100 6000000",
    );
    const [east = 0, north = 0] = corner.split(" ").map(Number);
    expect(Math.abs(longitude! - east)).toBeLessThan(1e-8);
    expect(Math.abs(latitude! - north)).toBeLessThan(1e-8);
  });

  test("the text of points is that of GDA2020, with ellipsoidal heights", async () => {
    const bytes = await readFile(delivered(`points/${NAME}_points.las`));
    const text = bytes.toString("latin1", 375 + 54, 375 + 54 + bytes.readUInt16LE(375 + 20));
    const path = join(folder, "system.wkt");
    await writeFile(path, text.replace(/\0.*$/s, ""));
    const wkt = run(["gdalsrsinfo", "-o", "wkt2", path]);
    expect(wkt).toMatch(/CS\[Cartesian,3\]/);
    expect(wkt).toContain("Geocentric Datum of Australia 2020");
  });

  test("sums are those of sha256sum", () => {
    expect(run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], "", join(folder, "out"))).toBe(
      "",
    );
  });
});
