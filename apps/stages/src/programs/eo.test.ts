import { mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measuresSchema, type ProcessingFile } from "@swath/contract/processing";
import { memorySource, readKmz } from "@swath/survey/readers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { writeRecords } from "../testing/records.ts";
import { runStageFile } from "../testing/run-stage-file.ts";
import { BEGINS, WEEK, writeStraightTrajectory } from "../testing/straight-flight.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "eo-"));
  for (const name of ["in", "gps", "records", "out"]) await mkdir(join(folder, name));
  await writeStraightTrajectory(join(folder, "gps"), 10);
});
afterEach(() => rm(folder, { recursive: true }));

const event = (name: string, second: number): string => `${name},${WEEK},${BEGINS + second}`;

async function eo(
  events: readonly string[],
  processing: Partial<ProcessingFile> = {},
  calibration = {},
) {
  await writeRecords(join(folder, "records"), processing, calibration);
  const log = ["file,gps_week,gps_seconds", ...events].join("\r\n");
  await writeFile(join(folder, "in/FL000101_01.csv"), log);
  return await run();
}

async function run(values: Record<string, string> = {}) {
  const records = join(folder, "records");
  return await runStageFile("EO", {
    "input.events": join(folder, "in"),
    "input.trajectory": join(folder, "gps"),
    "input.calibration": records,
    "input.processing": records,
    "param.focal": "50",
    "param.pixel": "5",
    "param.width": "10000",
    "param.height": "8000",
    out: join(folder, "out"),
    ...values,
  });
}

async function rows(): Promise<Record<string, string>[]> {
  const [head = "", ...lines] = (await readFile(join(folder, "out/eo.csv"), "utf8"))
    .trim()
    .split("\r\n");
  const names = head.split(",");
  return lines.map((line) =>
    Object.fromEntries(line.split(",").map((value, i) => [names[i] ?? "", value])),
  );
}

async function measure(name: string): Promise<number> {
  const text = await readFile(join(folder, "out/measures.json"), "utf8");
  return measuresSchema.parse(JSON.parse(text)).find((each) => each.name === name)?.value ?? NaN;
}

async function groundHeight(): Promise<unknown> {
  const text = await readFile(join(folder, "out/measures.json"), "utf8");
  return measuresSchema.parse(JSON.parse(text)).find(({ name }) => name === "groundHeight");
}

