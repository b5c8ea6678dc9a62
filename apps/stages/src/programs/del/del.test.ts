import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type ProjectedSystem,
  projectedSystem,
  systemConversion,
} from "@swath/pointcloud/coordinates";
import { ELLIPSOIDAL_HEIGHTS, projectedSystemRecord } from "@swath/pointcloud/las";
import { copcInfo } from "@swath/pointcloud/copc";
import { geotiffPlace } from "@swath/pointcloud/raster";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPoints, readPoints } from "../../points/point-file.ts";
import { epsgDefinition } from "../../target-system.ts";
import { writeCloud } from "../../testing/write-cloud.ts";
import { measuresOf } from "../../testing/call-program.ts";
import { pathsOf, runDelivery, writeLand } from "../../testing/delivery-rig.ts";
import { readTileHeights } from "../../testing/read-heights.ts";
import { groundHeight, SOUTH, WEST } from "../../testing/synthetic-flight.ts";

let folder = "";
/** A delivery of what the instruction has by itself. */
let whole: Awaited<ReturnType<typeof runDelivery>>;
/** The points of the land, as text. */
let land: readonly string[];

function systemOf(epsg: number): ProjectedSystem {
  const system = projectedSystem(epsg, epsgDefinition(epsg));
  if ("fault" in system) throw new Error(system.fault);
  return system;
}
beforeAll(async () => {
  folder = await writeLand();
  whole = await runDelivery(folder, { instruction: {}, files: {}, points: folder });
  land = await pointsOf([join(folder, "a.las"), join(folder, "b.las")]);
}, 30_000);
afterAll(() => rm(folder, { recursive: true }));

const deliver = (
  instruction: object,
  files: Readonly<Record<string, string>> = {},
  points = folder,
) => runDelivery(folder, { instruction, files, points });

/** Every point of files, as text, in order. */
async function pointsOf(paths: readonly string[]): Promise<string[]> {
  const points: string[] = [];
  for (const path of paths)
    await readPoints(await openPoints(path), ({ count, x, y, z, ...of }) => {
      for (let at = 0; at < count; at += 1)
        points.push(
          [
            x[at]!.toFixed(3),
            y[at]!.toFixed(3),
            z[at]!.toFixed(2),
            of.classification[at],
            of.gpsTime[at],
            of.sourceId[at],
          ].join(),
        );
    });
  return points.toSorted();
}

const TILES = [
  "500000_6000000",
  "500000_6000100",
  "500100_6000000",
  "500100_6000100",
  "500200_6000000",
  "500200_6000100",
].map((place) => `PRJ00012_North_Pit_${place}`);

/** The houses at the edge of the land, under which nothing tells the slope. */
const isEdge = (x: number, y: number): boolean => x < 17 || y < 13;

describe("points of a delivery", () => {
  test.each([
    ["laz", "laz"],
    ["copc", "copc.laz"],
  ])("are the same as %s, all and those of the ground", async (format, suffix) => {
    const products = [
      { type: "pointCloud", format },
      { type: "pointCloud", format, points: "ground" },
    ];
    const { code, errors, out } = await deliver({ products });
    expect({ code, errors }).toEqual({ code: 0, errors: [] });
    expect(measuresOf(out)).toMatchObject({ lostPoints: 0, otherNames: 0, otherSystems: 0 });
    for (const name of ["points", "ground"]) {
      const paths = (to: string, end: string) =>
        TILES.map((tile) => join(to, `${name}/${tile}_${name}.${end}`));
      expect(await pointsOf(paths(out, suffix))).toEqual(await pointsOf(paths(whole.out, "las")));
    }
    const first = await openPoints(join(out, `points/${TILES[0]}_points.${suffix}`));
    expect(copcInfo(first.las.records) !== undefined).toBe(format === "copc");
  });
});

