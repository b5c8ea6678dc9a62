import { expect, test } from "vitest";
import { flightFacts } from "./flight-facts.ts";
import { folderReport, type ReportRequest } from "./folder-report.ts";
import { memorySource } from "./readers/file-source.ts";
import { folderRequest } from "./testing/valid-folders.ts";

const FACTS = {
  projectIds: [],
  wheelsUp: undefined,
  wheelsDown: undefined,
  simultaneous: false,
  rgbn: false,
  equipment: [],
  now: 0,
};

/** A Terrain Mapper folder of files that are no LAZ but by name. */
function request(change: Parameters<typeof folderRequest>[1] = {}): ReportRequest {
  const { files, ...upload } = folderRequest("sol", change);
  const sources = files.map(({ path, size }) => memorySource(path, new Uint8Array(size).fill(1)));
  return { ...FACTS, ...upload, files: sources };
}

test("a valid folder passes every rule of its upload type, and no other is listed", async () => {
  const report = await folderReport(request());
  expect(report.state).toBe("valid");
  expect(report.rules.map(({ id, state }) => `${id} ${state}`)).toEqual([
    "base-folder passed",
    "two-spellings passed",
    "minimum-sol passed",
    "name-sol passed",
    "unsafe-path passed",
    "no-rule passed",
    "zero-byte passed",
    "content-cut-off passed",
    "content-zeros passed",
    "content-contradiction passed",
  ]);
});

const rulesOf = async (change: Partial<ReportRequest>): Promise<readonly string[]> =>
  (await folderReport({ ...request(), ...change })).rules.map(({ id }) => id);

test("a rule that compares with what nobody knows is not listed as passed", async () => {
  const known = {
    equipment: [
      {
        Name: "Leica Terrain Mapper - 521",
        Type: "LiDAR" as const,
        LaserSerialNo: null,
        POSSerialNo: null,
      },
    ],
  };
  const sensor = ["content-sensor-unknown", "content-sensor-number"];
  expect(await rulesOf({})).not.toEqual(expect.arrayContaining(sensor));
  expect(await rulesOf(known)).toEqual(expect.arrayContaining(sensor));
});

test("files that stay behind warn, a missed minimum blocks", async () => {
  const extra = await folderReport(request({ add: ["notes.xyz"] }));
  expect(extra.state).toBe("warnings");
  expect(extra.rules.find(({ id }) => id === "no-rule")).toMatchObject({ state: "warned" });
  const none = await folderReport(request({ without: /sol$/, add: ["notes.xyz"] }));
  expect(none.state).toBe("blocked");
  expect(none.rules.find(({ id }) => id === "minimum-sol")).toMatchObject({ state: "failed" });
});

test("a folder of which nothing would go up is blocked", async () => {
  const raw = { ...request({ without: /./, add: ["notes.xyz"] }), uploadType: "TerrainMapperRAW" };
  const report = await folderReport(raw as ReportRequest);
  expect(report).toMatchObject({ state: "blocked", fileCount: 1 });
});

test("no minimum applies to an update", async () => {
  const log = { ...request({ without: /./, add: ["FL000123.pdf"] }), uploadType: "LiDAR" } as const;
  expect((await folderReport(log)).state).toBe("blocked");
  const report = await folderReport({ ...log, isUpdate: true });
  expect(report.state).toBe("valid");
  expect(report.rules.map(({ id }) => id)).not.toContain("minimum-flight-plan");
});

test("contents count as names do", async () => {
  const laz = { ...request(), uploadType: "TerrainMapperLAZ" } as const;
  const files = [memorySource("FL000123_521/a.laz", new Uint8Array(500))];
  const report = await folderReport({ ...laz, files });
  expect(report.state).toBe("blocked");
  expect(report.rules.find(({ id }) => id === "content-laz-header")).toMatchObject({
    state: "failed",
    files: ["FL000123_521/a.laz"],
  });
});

test("the flight log gives the projects of all sensors, and the template of the upload's own", () => {
  const log = {
    SecondarySensor: null,
    Type: "LiDAR",
    Project: { ProcessingTemplate: "Vegetation" },
  };
  const flight = {
    WheelsUp: "2026-03-14T01:00:00Z",
    WheelsDown: null,
    Sensors: [
      { ...log, Sensor: "A - 001", ProjectID: "PRJ10001" },
      {
        Sensor: "B - 002",
        SecondarySensor: "C - 003",
        Type: "LiDARandImagery",
        ProjectID: "PRJ10002",
        Project: { ProcessingTemplate: "Urban RGBN" },
      },
      { ...log, Sensor: "A - 001", ProjectID: "PRJ10001" },
    ],
  };
  expect(flightFacts(flight, "A - 001")).toEqual({
    projectIds: ["PRJ10001", "PRJ10002"],
    wheelsUp: Date.UTC(2026, 2, 14, 1),
    wheelsDown: undefined,
    simultaneous: false,
    rgbn: false,
    surveys: [],
  });
  expect(flightFacts(flight, "C - 003")).toMatchObject({ simultaneous: true, rgbn: true });
  expect(flightFacts(flight, "B - 002")).toMatchObject({ simultaneous: true, rgbn: true });
});

test("one log of the sensor is enough for RGBN or a simultaneous capture; none may be known", () => {
  const log = { Sensor: "A - 001", SecondarySensor: null, ProjectID: null };
  const sensors = [
    { ...log, Type: "LiDAR" },
    { ...log, Type: "LiDAR", Project: null },
    { ...log, Type: "LiDARandImagery", Project: { ProcessingTemplate: "RGBN" } },
  ];
  const flight = { WheelsUp: null, WheelsDown: "no time", Sensors: sensors };
  const nothing = { projectIds: [], wheelsUp: undefined, wheelsDown: undefined, surveys: [] };
  expect(flightFacts(flight, "A - 001")).toEqual({ ...nothing, simultaneous: true, rgbn: true });
  expect(flightFacts({ ...flight, Sensors: sensors.slice(0, 2) }, "A - 001")).toEqual({
    ...nothing,
    simultaneous: false,
    rgbn: false,
  });
});
