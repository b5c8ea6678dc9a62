import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, matchesGlob } from "node:path";
import { measuresSchema, type ProcessingFile, stageFileSchema } from "@swath/contract/processing";
import { SBET_BYTES } from "@swath/pointcloud/navigation";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  applanixFile,
  group,
  installationMessage,
} from "../../../../../tools/sample/applanix-writer.ts";
import { hasRealData, realFile } from "../../../../../tools/testing/real-data.ts";
import { writeRecords } from "../../testing/records.ts";
import { runStageFile } from "../../testing/run-stage-file.ts";
import type { TrackPlace } from "./trajectory-file.ts";
import { writeTrajectoryPictures } from "./trajectory-pictures.ts";

const UP = Date.UTC(2026, 2, 14, 1, 0, 0);
const BEGINS = 522_018;
const SPAN = { serial: "7045", latitude: -37, longitude: 145 };
let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "gps-"));
  for (const name of ["in/FL000101_01", "records", "out"])
    await mkdir(join(folder, name), { recursive: true });
});
afterEach(() => rm(folder, { recursive: true }));

/** File n of the recording of part 01: 20 s from 20 n s on. */
async function record(n: number, change: Partial<Parameters<typeof applanixFile>[0]> = {}) {
  const start = UP + n * 20_000;
  const bytes = applanixFile({ ...SPAN, start, end: start + 20_000, ...change });
  await writeFile(join(folder, `in/FL000101_01/FL000101_01.00${n}`), bytes);
}

async function gps(processing: Partial<ProcessingFile> = {}, calibration = {}) {
  await writeRecords(join(folder, "records"), processing, calibration);
  const records = join(folder, "records");
  const inputs = { "input.calibration": records, "input.processing": records };
  // The other uploads have no files: their folders are not there.
  const gpsFolder = join(folder, "none");
  const lidar = join(folder, "in");
  const out = join(folder, "out");
  return await runStageFile("GPS", {
    ...inputs,
    "input.lidar": lidar,
    "input.gps": gpsFolder,
    out,
  });
}

const text = (name: string): Promise<string> => readFile(join(folder, "out", name), "utf8");

async function measures(): Promise<Map<string, number | null>> {
  const read = measuresSchema.parse(JSON.parse(await text("measures.json")));
  return new Map(read.map(({ name, value }) => [name, value]));
}