describe("a delivery", () => {
  test("has each product of each tile by its name, every point once, and truthful checksums", async () => {
    const { code, errors, out } = whole;
    expect({ code, errors }).toEqual({ code: 0, errors: [] });
    const kinds = {
      points: "las",
      ground: "las",
      dtm_1m: "tif",
      dsm_1m: "tif",
      hillshade_1m: "tif",
      "contours_0.5m": "gpkg",
    };
    const expected = Object.entries(kinds).flatMap(([name, ending]) =>
      TILES.map((tile) => `${name}/${tile}_${name}.${ending}`),
    );
    const beside = ["SHA256SUMS", "delivery.json", "index.geojson", "measures.json"];
    expect(await pathsOf(out)).toEqual([...expected, ...beside].toSorted());
    const delivered = await pointsOf(TILES.map((tile) => join(out, `points/${tile}_points.las`)));
    expect(delivered).toEqual(land);
    const ground = await pointsOf(TILES.map((tile) => join(out, `ground/${tile}_ground.las`)));
    expect(ground).toEqual(delivered.filter((point) => point.split(",")[3] === "2"));
    const sums = (await readFile(join(out, "SHA256SUMS"), "utf8")).trimEnd().split("\n");
    expect(sums).toHaveLength(expected.length + 2);
    for (const line of sums) {
      const bytes = await readFile(join(out, line.slice(66)));
      expect(line.slice(0, 64)).toBe(createHash("sha256").update(bytes).digest("hex"));
    }
    expect(measuresOf(out)).toMatchObject({
      products: expected.length,
      missingProducts: 0,
      otherNames: 0,
      otherSystems: 0,
      outsideTiles: 0,
      lostPoints: 0,
      tiles: 6,
      deliveredPoints: delivered.length,
      pointsInNoTile: 0,
      heightsUnstated: 0,
    });
  });

  test("has the planted heights, and rasters of neighbours meet", async () => {
    const { out } = whole;
    const path = (tile: string): string => join(out, `dtm_1m/${tile}_dtm_1m.tif`);
    const found = readTileHeights(await readFile(path(TILES[0]!)), 100, 100);
    const errors = found.flatMap((z, at) => {
      const [x, y] = [(at % 100) + 0.5, 99.5 - Math.floor(at / 100)];
      return isEdge(x, y) ? [] : [z - groundHeight(x, y)];
    });
    expect(Math.max(...errors.map(Math.abs))).toBeLessThan(0.3);
    expect(Math.sqrt(errors.reduce((sum, e) => sum + e * e, 0) / errors.length)).toBeLessThan(0.03);
    // A tile of the whole land has the same terrain on both sides of the seam.
    const one = await deliver({
      tileExtents: {
        kind: "list",
        tiles: [{ name: "all", minX: WEST, minY: SOUTH, maxX: WEST + 240, maxY: SOUTH + 120 }],
      },
      tileNaming: "{tile}",
      products: [{ type: "raster", model: "dtm", cell: 1 }],
    });
    const all = readTileHeights(await readFile(join(one.out, "dtm_1m/all_dtm_1m.tif")), 240, 120);
    const differences = found.flatMap((z, at) => {
      const [column, row] = [at % 100, Math.floor(at / 100)];
      return isEdge(column, 99.5 - row) ? [] : [Math.abs(z - all[(20 + row) * 240 + column]!)];
    });
    expect(Math.max(...differences)).toBeLessThan(0.01);
  });

  test("to another datum moves places and ellipsoidal heights as PROJ does", async () => {
    const { errors, out } = await deliver({
      targetHorizontalDatum: "EPSG:7856",
      tileNaming: "t_{easting}_{northing}",
      products: [
        { type: "pointCloud", format: "las" },
        { type: "raster", model: "dtm", cell: 1 },
      ],
    });
    expect(errors).toEqual([]);
    // gdaltransform 3.6.2, EPSG:28356 to EPSG:7856 by EPSG:8048, and EPSG:4939 to EPSG:7843, at (500100, 6000060).
    const [east, north, up] = [0.435_2, 1.385_8, -0.092_9];
    const file = await openPoints(join(out, "points/t_500100_6000000_points.las"));
    expect(file.las.crs).toMatchObject({ epsg: 7_856 });
    const errorsOf: number[] = [];
    await readPoints(file, ({ count, x, y, z, classification }) => {
      for (let at = 0; at < count; at += 1) {
        const [px, py] = [x[at]! - WEST - east, y[at]! - SOUTH - north];
        if (classification[at] === 2) errorsOf.push(z[at]! - up - groundHeight(px, py));
      }
    });
    const mean = errorsOf.reduce((sum, each) => sum + each, 0) / errorsOf.length;
    expect(Math.abs(mean)).toBeLessThan(0.001);
    const place = geotiffPlace(await readFile(join(out, "dtm_1m/t_500100_6000000_dtm_1m.tif")));
    expect(place).toMatchObject({
      epsg: 7_856,
      west: 500_100,
      north: 6_000_100,
      width: 100,
      height: 100,
    });
  });

  test("puts a point in the tile that its written place lies in", async () => {
    const [mga94, mga2020] = [systemOf(28_356), systemOf(7_856)];
    const place = {
      x: Float64Array.of(500_099.999_7),
      y: Float64Array.of(SOUTH + 50),
      z: new Float64Array(1),
    };
    systemConversion(mga2020, mga94, "ellipsoidal")!(place, 1);
    const points = join(folder, "edge");
    await mkdir(points, { recursive: true });
    const records = [projectedSystemRecord(28_356, 9001, ELLIPSOIDAL_HEIGHTS)];
    const cloud = [{ x: place.x[0]!, y: place.y[0]!, z: 9, classification: 2 }];
    await writeCloud(join(points, "a.las"), cloud, { records, scale: [1e-5, 1e-5, 1e-5] });
    await writeFile(join(points, "index.json"), await readFile(join(folder, "index.json")));
    const { errors, out } = await deliver(
      {
        targetHorizontalDatum: "EPSG:7856",
        tileNaming: "t_{easting}_{northing}",
        products: [{ type: "pointCloud", format: "las" }],
      },
      {},
      points,
    );
    expect(errors).toEqual([]);
    expect(await readdir(join(out, "points"))).toEqual(["t_500100_6000000_points.las"]);
    expect(await pointsOf([join(out, "points/t_500100_6000000_points.las")])).toEqual([
      expect.stringMatching(/^500100\.000,6000050\.000,/),
    ]);
  });

  test("has an index whose polygons are the tiles in longitude and latitude", async () => {
    const { features } = JSON.parse(await readFile(join(whole.out, "index.geojson"), "utf8")) as {
      features: { properties: Record<string, unknown>; geometry: { coordinates: number[][][] } }[];
    };
    expect(features.map(({ properties }) => properties["tile"])).toEqual(TILES);
    const [first] = features;
    expect(first!.properties).toMatchObject({ minX: 500_000, maxY: 6_000_100, epsg: 28_356 });
    expect(first!.properties["files"]).toContain(`points/${TILES[0]}_points.las`);
    // The central meridian of zone 56 is 153°.
    expect(first!.geometry.coordinates[0]![0]![0]).toBeCloseTo(153, 9);
    expect(first!.geometry.coordinates[0]).toHaveLength(5);
  });

  test("of many small tiles keeps every point", async () => {
    const tiles = Array.from({ length: 18 }, (_, n) => {
      const [minX, minY] = [WEST + (n % 6) * 40, SOUTH + Math.floor(n / 6) * 40];
      return { name: `n${n}`, minX, minY, maxX: minX + 40, maxY: minY + 40 };
    });
    const { errors, out } = await deliver({
      tileExtents: { kind: "list", tiles },
      tileNaming: "{tile}",
      products: [{ type: "pointCloud", format: "las" }],
    });
    expect(errors).toEqual([]);
    const paths = tiles.map(({ name }) => join(out, `points/${name}_points.las`));
    expect(await pointsOf(paths)).toEqual(land);
    expect(measuresOf(out)).toMatchObject({ tiles: 18, lostPoints: 0, outsideTiles: 0 });
  });

  test("of a grid with bounds has only the tiles that overlap them", async () => {
    const bounds = { minX: WEST + 110, minY: SOUTH + 10, maxX: WEST + 120, maxY: SOUTH + 20 };
    const { out } = await deliver({
      tileExtents: { kind: "grid", side: 100, bounds },
      products: [{ type: "pointCloud", format: "las" }],
    });
    expect(await readdir(join(out, "points"))).toEqual([`${TILES[2]}_points.las`]);
    expect(measuresOf(out)["pointsInNoTile"]).toBeGreaterThan(0);
  });
});

