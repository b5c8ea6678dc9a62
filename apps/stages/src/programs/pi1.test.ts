import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { unzipSync } from "fflate";
import { COVERAGE_TILE_BYTES } from "@swath/pointcloud/grid";
import { projectedSystemRecord } from "@swath/pointcloud/las";
import { kmzFile } from "@swath/survey/writers";
import { expect, test } from "vitest";
import type { IndexFile } from "../points/index-file.ts";
import { measuresOf, callProgram, testFolder } from "../testing/call-program.ts";
import { writeRecords } from "../testing/records.ts";
import { openPoints } from "../points/point-file.ts";
import { surveyCloud } from "./cloud-measures.ts";
import { BEGINS, WEEK, writeStraightTrajectory } from "../testing/straight-flight.ts";
import { type CloudPoint, writeCloud } from "../testing/write-cloud.ts";

/** A line to the east of 100 m, a point every metre and 0.1 s, from x and time on. */
function line(x: number, time: number, source: number): CloudPoint[] {
  return Array.from({ length: 100 }, (_, step) => ({
    x: x + step,
    y: 6_000_000.5,
    z: 50,
    time: time + step / 10,
    source,
  }));
}

const read = (folder: string): IndexFile =>
  JSON.parse(readFileSync(join(folder, "index.json"), "utf8")) as IndexFile;

const kmlOf = (out: string, name = "lines.kmz"): string =>
  new TextDecoder().decode(unzipSync(new Uint8Array(readFileSync(join(out, name))))["doc.kml"]);

test("two files of three lines: index, boundary, lines and measures", async () => {
  const [points, out] = [testFolder(), testFolder()];
  await writeCloud(join(points, "a.las"), [...line(500_000, 1_000, 3), ...line(500_000, 1_020, 3)]);
  await writeCloud(join(points, "b.las"), line(500_100, 2_000, 4));
  expect(await callProgram("pi1", { points, out })).toEqual({ code: 0, errors: [] });
  const { crs, files } = read(out);
  expect(crs).toEqual({
    epsg: 32_755,
    verticalEpsg: null,
    geographic: false,
    horizontalUnit: 1,
    verticalUnit: 1,
  });
  expect(files.map(({ path, points: count, lines }) => [path, count, lines])).toEqual([
    [
      "a.las",
      200,
      [
        { id: "3.1", sourceId: 3, start: 1_000, end: 1_009.9, points: 100 },
        { id: "3.2", sourceId: 3, start: 1_020, end: 1_029.9, points: 100 },
      ],
    ],
    ["b.las", 100, [{ id: "4", sourceId: 4, start: 2_000, end: 2_009.9, points: 100 }]],
  ]);
  expect(files[0]?.bounds).toEqual({
    min: [500_000, 6_000_000.5, 50],
    max: [500_099, 6_000_000.5, 50],
  });
  expect(measuresOf(out)).toMatchObject({
    files: 2,
    points: 300,
    lines: 3,
    timeCovered: 30,
    coveredArea: 400,
    density: 0.75,
    outsideBounds: 0,
  });
});

test("a task for each file and their join leave what one task for all leaves, to the byte", async () => {
  const [points, out, surveys, joined] = [testFolder(), testFolder(), testFolder(), testFolder()];
  mkdirSync(join(points, "more"));
  await writeCloud(join(points, "a.las"), [...line(500_000, 1_000, 3), ...line(500_000, 1_020, 3)]);
  await writeCloud(join(points, "more/a.las"), line(500_100, 1_030, 3));
  expect((await callProgram("pi1", { points, out })).code).toBe(0);
  for (const [task, path] of [
    ["a.las", "a.las"],
    ["a.las-2", "more/a.las"],
  ] as const) {
    const own = testFolder();
    mkdirSync(join(own, dirname(path)), { recursive: true });
    copyFileSync(join(points, path), join(own, path));
    const options = { points: join(own, "none"), scans: own, task, out: surveys };
    expect(await callProgram("pi1-file", options)).toEqual({ code: 0, errors: [] });
  }
  expect(await callProgram("pi1", { surveys, out: joined })).toEqual({ code: 0, errors: [] });
  const names = readdirSync(out).toSorted();
  expect(names).toContain("files.json");
  expect(readdirSync(joined).toSorted()).toEqual(names);
  for (const name of names)
    expect(readFileSync(join(joined, name))).toEqual(readFileSync(join(out, name)));
});

