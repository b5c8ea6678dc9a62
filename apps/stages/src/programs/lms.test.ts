import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { measuresSchema, type ProcessingFile } from "@swath/contract/processing";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openPoints, readPoints } from "../points/point-file.ts";
import { writeRecords } from "../testing/records.ts";
import { runStageFile } from "../testing/run-stage-file.ts";
import {
  BEGINS,
  straightRange,
  WEEK,
  writeStraightTrajectory,
} from "../testing/straight-flight.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lms-"));
  for (const name of ["gps", "records", "out"]) await mkdir(join(folder, name));
  await writeStraightTrajectory(join(folder, "gps"), 10);
});
afterEach(() => rm(folder, { recursive: true }));

const NAME = "FL000101_01_0007";

async function lms(
  range: Uint8Array,
  processing: Partial<ProcessingFile> = {},
  calibration = {},
  name = NAME,
) {
  await writeRecords(join(folder, "records"), processing, calibration);
  const input = join(folder, `${name}.range`);
  await writeFile(input, range);
  const records = join(folder, "records");
  const inputs = { "input.calibration": records, "input.processing": records };
  const trajectory = join(folder, "gps");
  const out = join(folder, "out");
  return await runStageFile("LMS", {
    input,
    task: `${name}.range`,
    ...inputs,
    "input.trajectory": trajectory,
    out,
  });
}

async function measure(name: string): Promise<number> {
  const text = await readFile(join(folder, "out/measures.json"), "utf8");
  return measuresSchema.parse(JSON.parse(text)).find((each) => each.name === name)?.value ?? NaN;
}

const failure = (message: string, code = 1) => ({
  code,
  errors: [`ERROR ${message}`],
});

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

