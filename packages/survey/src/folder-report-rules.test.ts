import { describe, expect, test } from "vitest";
import { applanixFile } from "../../../tools/sample/applanix-writer.ts";
import { fmsLog } from "../../../tools/sample/document-writer.ts";
import { NOTHING_LEFT_OUT } from "./folder-reading.ts";
import { type FolderReport, folderReport, type ReportRequest } from "./folder-report.ts";
import { type FileSource, memorySource } from "./readers/file-source.ts";
import { noise, text, zeros } from "./testing/judged.ts";
import { folderRequest } from "./testing/valid-folders.ts";

const UP = Date.UTC(2026, 2, 14, 1);
const HOUR = 3_600_000;
const FACTS = {
  projectIds: [],
  wheelsUp: UP,
  wheelsDown: UP + HOUR,
  simultaneous: false,
  rgbn: false,
  equipment: [],
  now: UP + 2 * HOUR,
};

/** A Terrain Mapper's folder of one file, without parts. */
function request(change: Parameters<typeof folderRequest>[1] = {}): ReportRequest {
  const { files, ...upload } = folderRequest("sol", change);
  const sources = files.map(({ path, size }) => memorySource(path, noise(size)));
  return { ...FACTS, ...upload, files: sources };
}

/** The rules that are broken: their state and files. */
const brokenIn = ({ rules }: FolderReport): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    rules
      .filter(({ state }) => state !== "passed")
      .map(({ id, state, files }) => [`${id} ${state}`, files]),
  );
const broken = async (of: ReportRequest): Promise<ReturnType<typeof brokenIn>> =>
  brokenIn(await folderReport(of));

test("a report names the upload, its times and how many files can be read", async () => {
  expect(await folderReport(request({ add: ["notes.xyz"] }))).toMatchObject({
    flightId: "FL000123",
    uploadType: "TerrainMapperSOL",
    sensorName: "Leica Terrain Mapper - 521",
    wheelsUp: UP,
    wheelsDown: UP + HOUR,
    fileCount: 2,
    state: "warnings",
    reading: { leftOut: [], followed: [], folders: [], companions: 0 },
  });
});

const rule = async (id: string, of: ReportRequest) =>
  (await folderReport(of)).rules.find((one) => one.id === id);

describe("a rule of a report", () => {
  test("that passed says what was kept, and names no file", async () => {
    expect(await rule("no-rule", request())).toStrictEqual({
      id: "no-rule",
      kept: "Every file is of a kind that this upload takes",
      message: "File matches no naming standard of this upload and will not be uploaded",
      state: "passed",
      files: [],
    });
  });

  test("that is broken names its files, with a reason for each where the rule has some", async () => {
    expect(await rule("no-rule", request({ add: ["notes.xyz"] }))).toStrictEqual({
      id: "no-rule",
      kept: "Every file is of a kind that this upload takes",
      message: "File matches no naming standard of this upload and will not be uploaded",
      state: "warned",
      files: ["FL000123_521/notes.xyz"],
    });
    const files = [memorySource("FL000123_521/Session.sol", zeros(99))];
    expect(await rule("content-zeros", { ...request(), files })).toMatchObject({
      state: "warned",
      files: ["FL000123_521/Session.sol"],
      reasons: ["all its 99 bytes are zeros"],
    });
  });
});