test("tiles that share ground have its points each, and a point in any is in one", async () => {
  const tiles = [0, 30].map((x) => ({
    name: `n${x}`,
    minX: WEST + x,
    minY: SOUTH,
    maxX: WEST + x + 60,
    maxY: SOUTH + 120,
  }));
  const { errors, out } = await deliver({
    tileExtents: { kind: "list", tiles },
    tileNaming: "{tile}",
    products: [{ type: "pointCloud", format: "las" }],
  });
  expect(errors).toEqual([]);
  const [one, other, both] = [["n0"], ["n30"], ["n0", "n30"]].map((names) =>
    pointsOf(names.map((name) => join(out, `points/${name}_points.las`))),
  ) as [Promise<string[]>, Promise<string[]>, Promise<string[]>];
  const inAny = new Set(await both).size;
  expect(inAny).toBeLessThan((await one).length + (await other).length);
  expect(measuresOf(out)).toMatchObject({
    deliveredPoints: (await both).length,
    pointsInNoTile: land.length - inAny,
    lostPoints: 0,
  });
});

describe("control points of an instruction", () => {
  const rows = [30, 60, 90].map((x) => `P${x},${WEST + x},${SOUTH + 40},${groundHeight(x, 40)}`);
  const products = [{ type: "pointCloud", format: "las" }];

  test("are compared with the ground that is delivered", async () => {
    const { errors, out } = await deliver(
      { control: true, products },
      { "control_PRJ00012_North Pit.txt": rows.join("\n") },
    );
    expect(errors).toEqual([]);
    const { controlPoints, controlMedian, controlRms, controlFileMissing } = measuresOf(out);
    expect([controlPoints, controlFileMissing]).toEqual([3, 0]);
    expect(Math.abs(controlMedian!)).toBeLessThan(0.02);
    expect(controlRms!).toBeLessThan(0.03);
    const check = await readFile(join(out, "control_PRJ00012_North Pit_check.csv"), "utf8");
    expect(check.split("\r\n")).toHaveLength(5);
  });

  test("show ground that is 0.2 m too high", async () => {
    const low = rows.map((row) => row.replace(/[\d.]+$/, (z) => String(Number(z) - 0.2)));
    const { out } = await deliver(
      { control: true, products },
      { "control_PRJ00012_North Pit.txt": low.join("\n") },
    );
    expect(measuresOf(out)["controlMedian"]).toBeCloseTo(0.2, 1);
  });

  test("that are not there are a measure out of its bound", async () => {
    const { code, out } = await deliver({ control: true, products });
    expect(code).toBe(0);
    expect(measuresOf(out)).toMatchObject({ controlFileMissing: 1 });
  });
});