describe("LMS", () => {
  test("makes a LAS file of a line, in the project's system and with standard GPS time", async () => {
    const days = [dayOf(new Date())];
    expect(await lms(straightRange(5))).toEqual({ code: 0, errors: [] });
    days.push(dayOf(new Date()));
    const file = await openPoints(join(folder, `out/${NAME}.laz`));
    // The day on which the file was written, not one of the flight.
    expect(days).toContain(dayOf(file.las.created!));
    expect(file.las.header.pointCount).toBe(500);
    expect(file.las.crs).toMatchObject({ epsg: 7855, horizontalUnit: 1 });
    const times: number[] = [];
    const heights: number[] = [];
    await readPoints(file, (block) => {
      times.push(...block.gpsTime.subarray(0, block.count));
      heights.push(...block.z.subarray(0, block.count));
      expect(block.sourceId[0]).toBe(7);
    });
    expect(times[0]).toBe(WEEK * 604_800 + BEGINS - 1e9);
    expect(Math.max(...heights.map((height) => Math.abs(height - 100)))).toBeLessThan(0.001);
    expect([await measure("points"), await measure("lostBlocks")]).toEqual([500, 0]);
  });

  test("lines of one number in two flight parts have files of their own", async () => {
    for (const part of ["01", "02"]) await lms(straightRange(1), {}, {}, `FL000101_${part}_0007`);
    const files = (await readdir(join(folder, "out"))).filter((name) => /la[sz]$/.test(name));
    expect(files.toSorted()).toEqual([`FL000101_01_0007.laz`, `FL000101_02_0007.laz`]);
    for (const name of files)
      await readPoints(await openPoints(join(folder, "out", name)), ({ sourceId }) => {
        expect(sourceId[0]).toBe(7);
      });
  });

  test("writes the same bytes each time", async () => {
    await lms(straightRange(5));
    const first = await readFile(join(folder, `out/${NAME}.laz`));
    await lms(straightRange(5));
    expect(Buffer.compare(first, await readFile(join(folder, `out/${NAME}.laz`)))).toBe(0);
  });

  test("counts the points that a gap and the end of the trajectory cost", async () => {
    await writeStraightTrajectory(join(folder, "gps"), 10, [2, 3]);
    expect(await lms(straightRange(12))).toEqual({ code: 0, errors: [] });
    // 100 a second: those between 2 and 3 s, and from 10 s on but the first.
    expect(await measure("lostWithoutTrajectory")).toBe(99 + 199);
    expect(await measure("points")).toBe(1_200 - 298);
  });

  test("leaves a damaged block out, and says so", async () => {
    const range = straightRange(5);
    range[4_096 + 2 * (28 + 1_600) + 500]! ^= 1;
    expect(await lms(range)).toEqual({ code: 0, errors: [] });
    expect([await measure("points"), await measure("lostBlocks")]).toEqual([400, 1]);
  });

  test("of a recording that is cut within a block keeps those before, and says so", async () => {
    const range = straightRange(5);
    expect(await lms(range.subarray(0, range.length - 700))).toEqual({ code: 0, errors: [] });
    expect([await measure("points"), await measure("cut")]).toEqual([400, 1]);
  });

  test("leaves a block out whose time is not a number although its checksum is right", async () => {
    const range = straightRange(5);
    const [at, length] = [4_096 + 1_628, 1_628];
    const view = new DataView(range.buffer, range.byteOffset + at, length);
    view.setFloat64(16, Number.NaN, true);
    view.setUint32(length - 4, crc32(range.subarray(at, at + length - 4)), true);
    expect(await lms(range)).toEqual({ code: 0, errors: [] });
    expect([await measure("points"), await measure("lostBlocks")]).toEqual([400, 1]);
  });

  test.each([
    ["RefToIMUMountingAnglX", 800, "800: it cannot be beyond 720"],
    ["RefToIMULeverX", 1e9, "1000000000: it cannot be beyond 100"],
    ["PriGNSSLeverX", "0.5", "expected number, received string"],
    ["RefToIMULeverZ", undefined, "expected number, received undefined"],
  ])("refuses a calibration record whose %s is %s", async (field, value, words) => {
    const path = join(folder, "records/calibration.json");
    await writeRecords(join(folder, "records"));
    const { lidar } = JSON.parse(await readFile(path, "utf8"));
    const { code, errors } = await lms(
      straightRange(1),
      {},
      { lidar: { ...lidar, [field]: value } },
    );
    expect(code).toBe(1);
    expect(errors[0]).toContain(`ERROR calibration.json: lidar.${field}`);
    expect(errors[0]).toContain(words);
  });

  test("in a system of feet writes easting, northing and height in feet", async () => {
    await lms(straightRange(1), { epsg: 2225 });
    const file = await openPoints(join(folder, `out/${NAME}.laz`));
    expect(file.las.crs).toMatchObject({ epsg: 2225 });
    await readPoints(file, (block) => {
      expect(block.z[0]).toBeCloseTo((100 * 3_937) / 1_200, 2);
    });
  });

  test.each([
    [7855, 'VERT_DATUM["Ellipsoid",2002]'],
    [2225, 'UNIT["foot",0.3048006096012192],AXIS["Up",UP]'],
  ])("says in a file of EPSG:%i that its heights are ellipsoidal", async (epsg, words) => {
    await lms(straightRange(1), { epsg });
    const { records, crs } = (await openPoints(join(folder, `out/${NAME}.laz`))).las;
    const wkt = records.find(({ recordId }) => recordId === 2112)?.data;
    expect(new TextDecoder().decode(wkt)).toContain(words);
    expect(crs.verticalUnit).toBe(crs.horizontalUnit);
  });

  test("says so by a code where a system has no text", async () => {
    await lms(straightRange(1), { epsg: 2056 });
    const { crs } = (await openPoints(join(folder, `out/${NAME}.laz`))).las;
    expect(crs).toMatchObject({ epsg: 2056, verticalEpsg: 5030 });
  });

  test.each([
    ["AHD71", 1],
    ["Ellipsoidal (GRS80)", NaN],
    [null, NaN],
  ])("of the vertical datum %s says that it is not applied", async (verticalDatum, value) => {
    expect(await lms(straightRange(1), { verticalDatum })).toEqual({ code: 0, errors: [] });
    expect(await measure("datumNotApplied")).toBe(value);
  });

  test("takes times of the week after the trajectory's to be so", async () => {
    const range = straightRange(3, { week: WEEK - 1 });
    // The times are those of a week before: the trajectory does not reach there.
    expect((await lms(range)).errors[0]).toContain("300 lie where there is no trajectory");
    const far = straightRange(3, { week: WEEK + 2 });
    expect(await lms(far)).toEqual(
      failure("FL000101_01_0007.range: is of GPS week 2411, the trajectory of 2409"),
    );
  });

  test.each([
    [null, "no coordinate system: neither the instruction nor the project names an EPSG code"],
    [4_326, "coordinate system EPSG:4326 has degrees: a projected coordinate system is needed"],
    [999_999, "coordinate system EPSG:999999 is not known"],
  ])("with EPSG code %s fails in plain words", async (epsg, message) => {
    expect(await lms(straightRange(1), { epsg })).toEqual(failure(`processing.json: ${message}`));
  });

  test("without a calibration record fails in plain words", async () => {
    expect(await lms(straightRange(1), {}, { lidar: null })).toEqual(
      failure("calibration.json: no LiDAR calibration record matches the flight"),
    );
  });

  test("of another maker's recording says that no program of ours reads it", async () => {
    const text = "RANGE\r\nLaser Serial No: 18SEN045\r\n".padEnd(5_000, "x");
    expect(await lms(new TextEncoder().encode(text))).toEqual(
      failure(
        "FL000101_01_0007.range: is no recording of the house range format: its maker's software reads it",
        3,
      ),
    );
  });

  test("of a damaged header, or of no whole block, fails and leaves no file", async () => {
    const damaged = straightRange(1);
    damaged[50]! ^= 1;
    expect((await lms(damaged)).errors[0]).toContain("has a damaged header");
    expect((await lms(straightRange(1).subarray(0, 5_000))).errors[0]).toContain("no returns");
    expect((await readdir(join(folder, "out"))).filter((name) => /la[sz]$/.test(name))).toEqual([]);
  });

  test("leaves a file out that custom processing did not choose", async () => {
    const custom = { rangeFiles: ["FL000101_01/FL000101_01_0001.range"], eoOnly: false };
    expect(await lms(straightRange(1), { custom })).toEqual({ code: 0, errors: [] });
    expect(await readdir(join(folder, "out"))).toEqual(["measures.json"]);
  });

  test("of custom processing places the returns of its times, and misses no others", async () => {
    const custom = { gpsFiles: ["a.000"], eoOnly: false };
    const times = { gpsStartTime: BEGINS + 2, gpsEndTime: BEGINS + 4 };
    expect(await lms(straightRange(12), { custom: { ...custom, ...times } })).toMatchObject({
      code: 0,
    });
    // 100 a second, and the one at the end.
    expect([await measure("points"), await measure("notChosen")]).toEqual([201, 999]);
    expect(await measure("lostWithoutTrajectory")).toBe(0);
    const seen: number[] = [];
    await readPoints(await openPoints(join(folder, `out/${NAME}.laz`)), (block) => {
      seen.push(...block.gpsTime.subarray(0, block.count));
    });
    const begins = WEEK * 604_800 + BEGINS - 1e9;
    expect([Math.min(...seen), Math.max(...seen)]).toEqual([begins + 2, begins + 4]);
    // Without times, as far as the chosen files reach: to 10 s.
    await lms(straightRange(12), { custom });
    expect([await measure("points"), await measure("notChosen")]).toEqual([1_001, 199]);
  });

  test("of custom processing a file of other times leaves nothing and is no failure", async () => {
    const custom = { gpsFiles: ["a.000"], gpsEndTime: BEGINS - 1, eoOnly: false };
    expect(await lms(straightRange(3), { custom })).toEqual({ code: 0, errors: [] });
    expect(await readdir(join(folder, "out"))).toEqual(["measures.json"]);
    expect(await measure("notChosen")).toBe(300);
    // A gap within the chosen times is missed all the same.
    await writeStraightTrajectory(join(folder, "gps"), 10, [2, 3]);
    await lms(straightRange(5), { custom: { gpsFiles: ["a.000"], eoOnly: false } });
    expect(await measure("lostWithoutTrajectory")).toBe(99);
  });

  test.each([
    ["trajectory.sbet", "holds no solution", new Uint8Array(0)],
    ["trajectory.sbet", "is no whole number of solutions of 136 bytes", new Uint8Array(100)],
    ["trajectory.sbet", "has times that do not rise", new Uint8Array(272)],
    ["gps-report.json", "is no report of the program gps", new Uint8Array(3)],
  ])("with a wrong %s fails: it %s", async (name, message, bytes) => {
    await writeFile(join(folder, "gps", name), bytes);
    expect((await lms(straightRange(1))).errors[0]).toContain(`ERROR ${name}: ${message}`);
  });
});