test("a join counts the files whose tasks failed, and names what it leaves out", async () => {
  const [surveys, out] = [testFolder(), testFolder()];
  const files = [
    ["a.las", line(500_000, 9, 3), [projectedSystemRecord(2154, 9001)]],
    [
      "b.las",
      [...line(500_000, 9, 3), ...line(500_000, 99, 4)],
      [projectedSystemRecord(2992, 9002)],
    ],
  ] as const;
  for (const [task, points, records] of files) {
    const own = testFolder();
    await writeCloud(join(own, task), points, { records: [...records] });
    await callProgram("pi1-file", { points: own, task, out: surveys });
  }
  expect(await callProgram("pi1", { surveys, failed: 2, out })).toEqual({ code: 0, errors: [] });
  expect(read(out).files.map(({ path }) => path)).toEqual(["b.las"]);
  expect(measuresOf(out)).toMatchObject({ files: 1, damagedFiles: 3 });
});

/** A field of 4,000 points from 147° east on, 1e-5° apart. */
const field = (south: number): CloudPoint[] =>
  Array.from({ length: 4_000 }, (_, n) => ({
    x: 147 + (n % 100) * 1e-5,
    y: south + Math.floor(n / 100) * 1e-5,
    z: 50,
    time: 1_000 + n / 1_000,
    source: 3,
  }));

test("in degrees files at different latitudes cover cells of one size, without voids between them", async () => {
  const [points, out, alone] = [testFolder(), testFolder(), testFolder()];
  const settings = {
    records: [],
    scale: [1e-7, 1e-7, 1e-3] as const,
    offset: [147, -36, 0] as const,
  };
  const epsg = 4326;
  await writeCloud(join(points, "a.las"), field(-36), settings);
  expect((await callProgram("pi1", { points, epsg, out: alone })).code).toBe(0);
  await writeCloud(join(points, "b.las"), field(-37), settings);
  expect((await callProgram("pi1", { points, epsg, out })).code).toBe(0);
  const [one, both] = [measuresOf(alone)["coveredArea"]!, measuresOf(out)["coveredArea"]!];
  expect(measuresOf(out)["voidShare"]).toBe(0);
  expect(both / one).toBeGreaterThan(1.9);
  expect(both / one).toBeLessThan(2.1);
});

test("of a header whose bounds are no numbers every point is outside them", async () => {
  const [points, out] = [testFolder(), testFolder()];
  const path = join(points, "a.las");
  await writeCloud(path, line(500_000, 1_000, 3));
  const bytes = readFileSync(path);
  bytes.writeDoubleLE(Number.NaN, 179);
  writeFileSync(path, bytes);
  expect(await callProgram("pi1", { points, out })).toEqual({ code: 0, errors: [] });
  expect(measuresOf(out)).toMatchObject({ points: 100, outsideBounds: 100 });
});

test("boundary and lines stand where the points are: zone 55 south, x 500,000 is 147° east", async () => {
  const [points, out] = [testFolder(), testFolder()];
  await writeCloud(join(points, "a.las"), line(500_000, 1_000, 3));
  await callProgram("pi1", { points, out });
  const boundary = JSON.parse(readFileSync(join(out, "boundary.geojson"), "utf8")) as {
    features: { geometry: { coordinates: number[][][][] } }[];
  };
  const ring = boundary.features[0]?.geometry.coordinates[0]?.[0] ?? [];
  expect(ring[0]).toEqual(ring.at(-1));
  for (const [longitude = 0, latitude = 0] of ring) {
    // 6,000,000 m south of the pole's 10,000,000 are 36.14° at the central meridian.
    expect(Math.abs(longitude - 147)).toBeLessThan(0.002);
    expect(latitude).toBeCloseTo(-36.143, 2);
  }
  const kml = kmlOf(out);
  expect(kml).toContain("<name>3</name>");
  expect(kml.match(/147\.0\d+,-36\.14\d+,50\.00/g)).toHaveLength(10);
});

