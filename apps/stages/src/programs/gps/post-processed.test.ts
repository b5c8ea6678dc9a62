import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measuresSchema, type ProcessingFile } from "@swath/contract/processing";
import { SBET_BYTES } from "@swath/pointcloud/navigation";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { applanixFile } from "../../../../../tools/sample/applanix-writer.ts";
import { writeRecords } from "../../testing/records.ts";
import { runStageFile } from "../../testing/run-stage-file.ts";

const UP = Date.UTC(2026, 2, 14, 1, 0, 0);
const BEGINS = 522_018;
const SBET = "sbet_FL000101.out";
let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "gps-"));
  for (const name of ["in", "records", "out"]) await mkdir(join(folder, name));
  const place = { serial: "7045", latitude: -37, longitude: 145 };
  const bytes = applanixFile({ ...place, start: UP, end: UP + 20_000 });
  await writeFile(join(folder, "in/FL000101.000"), bytes);
});
afterEach(() => rm(folder, { recursive: true }));

async function gps(processing: Partial<ProcessingFile> = {}) {
  const records = join(folder, "records");
  await writeRecords(records, processing);
  const none = join(folder, "none");
  const ended = await runStageFile("GPS", {
    "input.calibration": records,
    "input.processing": records,
    "input.lidar": join(folder, "in"),
    "input.gps": none,
    out: join(folder, "out"),
  });
  const text = await readFile(join(folder, "out/measures.json"), "utf8").catch(() => "[]");
  const measures = new Map(
    measuresSchema.parse(JSON.parse(text)).map(({ name, value }) => [name, value]),
  );
  return { ...ended, measures };
}

/** The columns of an SBET, a solution each. */
async function solutionsOf(path: string): Promise<number[][]> {
  const bytes = await readFile(join(folder, path));
  return Array.from({ length: bytes.length / SBET_BYTES }, (_, n) =>
    Array.from({ length: 17 }, (_each, column) => bytes.readDoubleLE(n * SBET_BYTES + 8 * column)),
  );
}

/** Puts into the flight what another program made of it: the solution in flight, 2 m higher, and changed. */
async function postProcess(change: (solution: number[]) => number[], name = SBET) {
  await gps();
  const solutions = await solutionsOf("out/trajectory.sbet");
  const higher = solutions.map((each) => change(each.with(3, each[3]! + 2)));
  const bytes = new Uint8Array(Float64Array.from(higher.flat()).buffer);
  await writeFile(join(folder, "in", name), bytes);
  return solutions;
}

const accuracyAt = (n: number) => [
  BEGINS + n,
  0.003,
  0.004,
  n === 19 ? 9 : 0.01,
  0,
  0,
  0,
  0.3,
  0.6,
  1.2,
];

/** A smoothed accuracy file with a record a second. */
async function writeAccuracy() {
  const records = Array.from({ length: 20 }, (_, n) => accuracyAt(n)).flat();
  await writeFile(
    join(folder, "in/smrmsg_FL000101.out"),
    new Uint8Array(Float64Array.from(records).buffer),
  );
}

const degrees = (radians: number) => (radians * 180) / Math.PI;
const report = async () => JSON.parse(await readFile(join(folder, "out/gps-report.json"), "utf8"));

/** Which solution a custom processing uses. */
async function source(gpsFiles: string[]) {
  await gps({ custom: { gpsFiles, eoOnly: false } });
  return (await report()).source;
}

