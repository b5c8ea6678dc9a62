import { UPLOAD_TYPES, type UploadType } from "@swath/contract/uploads";
import { flightFacts, type FolderReport, folderReport } from "@swath/survey";
import { memorySource } from "@swath/survey/readers";
import { CONTENT_RULES, ruleMessage, RULES } from "@swath/survey/rules";
import { expect, test } from "vitest";
import { type Fault, withFault } from "./faults.ts";
import { FAULTS } from "./content-faults.ts";
import { flightContent, sampleFlight } from "./sample-flight.ts";
import { baseFolder, layout } from "./layout.ts";

/** Sensors of each kind of upload; the first is the usual one. */
const SENSORS: readonly (readonly [type: RegExp, sensors: readonly string[]])[] = [
  [/^(?:LiDAR|OptechGPS)$/, ["Optech Galaxy Prime - 045", "ALTM Pegasus - 362"]],
  [/^Medium/, ["P1 - 118", "Vexcel Osprey - 031", "Phase One - 362"]],
  [/^Large/, ["Visionmap A3 - 012", "DMC II - 027", "UltraCam - 014"]],
  [/^TerrainMapper/, ["Leica Terrain Mapper - 101"]],
];
const PROJECTS = ["PRJ10001", "PRJ10002"];
const UP = "2026-03-14T01:00:00Z";
const DOWN = "2026-03-14T01:12:00Z";

function sensorsFor(type: UploadType): readonly string[] {
  return SENSORS.find(([pattern]) => pattern.test(type))?.[1] ?? [];
}

async function reportOn(
  type: UploadType,
  sensor: string,
  simultaneous: boolean,
  fault?: Fault,
): Promise<FolderReport> {
  const serials = { laserSerial: "18SEN045", posSerial: "7045" };
  const times = { wheelsUp: UP, wheelsDown: DOWN };
  const options = { sensor, ...serials, ...times, projects: PROJECTS, simultaneous, seed: "" };
  const flight = sampleFlight("FL000123", undefined, type, options);
  if (flight === undefined) throw new Error("no flight");
  const other = "Other - 099";
  const right = flightContent({ ...flight, rgbn: true, otherSensors: [other] }, 100_000);
  const content = fault?.content?.(right) ?? right;
  const files = layout(content);
  const base = fault?.folder?.(baseFolder(content), content.flight) ?? baseFolder(content);
  const sources = (fault === undefined ? files : withFault(files, fault, content)).map((file) => {
    const made = file.content();
    const bytes = made instanceof Uint8Array ? made : Buffer.concat([...made]);
    return memorySource(`${base}/${file.path}`, bytes);
  });
  const Type = simultaneous ? "LiDARandImagery" : "LiDAR";
  const Sensors = PROJECTS.map((ProjectID) => ({
    Sensor: sensor,
    SecondarySensor: null,
    Type,
    ProjectID,
    Project: { ProcessingTemplate: "RGBN" },
  }));
  return folderReport({
    ...flightFacts({ WheelsUp: UP, WheelsDown: DOWN, Sensors }, sensor),
    flightId: "FL000123",
    sensorName: sensor,
    uploadType: type,
    equipment: [
      { Name: sensor, Type: "LiDAR", LaserSerialNo: "18SEN045", POSSerialNo: "7045" },
      { Name: other, Type: "LiDAR", LaserSerialNo: null, POSSerialNo: null },
    ],
    now: Date.parse(DOWN),
    files: sources,
  });
}

const good = UPLOAD_TYPES.flatMap((type) =>
  sensorsFor(type).flatMap((sensor) =>
    (type === "MediumFormatImagery" ? [false, true] : [false]).map(
      (simultaneous) => [type, sensor, simultaneous] as const,
    ),
  ),
);

const passed = new Set<string>();

test.each(good)("a %s folder of %s (at once with LiDAR: %s) is valid", async (...upload) => {
  const report = await reportOn(...upload);
  expect(report.rules.filter(({ state }) => state !== "passed")).toEqual([]);
  expect(report).toMatchObject({ state: "valid", contents: { notes: [] } });
  for (const { id } of report.rules) passed.add(id);
});

test("every rule is passed by one of the valid folders", () => {
  const rules = [...RULES, ...CONTENT_RULES].map(({ id }) => id);
  // What no instrument of a sample writes.
  const beside = ["name-observations", "name-postProcessed"];
  expect(rules.filter((rule) => !passed.has(rule))).toEqual(beside);
});

const faulty = FAULTS.flatMap((fault) =>
  fault.types.map((type) => ({ fault, type, name: fault.name, rule: fault.rule })),
);

test.each(faulty)("$name in a $type folder is found by $rule alone", async (row) => {
  const { fault, type, rule } = row;
  const sensor = sensorsFor(type).find((name) => fault.sensor?.test(name) !== false);
  if (sensor === undefined) throw new Error("no sensor for this fault");
  const { rules, state } = await reportOn(type, sensor, fault.simultaneous ?? false, fault);
  const broken = rules.filter((entry) => entry.state !== "passed");
  expect(broken.find(({ id }) => id === rule)?.message).toBe(ruleMessage(rule));
  expect(broken.map(({ id }) => id).toSorted()).toEqual([rule, ...(fault.also ?? [])].toSorted());
  expect(state).not.toBe("valid");
});

test("every rule has a fault", () => {
  const made = new Set<string>(FAULTS.map(({ rule }) => rule));
  const rules = [...RULES, ...CONTENT_RULES].map(({ id }) => id);
  expect(rules.filter((rule) => !made.has(rule))).toEqual([]);
});