describe("EO", () => {
  test("orients each image in grid north, in the order of time", async () => {
    expect(await eo([event("b.iiq", 2), event("a.iiq", 1)])).toEqual({ code: 0, errors: [] });
    const [first, second] = await rows();
    expect(first).toMatchObject({ file: "a.iiq", gps_week: "2409", epsg: "7855" });
    expect(Number(first?.["Z0"])).toBeCloseTo(1_000, 3);
    // atan(tan 2° · sin 37°): 2° west of the central meridian true north lies to the grid's left.
    expect(Number(first?.["kappa"])).toBeCloseTo(1.2038, 3);
    expect([Number(first?.["omega"]), Number(first?.["phi"])]).toEqual([
      expect.closeTo(0, 6),
      expect.closeTo(0, 6),
    ]);
    expect(Number(second?.["latitude"]) - Number(first?.["latitude"])).toBeCloseTo(
      (60 / 6_360_000) * (180 / Math.PI),
      8,
    );
  });

  test("draws footprints that a reader of KMZ reads, and writes world files", async () => {
    await eo([event("a.iiq", 1), event("b.jpg", 2)]);
    const bytes = await readFile(join(folder, "out/footprints.kmz"));
    const kmz = await readKmz(memorySource("footprints.kmz", bytes));
    expect(kmz).toMatchObject({ ok: true });
    expect((await readdir(join(folder, "out/world"))).toSorted()).toEqual(["a.iqw", "b.jgw"]);
    const numbers = (await readFile(join(folder, "out/world/a.iqw"), "utf8")).trim().split("\r\n");
    expect(numbers).toHaveLength(6);
    // A pixel of 5 µm from 1,000 m by a focal length of 50 mm.
    expect(Math.hypot(Number(numbers[0]), Number(numbers[1]))).toBeCloseTo(0.1, 3);
  });

  test("tells forward overlap and spacing", async () => {
    await eo([0, 4, 8].map((second) => event(`${second}.iiq`, second)));
    // 240 m between images that are 800 m high.
    expect(await measure("forwardOverlap")).toBeCloseTo(70, 0);
    expect(await measure("spacingDeviation")).toBeCloseTo(0, 3);
  });

  test("says where the ground height of its footprints is from", async () => {
    await eo([event("a.iiq", 1)]);
    expect(await groundHeight()).toMatchObject({
      label: "Ground height of footprints (not known: the ellipsoid's)",
      value: 0,
    });
    await run({ "param.ground": "120" });
    expect(await groundHeight()).toMatchObject({
      label: "Ground height of footprints (the parameter's)",
      value: 120,
    });
  });

  test("takes images twice as far apart as usual for those of two lines", async () => {
    await eo([0, 1.5, 3, 4.5, 9].map((second) => event(`${second}.iiq`, second)));
    expect(await measure("spacingDeviation")).toBeCloseTo(0, 3);
  });

  test("names each image without a trajectory, and goes on with the others", async () => {
    await writeStraightTrajectory(join(folder, "gps"), 10, [2, 3]);
    expect(await eo([event("a.iiq", 1), event("b.iiq", 2.5), event("c.iiq", 11)])).toEqual({
      code: 0,
      errors: [],
    });
    const lost = (await readFile(join(folder, "out/lost-images.csv"), "utf8")).trim().split("\r\n");
    expect(lost.slice(1)).toEqual([
      `b.iiq,${WEEK},${(BEGINS + 2.5).toFixed(7)}`,
      `c.iiq,${WEEK},${(BEGINS + 11).toFixed(7)}`,
    ]);
    expect(await rows()).toHaveLength(1);
    expect(await measure("eventsWithoutTrajectory")).toBe(2);
  });

  test("of custom processing orients the images of its times, and misses no others", async () => {
    const custom = { gpsFiles: ["a.000"], gpsStartTime: BEGINS + 2, eoOnly: true };
    const images = [event("a.iiq", 1), event("b.iiq", 2), event("c.iiq", 11)];
    expect(await eo(images, { custom })).toEqual({ code: 0, errors: [] });
    expect((await rows()).map(({ file }) => file)).toEqual(["b.iiq"]);
    expect(await measure("eventsNotChosen")).toBe(2);
    expect(await measure("eventsWithoutTrajectory")).toBe(0);
  });

  test("writes no name that a spreadsheet takes for a formula, nor one that leaves its folder", async () => {
    await eo([event("=HYPERLINK(1).iiq", 1), event("..\\..\\x.iiq", 2), event(".iiq", 3)]);
    expect((await rows()).map(({ file }) => file)).toEqual(["_HYPERLINK(1).iiq", "x.iiq", ".iiq"]);
    expect(await readdir(join(folder, "out/world"))).toEqual(["x.iqw"]);
  });

  test("of images that were all taken elsewhere or in another week fails in words", async () => {
    const far = `a.iiq,${WEEK + 3},${BEGINS + 1}`;
    expect(await eo([far, event("b.iiq", 99)])).toEqual({
      code: 1,
      errors: ["ERROR EXIF log: none of 2 images was taken where there is a trajectory"],
    });
  });

  test("counts rows whose time is none", async () => {
    const timeless = ["b.iiq,NaN,5", `c.iiq,${WEEK},1e400`, `d.iiq,${WEEK}`, "e.iiq"];
    expect(await eo([event("a.iiq", 1), ...timeless])).toEqual({ code: 0, errors: [] });
    expect([await measure("exposures"), await measure("unreadableEvents")]).toEqual([1, 4]);
  });

  test.each([
    ["is empty", 0],
    ["has more than 64 MB or a million rows", 1_000_000_000],
  ])("refuses a log that %s, of %i bytes, without reading it", async (words, bytes) => {
    await writeRecords(join(folder, "records"));
    const log = await open(join(folder, "in/FL000101_01.csv"), "w");
    await log.truncate(bytes);
    await log.close();
    expect((await run()).errors[0]).toBe(`ERROR FL000101_01.csv: is no EXIF log: it ${words}`);
  });

  test.each([
    ["CameraBoresiteAngleTx", 800, "800: it cannot be beyond 720"],
    ["CameraLeverArmZ", -1_000, "-1000: it cannot be beyond 100"],
    ["KappaCardinal", undefined, "expected number, received undefined"],
    ["CameraLeverArmX", null, "expected number, received null"],
  ])("refuses a calibration record whose %s is %s", async (field, value, words) => {
    await writeRecords(join(folder, "records"));
    const path = join(folder, "records/calibration.json");
    const record = JSON.parse(await readFile(path, "utf8"));
    record.imagery[field] = value;
    await writeFile(path, JSON.stringify(record));
    const { code, errors } = await run();
    expect(code).toBe(1);
    expect(errors[0]).toContain(`ERROR calibration.json: imagery.${field}`);
    expect(errors[0]).toContain(words);
  });

  test("fails in plain words without events, a camera's record or a coordinate system", async () => {
    expect(await eo([])).toEqual({
      code: 1,
      errors: ["ERROR EXIF log: no image with a time of exposure"],
    });
    expect((await eo([event("a.iiq", 1)], { epsg: null })).errors[0]).toContain(
      "no coordinate system",
    );
    expect((await eo([event("a.iiq", 1)], {}, { imagery: null })).errors[0]).toContain(
      "no imagery calibration record",
    );
    await writeRecords(join(folder, "records"));
    await writeFile(join(folder, "in/FL000101_01.csv"), "a,b\n1,2\n");
    expect((await run()).errors[0]).toBe(
      "ERROR FL000101_01.csv: is no EXIF log: its first row names no column for the image, or none for the time",
    );
  });
});