test("a damaged file is named with its reason, the others go on, exit code 1", async () => {
  const [points, out] = [testFolder(), testFolder()];
  for (const name of ["a.las", "b.las"]) await writeCloud(join(points, name), line(500_000, 9, 3));
  truncateSync(join(points, "a.las"), 3_000);
  writeFileSync(join(points, "c.laz"), "LASF");
  expect(await callProgram("pi1", { points, out })).toEqual({
    code: 1,
    errors: [
      "ERROR a.las: is cut off: its header states 100 points, it holds 84",
      "ERROR c.laz: is shorter than a LAS header",
    ],
  });
  expect(read(out).files.map(({ path }) => path)).toEqual(["b.las"]);
  expect(measuresOf(out)).toMatchObject({ files: 1, damagedFiles: 2 });
});

test("feet become metres in every measure; the index keeps the file's units", async () => {
  const [points, out] = [testFolder(), testFolder()];
  // 100 ft in steps of 1 ft: cells of 2 m (6.56 ft) in a row.
  await writeCloud(join(points, "a.las"), line(500_000, 9, 3), {
    records: [projectedSystemRecord(2992, 9002)],
  });
  await callProgram("pi1", { points, out });
  expect(read(out).crs).toEqual({
    epsg: 2992,
    verticalEpsg: null,
    geographic: false,
    horizontalUnit: 0.3048,
    verticalUnit: 0.3048,
  });
  expect(measuresOf(out)["coveredArea"]).toBe(64);
});

test("without a system in the file the project's is taken; without one the file fails", async () => {
  const [points, out] = [testFolder(), testFolder()];
  await writeCloud(join(points, "a.las"), line(500_000, 9, 3), { records: [] });
  const { code, errors } = await callProgram("pi1", { points, out });
  expect(code).toBe(1);
  expect(errors[0]).toMatch(/^ERROR a.las: states no coordinate system/);
  expect(existsSync(join(out, "index.json"))).toBe(false);
  expect((await callProgram("pi1", { points, out, epsg: 32_755 })).code).toBe(0);
  expect(read(out).crs.epsg).toBe(32_755);
  const degrees = await callProgram("pi1", { points, out: testFolder(), epsg: 4326 });
  expect(degrees.errors[0]).toMatch(
    /^ERROR a.las: states no coordinate system, so that the project's is taken; it is said to be in degrees/,
  );
});

/** What the records of a cloud state: zone 55 south, and heights in a system of an EPSG code. */
const withHeights = (code: number) => {
  const utm = `PROJCS["UTM",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],UNIT["metre",1],AUTHORITY["EPSG","32755"]]`;
  const wkt = `COMPD_CS["a + b",${utm},VERT_CS["h",VERT_DATUM["h",2005],UNIT["metre",1],AUTHORITY["EPSG","${code}"]]]`;
  const data = new TextEncoder().encode(`${wkt}\0`);
  return [{ ...projectedSystemRecord(32_755), recordId: 2112, data }];
};

test.each([
  ["AHD", 5711, { withoutDatum: 0, otherDatum: 0 }],
  ["NAVD88", 5711, { withoutDatum: 0, otherDatum: 1 }],
  [null, 5711, { withoutDatum: 0, otherDatum: null }],
  ["AHD", null, { withoutDatum: 1, otherDatum: null }],
])("heights: project in %s, file in EPSG:%s", async (verticalDatum, code, measured) => {
  const [points, out, processing] = [testFolder(), testFolder(), testFolder()];
  const settings = code === null ? {} : { records: withHeights(code) };
  await writeCloud(join(points, "a.las"), line(500_000, 9, 3), settings);
  await writeRecords(processing, { verticalDatum });
  expect(await callProgram("pi1", { points, out, processing })).toEqual({ code: 0, errors: [] });
  expect(measuresOf(out)).toMatchObject(measured);
  expect(read(out).crs.verticalEpsg).toBe(code);
});

