import { describe, expect, test } from "vitest";
import {
  flightLines,
  isShownUpload,
  type ListedUpload,
  supportsDispatch,
} from "./shown-uploads.ts";

const SENSOR = "Optech Galaxy - 045";
const upload = (
  Type: ListedUpload["Type"],
  Status: ListedUpload["Status"] = "READY_FOR_UPLOAD",
  SensorName = SENSOR,
): ListedUpload => ({ Type, Status, SensorName });
const log = (
  given: Partial<Parameters<typeof flightLines>[0]["Sensors"][number]> = {},
): Parameters<typeof flightLines>[0]["Sensors"][number] => ({
  Sensor: SENSOR,
  SecondarySensor: null,
  DataDispatchMethodLiDAR: "Upload",
  ...given,
});

/** The types and statuses of the uploads that show. */
const shown = (Sensors: ReturnType<typeof log>[], ...Uploads: ListedUpload[]): string[] =>
  flightLines({ Sensors, Uploads }).flatMap((line) =>
    line.uploads.filter((each) => isShownUpload(each, line)).map(({ Type }) => Type),
  );

test.each([
  ["DMC III - 27523", true],
  ["optech Galaxy - 01", true],
  ["P1 - 12", true],
  ["Phase One iXM - 7", true],
  ["VisionMap A3 - 3", true],
  ["Terrain Mapper - 91", true],
  ["Leica Terrain Mapper - 91", true],
  ["Galaxy Edge Plus - 999", true],
  ["Galaxy Edge Plus - 998", false],
  ["My DMC - 1", false],
])("%s supports dispatch: %s", (sensor, supports) => {
  expect(supportsDispatch(sensor)).toBe(supports);
});

const lines = (Sensors: ReturnType<typeof log>[], ...Uploads: ListedUpload[]) =>
  flightLines({ Sensors, Uploads }).map(({ sensor, logs, uploads }) => [
    sensor,
    logs.length,
    uploads.length,
  ]);

describe("the lines of a flight", () => {
  test("are those of its logs, then of uploads that no log names", () => {
    const other = upload("LiDAR", "UPLOADING", "P1 - 118");
    expect(lines([log(), log({ Sensor: "DMC - 1" }), log()], other, upload("LiDAR"))).toEqual([
      [SENSOR, 2, 1],
      ["DMC - 1", 1, 0],
      ["P1 - 118", 0, 1],
    ]);
  });

  test("have the uploads of a secondary sensor, unless it has a log of its own", () => {
    const pair = log({ SecondarySensor: "Galaxy - 7" });
    const secondary = upload("LiDAR", "UPLOADING", "Galaxy - 7");
    expect(lines([pair], secondary)).toEqual([[SENSOR, 1, 1]]);
    expect(lines([log({ Sensor: "Galaxy - 7" }), pair], secondary)).toEqual([
      ["Galaxy - 7", 1, 1],
      [SENSOR, 1, 0],
    ]);
  });

  test("go by the secondary sensor of a log without another, or by none", () => {
    expect(
      lines([log({ Sensor: null, SecondarySensor: "Galaxy - 7" }), log({ Sensor: null })]),
    ).toEqual([
      ["Galaxy - 7", 1, 0],
      ["", 1, 0],
    ]);
  });
});

describe("GNSS of a LiDAR sensor", () => {
  test("contract/L1 shows where its line has no LiDAR upload", () => {
    expect(shown([log()], upload("OptechGPS"))).toEqual(["OptechGPS"]);
    const other = upload("LiDAR", "UPLOADING", "P1 - 118");
    expect(shown([log()], upload("OptechGPS"), other)).toEqual(["OptechGPS", "LiDAR"]);
  });

  test("contract/L2 beside a LiDAR upload that has not begun, shows once it has begun itself", () => {
    expect(shown([log()], upload("LiDAR"), upload("OptechGPS"))).toEqual(["LiDAR"]);
    const begun = upload("OptechGPS", "UPLOADING");
    expect(shown([log()], upload("LiDAR"), begun)).toEqual(["LiDAR", "OptechGPS"]);
    expect(shown([log()], upload("LiDAR", "DATA_READY"), begun)).toEqual(["LiDAR"]);
    const both = [upload("LiDAR"), upload("LiDAR", "UPLOADING")];
    expect(shown([log()], ...both, begun)).toEqual(["LiDAR", "LiDAR"]);
  });

  test("contract/L2 a LiDAR upload of the line's secondary sensor counts", () => {
    const pair = log({ SecondarySensor: "Galaxy - 7" });
    const secondary = upload("LiDAR", "UPLOADING", "Galaxy - 7");
    expect(shown([pair], secondary, upload("OptechGPS", "UPLOADING"))).toEqual(["LiDAR"]);
  });

  test.each([
    ["Courier to Office", SENSOR, true],
    ["Hand Deliver", SENSOR, true],
    ["Upload", SENSOR, false],
    ["Courier to Office", "ALTM Orion - 233", false],
  ] as const)("contract/L3 LiDAR data sent by %s of %s: %s", (method, sensor, shows) => {
    const logs = [log({ Sensor: sensor, DataDispatchMethodLiDAR: method })];
    const uploads = [
      upload("LiDAR", "UPLOAD_INIT", sensor),
      upload("OptechGPS", "UPLOAD_INIT", sensor),
    ];
    expect(shown(logs, ...uploads).includes("OptechGPS")).toBe(shows);
  });
});

test("contract/L3 LiDAR data of a sensor without a log is not carried", () => {
  expect(shown([], upload("LiDAR"), upload("OptechGPS"))).toEqual(["LiDAR"]);
});

test("contract/L4 GNSS of imagery shows for certain models of camera", () => {
  for (const [sensor, shows] of [
    ["dmc II - 027", true],
    ["Visionmap A3 - 012", true],
    ["P1 - 118", false],
  ] as const)
    for (const type of ["LargeFormatImageryGPS", "MediumFormatImageryGPS"] as const)
      expect(shown([log({ Sensor: sensor })], upload(type, "UPLOADING", sensor))).toEqual(
        shows ? [type] : [],
      );
});

test("contract/L5 every other upload shows, of a sensor without a log too", () => {
  expect(shown([], upload("LiDAR"), upload("TerrainMapperRAW"))).toEqual([
    "LiDAR",
    "TerrainMapperRAW",
  ]);
});