describe("a wrong name of the base folder", () => {
  const sensor = { Type: "LiDAR", LaserSerialNo: null, POSSerialNo: null } as const;
  const equipment = [
    { ...sensor, Name: "Leica Terrain Mapper - 521" },
    { ...sensor, Name: "Optech Galaxy Prime - 045" },
  ];

  test.each<[string, string, Readonly<Record<string, readonly string[]>>]>([
    ["right", "FL000123_521", {}],
    ["of an unknown sensor", "FL000123_999", { "content-sensor-unknown failed": ["999"] }],
    ["of another sensor", "FL000123_045", { "content-sensor-number failed": ["FL000123_045"] }],
    [
      "of another flight, and an unknown sensor",
      "FL000124_999",
      { "base-folder failed": ["FL000124_999"], "content-sensor-unknown failed": ["999"] },
    ],
    [
      "of two digits",
      "FL000123_99",
      { "base-folder failed": ["FL000123_99"], "content-sensor-unknown failed": ["99"] },
    ],
    [
      "of four digits",
      "FL000123_9999",
      { "base-folder failed": ["FL000123_9999"], "content-sensor-unknown failed": ["9999"] },
    ],
    [
      "of digits within the flight's",
      "FL000_999123",
      { "base-folder failed": ["FL000_999123"], "content-sensor-unknown failed": ["999123"] },
    ],
  ])("is one finding where the sensor's number alone is wrong: %s", async (_, base, expected) => {
    expect(await broken({ ...request({ base }), equipment })).toEqual(expected);
  });

  test("is found by name alone where no sensor is known, and blocks", async () => {
    const report = await folderReport(request({ base: "FL000123_999" }));
    expect(brokenIn(report)).toEqual({ "base-folder failed": ["FL000123_999"] });
    expect(report.state).toBe("blocked");
  });

  test("is named with the files outside of it", async () => {
    const wrong = request({ base: "FL000123_999" });
    const files = [...wrong.files, memorySource("elsewhere/Session.sol", noise(9))];
    expect(await broken({ ...wrong, files, equipment })).toEqual({
      "base-folder failed": ["FL000123_999", "elsewhere/Session.sol"],
      "content-sensor-unknown failed": ["999"],
    });
  });

  test("is none of a sensor where there is no file", async () => {
    expect(await broken({ ...request(), files: [], equipment })).toEqual({
      "base-folder failed": ["FL000123_521"],
      "minimum-sol failed": [],
    });
  });
});

/** A file that a drive refuses to read. */
const refusing = (error: unknown): FileSource => ({
  path: "FL000123_521/a.sol",
  size: 100,
  read: () => {
    throw error;
  },
});

describe("a file that cannot be read", () => {
  test.each<[string, unknown, Partial<ReportRequest>, string]>([
    ["the error's message", new Error("EIO"), {}, "FL000123_521/a.sol (EIO)"],
    ["what was thrown in place of an error", "gone", {}, "FL000123_521/a.sol (gone)"],
    [
      "the words that the reader has for it",
      new Error("EIO"),
      { reasonOf: (error) => `the drive says ${(error as Error).message}` },
      "FL000123_521/a.sol (the drive says EIO)",
    ],
  ])("is named with %s", async (_, error, more, name) => {
    const whole = request();
    const report = await folderReport({
      ...whole,
      ...more,
      files: [refusing(error), ...whole.files],
    });
    expect(brokenIn(report)).toEqual({ "left-out-unreadable warned": [name] });
    expect(report).toMatchObject({ state: "warnings", fileCount: 1 });
    expect(report.names.accepted.map(({ path }) => path)).toEqual(["FL000123_521/Session.sol"]);
  });

  test("stands behind what the reader left out", async () => {
    const leftOut = [{ path: "FL000123_521/b", reason: "unreadable", detail: "denied" }] as const;
    const whole = request();
    const files = [refusing(new Error("EIO")), ...whole.files];
    const report = await folderReport({
      ...whole,
      files,
      reading: { ...NOTHING_LEFT_OUT, leftOut },
    });
    expect(report.reading.leftOut).toEqual([
      ...leftOut,
      { path: "FL000123_521/a.sol", reason: "unreadable", detail: "EIO" },
    ]);
  });
});

test("a file that stays behind is not judged by its contents", async () => {
  const whole = request();
  const files = [...whole.files, memorySource("FL000123_521/notes.xyz", zeros(9_000))];
  expect(await broken({ ...whole, files })).toEqual({
    "no-rule warned": ["FL000123_521/notes.xyz"],
  });
});