test("a file with heights in another system is named", async () => {
  const [points, out] = [testFolder(), testFolder()];
  await writeCloud(join(points, "a.las"), line(500_000, 9, 3), { records: withHeights(5703) });
  await writeCloud(join(points, "b.las"), [...line(500_000, 9, 3), ...line(500_000, 99, 4)], {
    records: withHeights(5711),
  });
  expect((await callProgram("pi1", { points, out })).errors).toEqual([
    "ERROR a.las: is in EPSG:32755 (units of 1 m, heights in EPSG:5703 of 1 m), most points are in EPSG:32755 (units of 1 m, heights in EPSG:5711 of 1 m)",
  ]);
});

test("a file of another system is named; most points decide", async () => {
  const [points, out] = [testFolder(), testFolder()];
  await writeCloud(join(points, "a.las"), line(500_000, 9, 3).slice(0, 9));
  await writeCloud(join(points, "b.las"), line(500_000, 9, 3), {
    records: [projectedSystemRecord(2154, 9001)],
  });
  expect((await callProgram("pi1", { points, out })).errors).toEqual([
    "ERROR a.las: is in EPSG:32755 (units of 1 m, heights of 1 m), most points are in EPSG:2154 (units of 1 m, heights of 1 m)",
  ]);
});

/** Points 600 m apart, each in a tile of the coverage of its own. */
function* scattered(count: number): Generator<CloudPoint> {
  for (let at = 0; at < count; at += 1)
    yield { x: 500_000 + (at % 200) * 600, y: 6_000_000 + Math.floor(at / 200) * 600, z: 50 };
}

test("points scattered over more tiles than fit are refused in words", async () => {
  const path = join(testFolder(), "a.las");
  await writeCloud(path, scattered(12));
  const file = await openPoints(path);
  const covered = async (tiles: number) => {
    const scale = { x: 1, y: 1, z: 1 };
    // Tiles of 256 by 256 bits.
    return await surveyCloud(file, scale, 2, () => {}, tiles * COVERAGE_TILE_BYTES).then(
      ({ coverage }) => coverage.count,
      String,
    );
  };
  expect(await covered(12)).toBe(12);
  expect(await covered(11)).toBe(
    "Error: has points scattered over too large an area for cells of 2 m",
  );
});

test.each([
  ["seconds of the week", false, BEGINS],
  ["standard times", true, WEEK * 604_800 + BEGINS - 1e9],
])(
  "where there is a trajectory lines are drawn as flown: points with %s",
  async (_, standardTime, begins) => {
    const [points, trajectory, out] = [testFolder(), testFolder(), testFolder()];
    await writeStraightTrajectory(trajectory, 60);
    const cloud = [...line(500_000, begins + 20, 3), ...line(500_000, begins + 100, 4)];
    await writeCloud(join(points, "a.las"), cloud, { standardTime });
    expect((await callProgram("pi1", { points, trajectory, out })).code).toBe(0);
    const [flown = "", behind = ""] = kmlOf(out).split("<Placemark>").slice(1);
    // Week 2409 is 2026-03-08.
    const begin = new Date(Date.UTC(1980, 0, 6) + (WEEK * 604_800 + BEGINS + 20 - 18) * 1_000);
    expect(flown).toContain(`<TimeSpan><begin>${begin.toISOString()}</begin>`);
    // 145° east, 1,000 m high, from −37° on 60 m/s to the north, a place each second from second 20 on.
    const places = [...flown.matchAll(/145\.00000000,(-36\.\d+),1000\.00/g)].map(([, y]) =>
      Number(y),
    );
    expect(places).toHaveLength(10);
    expect(places[0]).toBeCloseTo(-37 + ((20 * 60) / 6_360_000) * (180 / Math.PI), 6);
    expect(places[9]).toBeCloseTo(-37 + ((29 * 60) / 6_360_000) * (180 / Math.PI), 6);
    // Beyond the trajectory's end a line is drawn by its points.
    expect(behind.match(/147\.0\d+,-36\.14\d+,50\.00/g)).toHaveLength(10);
  },
);

