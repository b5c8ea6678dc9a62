import { existsSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { projectedSystemRecord } from "@swath/pointcloud/las";
import { expect, test } from "vitest";
import type { IndexFile } from "../../points/index-file.ts";
import { measuresOf, callProgram, testFolder } from "../../testing/call-program.ts";
import { writeRecords } from "../../testing/records.ts";
import { type CloudPoint, writeCloud } from "../../testing/write-cloud.ts";

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
  const kml = new TextDecoder().decode(
    unzipSync(new Uint8Array(readFileSync(join(out, "lines.kmz"))))["doc.kml"],
  );
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

test("points scattered over half a continent are refused in words; they cover nothing", async () => {
  const [points, out] = [testFolder(), testFolder()];
  await writeCloud(join(points, "a.las"), scattered(40_000));
  await writeCloud(join(points, "b.las"), line(500_000, 9, 3));
  expect(await callProgram("pi1", { points, out })).toEqual({
    code: 1,
    errors: ["ERROR a.las: has points scattered over too large an area for cells of 2 m"],
  });
  expect(measuresOf(out)).toMatchObject({ files: 1, points: 100, coveredArea: 200 });
});