describe("a post-processed SBET", () => {
  test("takes the place of the solution in flight, which it is compared with", async () => {
    const flown = await postProcess((each) => each);
    await writeAccuracy();
    const { code, errors, measures } = await gps();
    expect({ code, errors }).toEqual({ code: 0, errors: [] });
    const used = await solutionsOf("out/trajectory.sbet");
    expect(used).toEqual(flown.map((each) => each.with(3, each[3]! + 2)));
    expect(Object.fromEntries(measures)).toMatchObject({
      solutions: 20,
      postProcessed: 2,
      navigating: null,
      horizontalAccuracy: 0.005,
      verticalAccuracy: 0.01,
      rollPitchAccuracy: 0.01,
      headingAccuracy: 0.02,
    });
    expect(measures.get("realTimeDistance")).toBeCloseTo(2, 3);
    expect(await report()).toMatchObject({
      gpsWeek: 2409,
      leapSeconds: 18,
      source: "post-processed",
      postProcessed: { files: [SBET, "smrmsg_FL000101.out"] },
    });
  });

  test("has its platform's heading turned by the wander angle, and its times go on over the week's end", async () => {
    const flown = await postProcess((each) =>
      each
        .with(0, (each[0]! - BEGINS + 604_790) % 604_800)
        .with(9, each[9]! + 0.3)
        .with(10, 0.3),
    );
    await gps();
    const used = await solutionsOf("out/trajectory.sbet");
    expect(used.map(([time]) => time! - used[0]![0]!)).toEqual(
      flown.map(([time]) => time! - flown[0]![0]!),
    );
    for (const [at, solution] of used.entries()) {
      expect(solution[9]).toBeCloseTo(flown[at]![9]!, 12);
      expect(solution[10]).toBe(0);
    }
  });

  test("in times of UTC lies far from the solution in flight", async () => {
    await postProcess((each) => each.with(0, each[0]! - 5));
    const { measures } = await gps();
    expect(measures.get("realTimeDistance")).toBeGreaterThan(50);
  });

  test("alone has the week of the flight", async () => {
    await postProcess((each) => each);
    await rm(join(folder, "in/FL000101.000"));
    const { code, measures } = await gps();
    expect(code).toBe(0);
    expect(measures.get("realTimeDistance")).toBeNull();
    expect(await report()).toMatchObject({ gpsWeek: 2409, source: "post-processed" });
  });

  test("is used by a custom processing that chose it, and by no other one with GPS files", async () => {
    await postProcess((each) => each);
    expect(await source(["FL000101.000"])).toBe("recordings");
    expect(await source([SBET])).toBe("post-processed");
    expect(await source(["FL000101.000", SBET])).toBe("post-processed");
  });

  test("without a solution that can be is left to a person", async () => {
    await postProcess((each) => each.with(1, Number.NaN));
    const { code, measures } = await gps();
    expect(code).toBe(0);
    expect(Object.fromEntries(measures)).toEqual({ solutions: 0 });
  });

  test.each([
    ["cut", (path: string) => writeFile(path, new Uint8Array(200)), "is cut"],
    ["empty", (path: string) => writeFile(path, ""), "holds no record"],
  ])("that is %s fails by its name", async (_, write, words) => {
    await write(join(folder, "in", SBET));
    const { code, errors } = await gps();
    expect(code).toBe(1);
    expect(errors.join()).toContain(`ERROR ${SBET}: ${words}`);
  });
});

test("a text of Inertial Explorer is a post-processed trajectory too, with its accuracy", async () => {
  const flown = await postProcess((each) => each);
  await rm(join(folder, "in", SBET));
  const rows = flown.map(([time, latitude, longitude, height, n, e, d, roll, pitch, heading]) =>
    [
      time,
      degrees(latitude!).toFixed(11),
      degrees(longitude!).toFixed(11),
      height!.toFixed(4),
      ...[n, e, -d!].map((each) => each!.toFixed(3)),
      ...[roll, pitch, heading].map((each) => degrees(each!).toFixed(9)),
      "0.010 0.020 0.030",
    ].join("  "),
  );
  const head =
    "GPSTime Latitude Longitude H-Ell VNorth VEast VUp Roll Pitch Heading SDNorth SDEast SDHeight";
  const text = [`Project: FL000101`, head, "(sec) (deg) (deg) (m)", ...rows].join("\r\n");
  await writeFile(join(folder, "in/FL000101_trajectory.txt"), text);
  const { code, measures } = await gps();
  expect(code).toBe(0);
  const used = await solutionsOf("out/trajectory.sbet");
  for (const [at, solution] of used.entries())
    for (const column of [0, 1, 2, 3, 7, 8, 9])
      expect(solution[column]).toBeCloseTo(flown[at]![column]!, column === 3 ? 3 : 9);
  expect(measures.get("horizontalAccuracy")).toBeCloseTo(Math.hypot(0.01, 0.02), 3);
  expect(measures.get("realTimeDistance")).toBeLessThan(0.001);
});

test("a text without a trajectory's columns fails by its name", async () => {
  await writeFile(join(folder, "in/trajectory.txt"), "Trajectory of FL000101\r\nsee the SBET\r\n");
  const { code, errors } = await gps();
  expect(code).toBe(1);
  expect(errors.join()).toMatch(
    /^ERROR trajectory\.txt: is no trajectory: no line names the columns/,
  );
});