/** A plan KMZ with an area from 20 to 50 m east of x 500,000, and one far away. */
function writePlan(folder: string, name: string, areas: readonly [string, number, number][]): void {
  const degree = 1 / 89_960;
  const marks = areas.map(([area, west, east]) => {
    const [from, to] = [147 + west * degree, 147 + east * degree];
    const ring = [
      [from, -36.2],
      [to, -36.2],
      [to, -36.1],
      [from, -36.1],
    ] as const;
    return { name: area, shapes: [{ type: "area" as const, rings: [ring] }] };
  });
  writeFileSync(join(folder, name), kmzFile("plan", [{ name: "", marks }]));
}

const AREAS: [string, number, number][] = [
  ["AOI 1", -9_000, -8_000],
  ["AOI 2", 20, 50],
];
const metresEast = (kml: string): number[] =>
  [...kml.matchAll(/(147\.\d+),-36/g)].map(([, x]) => Math.round((Number(x) - 147) * 89_960));

test("each area of the plan gets the stretches of the lines inside it, with their times", async () => {
  const [points, plan, processing, out] = [testFolder(), testFolder(), testFolder(), testFolder()];
  const begins = WEEK * 604_800 + 1_000 - 1e9;
  await writeCloud(join(points, "a.las"), line(500_000, begins, 3), { standardTime: true });
  writePlan(plan, "PRJ00001_flight_plan.kmz", AREAS);
  writePlan(plan, "PRJ00002_flight_plan.kmz", [["AOI 7", 0, 100]]);
  await writeRecords(processing, { projectId: "PRJ00001", aoiNo: 2 });
  expect((await callProgram("pi1", { points, plan, processing, out })).code).toBe(0);
  const files = readdirSync(out).filter((name) => name.startsWith("lines"));
  expect(files.toSorted()).toEqual(["lines.kmz", "lines_AOI1.kmz", "lines_AOI2.kmz"]);
  expect(kmlOf(out, "lines_AOI1.kmz")).not.toContain("<Placemark>");
  const inside = kmlOf(out, "lines_AOI2.kmz");
  expect(inside).toContain("<name>3</name><description>GPS time");
  expect(inside).toMatch(/<TimeSpan><begin>20\d\d-/);
  const places = metresEast(inside);
  expect([places[0], places.at(-1)]).toEqual([20, 50]);
  expect(metresEast(kmlOf(out)).at(-1)).toBeGreaterThan(80);
});

test.each([
  ["no area of the plan has a number: all of them are the area", [["Town", 20, 50]], 20, 50],
  ["the plan draws other areas alone: the lines are whole", [["AOI 9", 20, 50]], 5, 95],
  ["there is no plan: the lines are whole", undefined, 5, 95],
] as const)("where %s", async (_, areas, west, east) => {
  const [points, plan, processing, out] = [testFolder(), testFolder(), testFolder(), testFolder()];
  await writeCloud(join(points, "a.las"), line(500_000, 1_000, 3));
  if (areas !== undefined)
    writePlan(
      plan,
      "PRJ00001.kmz",
      areas.map(([...area]) => area),
    );
  await writeRecords(processing, { projectId: "PRJ00001", aoiNo: 2 });
  await callProgram("pi1", { points, plan, processing, out });
  const places = metresEast(kmlOf(out, "lines_AOI2.kmz"));
  expect([places[0], places.at(-1)]).toEqual([west, east].map((x) => expect.closeTo(x, -1)));
  expect(measuresOf(out)).toMatchObject({ unreadPlans: 0 });
});

test("a plan that cannot be read is counted, and the lines are whole", async () => {
  const [points, plan, processing, out] = [testFolder(), testFolder(), testFolder(), testFolder()];
  await writeCloud(join(points, "a.las"), line(500_000, 1_000, 3));
  writeFileSync(join(plan, "PRJ00001.kmz"), "no zip");
  await writeRecords(processing, { projectId: "PRJ00001", aoiNo: 2 });
  expect(await callProgram("pi1", { points, plan, processing, out })).toEqual({
    code: 0,
    errors: [],
  });
  expect(measuresOf(out)).toMatchObject({ unreadPlans: 1 });
  expect(metresEast(kmlOf(out, "lines_AOI2.kmz"))).toHaveLength(10);
});