test("companions of an installation's own patterns count for nothing, nor do folders of companions", async () => {
  const whole = request({ add: ["notes.bak", "._Session.sol"] });
  const folders = [
    "FL000123_521",
    "FL000123_521/@eaDir",
    "FL000123_521/old.bak",
    "FL000123_521/MM1",
  ];
  const reading = { ...NOTHING_LEFT_OUT, folders, companions: 3 };
  const report = await folderReport({ ...whole, companions: ["*.bak"], reading });
  expect(report).toMatchObject({ state: "valid", fileCount: 1 });
  expect(report.reading).toEqual({
    leftOut: [],
    followed: [],
    folders: ["FL000123_521", "FL000123_521/MM1"],
    companions: 5,
  });
});

/** The rules on times that a LiDAR flight of these is held to. */
async function timeRules(gps: Uint8Array, fms: Uint8Array): Promise<readonly string[]> {
  const { files: _, ...upload } = folderRequest("lidar");
  const files = [
    memorySource("FL000123_045/FL000123_01/FL000123_01.000", gps),
    memorySource("FL000123_045/FMS_Flight_Log_1.log", fms),
  ];
  const { rules } = await folderReport({ ...FACTS, ...upload, files });
  const ids = rules.map(({ id }) => id);
  return ids.filter((id) => /^content-(?:fms-start|fms-end|gps-date)$/.test(id));
}

describe("rules that compare times", () => {
  const span = { serial: "7045", start: UP, end: UP + 60_000, latitude: -37, longitude: 145 };
  const RECORDING = applanixFile(span);
  const LOG = fmsLog({ flightId: "FL000123", projectIds: [], start: UP, end: UP + 60_000 });

  test.each([
    ["both, where both have times", RECORDING, LOG, "fms-start fms-end gps-date"],
    ["those of GPS, where the FMS log has none", RECORDING, text("no time\n"), "gps-date"],
    ["those of the FMS log, where GPS has none", noise(99), LOG, "fms-start fms-end"],
    ["none, where neither has times", noise(99), text("no time\n"), ""],
  ])("are listed: %s", async (_, gps, fms, expected) => {
    const ids = expected.split(" ").filter((id) => id !== "");
    expect(await timeRules(gps, fms)).toEqual(ids.map((id) => `content-${id}`));
  });
});

describe("the parts of a flight", () => {
  const gps = folderRequest("optechGps");
  const base = gps.files[0]!.path.split("/")[0]!;
  const RECORDING = applanixFile({
    serial: "7045",
    start: UP,
    end: UP + HOUR,
    latitude: -37,
    longitude: 145,
  });
  const files = ["FL000123_01/FL000123_01.000", "FL000123_03/FL000123_03.000"].map((name) =>
    memorySource(`${base}/${name}`, RECORDING),
  );
  const flight: ReportRequest = {
    ...FACTS,
    ...gps,
    files,
    reading: { ...NOTHING_LEFT_OUT, folders: [`${base}/FL000123_04`] },
  };

  test("are missed where their folder is empty or their number was left out", async () => {
    expect(await broken(flight)).toEqual({
      "part-empty warned": [`${base}/FL000123_04`],
      "part-absent warned": ["FL000123_02 (left out before FL000123_03)"],
    });
  });

  test("are not missed while the name of one is wrong", async () => {
    const misnamed = memorySource(`${base}/FL000999_02/FL000123_02.000`, RECORDING);
    const empty = memorySource(`${base}/FL000123_01/FL000123_01.001`, zeros(0));
    expect(await broken({ ...flight, files: [...files, misnamed, empty] })).toEqual({
      "flight-part failed": [`${base}/FL000999_02`],
      "zero-byte warned": [`${base}/FL000123_01/FL000123_01.001`],
    });
  });

  test("are not missed in an upload without parts", async () => {
    const folders = ["FL000123_521/FL000123_03"];
    const reading = { ...NOTHING_LEFT_OUT, folders };
    expect(await broken({ ...request(), reading })).toEqual({});
  });
});