async function solutions(): Promise<Float64Array> {
  const bytes = await readFile(join(folder, "out/trajectory.sbet"));
  return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

/** A solution of group 1. */
const solution = (
  second: number,
  values: { height?: number; latitude?: number } = {},
): Uint8Array =>
  group(1, BEGINS + second, 101, (w) => {
    w.f64(values.latitude ?? -37)
      .f64(145)
      .f64(values.height ?? 1_500);
    w.f32(0).f32(60).f32(0).f64(0).f64(0).f64(90).f64(0).f32(90).f32(60);
  });

async function recorded(records: readonly Uint8Array[]) {
  const path = join(folder, "in/FL000101_01/FL000101_01.000");
  await writeFile(path, Buffer.concat([installationMessage(), ...records]));
  const { code } = await gps();
  return { code, measures: await measures() };
}

describe("GPS", () => {
  test("joins a series into one trajectory with report, track, previews and measures", async () => {
    for (const n of [0, 1, 2]) await record(n);
    expect(await gps()).toEqual({ code: 0, errors: [] });
    expect((await stat(join(folder, "out/trajectory.sbet"))).size).toBe(60 * SBET_BYTES);
    expect(JSON.parse(await text("gps-report.json"))).toMatchObject({
      gpsWeek: 2409,
      leapSeconds: 18,
      trajectory: { solutions: 60, start: BEGINS, end: BEGINS + 59, navigating: 1 },
      recordings: [{ files: ["FL000101_01.000", "FL000101_01.001", "FL000101_01.002"] }],
      leverArm: {
        from: { sensor: "Galaxy - 045", surveyed: "2026-01-01T00:00:00Z" },
        arm: [0.5, 0.1, -1.25],
      },
    });
    const [line] = JSON.parse(await text("trajectory.geojson")).features;
    expect(line.geometry.coordinates).toHaveLength(60);
    for (const name of ["trajectory.svg", "trajectory-profile.svg"]) {
      const { size } = await stat(join(folder, "out", name));
      expect(size).toBeGreaterThan(1_000);
      expect(size).toBeLessThan(500_000);
    }
    expect((await measures()).get("solutions")).toBe(60);
  });

  test("moves the antenna's place to the IMU by the calibration record's lever arm", async () => {
    await record(0);
    await gps();
    const [, , , withLever = 0] = await solutions();
    await gps({}, { lidar: null });
    const [, latitude = 0, , without = 0] = await solutions();
    expect(latitude).toBeCloseTo((-37 * Math.PI) / 180, 12);
    expect(without).toBe(1_500);
    // 1.25 m below the antenna, and 0.5 m behind it with the nose up by 1.5°.
    expect(withLever).toBeCloseTo(1_500 - 1.25 - 0.5 * Math.sin((1.5 * Math.PI) / 180), 2);
  });

  test("names a gap, and draws the track in two pieces", async () => {
    for (const n of [0, 2]) await record(n);
    await gps();
    const { gaps } = JSON.parse(await text("gps-report.json")).trajectory;
    expect(gaps).toEqual([{ start: BEGINS + 19, end: BEGINS + 40 }]);
    expect((await measures()).get("longestGap")).toBe(21);
    expect(JSON.parse(await text("trajectory.geojson")).features).toHaveLength(2);
    expect(await text("trajectory.svg")).toMatch(/stroke="rgb\(214,50,56\)" stroke-width="5"/);
  });

  test("pictures of hours of a noisy track are as large as others, and under 500 kB", async () => {
    let seed = 1;
    const noise = (): number => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return seed / 2 ** 31 - 1;
    };
    const track = Array.from({ length: 30_000 }, (_, n): TrackPlace => {
      const [leg, along] = [Math.floor(n / 600), (n % 600) / 600];
      const longitude = 153 + 0.15 * (leg % 2 === 0 ? along : 1 - along);
      return [longitude, -36 - 0.004 * leg, 1_500 + 3 * noise(), 70 + 2 * noise(), n];
    });
    await writeTrajectoryPictures(folder, track, { trajectory: { gaps: [] } } as never);
    for (const name of ["trajectory.svg", "trajectory-profile.svg"]) {
      const svg = await readFile(join(folder, name), "utf8");
      expect(svg.length).toBeLessThan(500_000);
      expect(svg).toMatch(/^<svg [^>]*width="900"/);
    }
  });

  test("compares with the flight lines of the FMS log", async () => {
    for (const n of [0, 1]) await record(n);
    const log = [
      `2409 ${BEGINS + 5} LINE 001 START PRJ00001`,
      `2409 ${BEGINS + 25} LINE 001 END`,
      `2409 ${BEGINS + 29} LINE 002 START PRJ00001`,
      `2409 ${BEGINS + 49} LINE 002 END`,
    ];
    await writeFile(join(folder, "in/FMS_Flight_Log_20260314_1.log"), log.join("\r\n"));
    await gps();
    const { lines } = JSON.parse(await text("gps-report.json"));
    expect(lines).toMatchObject([{ covered: 1 }, { covered: 0.5 }]);
    expect((await measures()).get("leastCoveredLine")).toBe(50);
  });

  test("compares with flight lines as far as custom processing chose them", async () => {
    for (const n of [0, 1]) await record(n);
    const lines = ["START PRJ00001", "END"].map(
      (word, n) => `2409 ${BEGINS + 5 + n * 40} LINE 001 ${word}`,
    );
    await writeFile(join(folder, "in/FMS_Flight_Log_20260314_1.log"), lines.join("\r\n"));
    await gps();
    expect((await measures()).get("leastCoveredLine")).toBeCloseTo(85, 1);
    const custom = { gpsFiles: ["FL000101_01.000"], eoOnly: false };
    await gps({ custom });
    expect((await measures()).get("leastCoveredLine")).toBe(100);
    await gps({ custom: { ...custom, gpsEndTime: BEGINS + 4 } });
    expect((await measures()).get("leastCoveredLine")).toBeNull();
    // What was chosen and is not there is missed.
    await gps({ custom: { ...custom, gpsStartTime: BEGINS + 10, gpsEndTime: BEGINS + 28 } });
    expect((await measures()).get("leastCoveredLine")).toBe(50);
  });

  test("counts a gap within a flight line as not covered", async () => {
    for (const n of [0, 2]) await record(n);
    const log = `2409 ${BEGINS} LINE 001 START PRJ00001\r\n2409 ${BEGINS + 42} LINE 001 END\r\n`;
    await writeFile(join(folder, "in/FMS_Flight_Log_20260314_1.log"), log);
    await gps();
    expect((await measures()).get("leastCoveredLine")).toBe(50);
  });

  test("keeps times rising where two recordings overlap", async () => {
    await record(0);
    const start = UP + 10_000;
    const second = applanixFile({ ...SPAN, start, end: start + 20_000 });
    await writeFile(join(folder, "in/FL000101_02.000"), second);
    await gps();
    const report = JSON.parse(await text("gps-report.json"));
    expect(report).toMatchObject({ trajectory: { solutions: 30 }, leftOut: { outOfOrder: 10 } });
    const times = (await solutions()).filter((_, index) => index % 17 === 0);
    expect([...times]).toEqual([...times].toSorted((a, b) => a - b));
  });

  test("takes only the files and the times that custom processing chose", async () => {
    for (const n of [0, 1, 2]) await record(n);
    const custom = { gpsFiles: ["FL000101_01/FL000101_01.001"], eoOnly: false };
    await gps({ custom: { ...custom, gpsStartTime: BEGINS + 25, gpsEndTime: BEGINS + 30 } });
    const report = JSON.parse(await text("gps-report.json"));
    expect(report.trajectory).toMatchObject({ start: BEGINS + 25, end: BEGINS + 30, solutions: 6 });
    expect(report.leftOut).toMatchObject({ notChosen: 14 });
  });

  test("of weeks counted in 10 bits knows the full week by the flight's day", async () => {
    await record(0, { shortWeeks: true });
    await gps();
    expect(JSON.parse(await text("gps-report.json"))).toMatchObject({ gpsWeek: 2409 });
  });

  test("orders the recordings of flight parts by time, not by name", async () => {
    await record(1);
    const late = join(folder, "in/FL000101_01/FL000101_01.001");
    await copyFile(late, join(folder, "in/FL000101_00.000"));
    await rm(late);
    await record(0);
    await gps();
    expect(JSON.parse(await text("gps-report.json"))).toMatchObject({
      trajectory: { solutions: 40, gaps: [] },
      leftOut: { outOfOrder: 0 },
    });
  });

  test("counts damaged records and leaves them out", async () => {
    await record(0);
    const path = join(folder, "in/FL000101_01/FL000101_01.000");
    const bytes = await readFile(path);
    bytes[60] = bytes[60]! ^ 1;
    await writeFile(path, bytes);
    await gps();
    expect((await measures()).get("solutions")).toBe(19);
    expect((await measures()).get("badRecords")).toBe(1);
  });

  test("of a recording that is cut within a record keeps what is before", async () => {
    const whole = applanixFile({ ...SPAN, start: UP, end: UP + 20_000 });
    const cut = await recorded([whole.subarray(16, whole.length - 500)]);
    expect(cut.code).toBe(0);
    expect(cut.measures.get("solutions")).toBe(19);
  });

  test.each([
    ["a latitude that is not a number", { latitude: NaN }],
    ["a height above the air", { height: 1e300 }],
    ["a latitude beyond the pole", { latitude: 91 }],
  ])("counts a solution with %s and leaves it out", async (_, values) => {
    const read = await recorded([solution(0), solution(1, values), solution(2)]);
    expect(read.measures.get("solutions")).toBe(2);
    expect(read.measures.get("implausible")).toBe(1);
  });

  test("counts solutions of one time, and times that fall", async () => {
    const read = await recorded([0, 1, 1, 2, 1.5, 3].map((second) => solution(second)));
    expect(read.measures.get("solutions")).toBe(4);
    expect(read.measures.get("outOfOrder")).toBe(2);
  });

  test("of a recording that runs backwards has one solution, which is too few", async () => {
    const read = await recorded([5, 4, 3, 2, 1].map((second) => solution(second)));
    expect(read.measures.get("solutions")).toBe(1);
    expect(read.measures.get("rate")).toBeNull();
    expect(read.measures.get("outOfOrder")).toBe(4);
  });

  test("without a recording, or with none chosen, fails in words", async () => {
    const none = "ERROR GPS: no recording: no file ends in .000, .001 … or .pos";
    expect(await gps()).toEqual({ code: 1, errors: [none] });
    await record(0);
    expect(await gps({ custom: { gpsFiles: [], eoOnly: false } })).toEqual({
      code: 1,
      errors: [none],
    });
  });

  test("without a solution writes no trajectory, and says why: it is left to a person", async () => {
    await record(0);
    const custom = { gpsStartTime: 1, gpsEndTime: 2, eoOnly: false };
    expect(await gps({ custom })).toEqual({ code: 0, errors: [] });
    expect(await readdir(join(folder, "out"))).toEqual(["measures.json"]);
    const read = measuresSchema.parse(JSON.parse(await text("measures.json")));
    expect(read).toMatchObject([{ name: "solutions", value: 0 }]);
    expect(read[0]?.label).toContain("20 not chosen");
  });

  test("of another maker's recording says that no program of ours reads it", async () => {
    await writeFile(join(folder, "in/FL000101_01.000"), "Leica".repeat(1_000));
    const { code, errors } = await gps();
    expect(code).toBe(3);
    expect(errors).toEqual([
      "ERROR FL000101_01: is no Applanix recording: its maker's software reads it",
    ]);
  });

  test.each(["FL000101_01.18n", "FL000101.g", "FL000101_01.26o", "FL000101.gpso"])(
    "of a GNSS receiver alone (%s) says that no program makes a trajectory of it",
    async (name) => {
      await writeFile(join(folder, "in", name), "     2.11           N: GPS NAV DATA");
      const words =
        "is of a GNSS receiver alone, without attitude: no program here makes a trajectory of it";
      expect(await gps()).toEqual({ code: 3, errors: [`ERROR ${name}: ${words}`] });
      const { inputs } = stageFileSchema.parse(
        JSON.parse(
          await readFile(new URL("../../../templates/GPS.stage.json", import.meta.url), "utf8"),
        ),
      );
      expect(matchesGlob(`FL000101_118/${name}`, inputs["imageryGps"]!.glob)).toBe(true);
    },
  );

  test("beside an Applanix recording only names what it does not read", async () => {
    await record(0);
    await writeFile(join(folder, "in/base.000"), "Leica".repeat(1_000));
    expect(await gps()).toEqual({ code: 0, errors: [] });
    expect(JSON.parse(await text("gps-report.json"))).toMatchObject({ otherRecordings: ["base"] });
    expect((await measures()).get("otherRecordings")).toBe(1);
  });

  test("with a record that is not as agreed fails and names it", async () => {
    await record(0);
    expect(await gps({ epsg: -1 })).toMatchObject({ code: 1 });
    expect((await gps({ epsg: -1 })).errors[0]).toMatch(/^ERROR processing.json: epsg: /);
  });

  test.runIf(hasRealData)(
    "of the real recording has its 82 solutions in coarse alignment",
    async () => {
      const file = realFile("applanix/real_poslv_display.000");
      await writeFile(join(folder, "in/real.000"), await file.read(0, file.size));
      expect(await gps({}, { lidar: null })).toEqual({ code: 0, errors: [] });
      const found = await measures();
      expect(found.get("solutions")).toBe(82);
      expect(found.get("navigating")).toBe(0);
      const [time, latitude] = await solutions();
      expect(time).toBeCloseTo(152_103.239, 3);
      expect((latitude! * 180) / Math.PI).toBeCloseTo(44.244_92, 5);
    },
  );
});
