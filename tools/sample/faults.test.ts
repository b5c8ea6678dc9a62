import type { UploadType } from "@swath/contract/upload-types";
import { checkContents } from "@swath/survey/check-contents";
import { type Finding, judgeFolder } from "@swath/survey/judge-folder";
import { memorySource } from "@swath/survey/readers/file-source";
import { CONTENT_RULES } from "@swath/survey/rules/content-rules";
import { MINIMUM_RULES } from "@swath/survey/rules/minimum-rules";
import { ruleMessage } from "@swath/survey/rules/rule-table";
import { expect, test } from "vitest";
import { type Fault, FAULTS, withFault } from "./faults.ts";
import { flightContent } from "./flight-content.ts";
import { baseFolder, layout } from "./layout.ts";
import { sampleFlight } from "./sample-flight.ts";

const SENSORS = [
  "Optech Galaxy Prime - 045",
  "P1 - 118",
  "Visionmap A3 - 012",
  "DMC II - 027",
  "Leica Terrain Mapper - 101",
  "ALTM Pegasus - 362",
];
const FAMILY: Readonly<Partial<Record<UploadType, string>>> = {
  LiDAR: "Optech Galaxy Prime - 045",
  OptechGPS: "Optech Galaxy Prime - 045",
  MediumFormatImagery: "P1 - 118",
  MediumFormatImageryGPS: "P1 - 118",
  LargeFormatImagery: "Visionmap A3 - 012",
  LargeFormatImageryGPS: "Visionmap A3 - 012",
};

function sensorFor(type: UploadType, wanted: RegExp | undefined): string {
  const usual = FAMILY[type] ?? "Leica Terrain Mapper - 101";
  if (wanted?.test(usual) !== false) return usual;
  return SENSORS.find((name) => wanted.test(name)) ?? usual;
}

async function findingsOf(type: UploadType, sensor: string, fault?: Fault): Promise<Finding[]> {
  const flight = sampleFlight("FL000123", undefined, type, {
    sensor,
    laserSerial: "18SEN045",
    posSerial: "7045",
    wheelsUp: "2026-03-14T01:00:00Z",
    wheelsDown: "2026-03-14T01:12:00Z",
    projects: ["PRJ10001", "PRJ10002"],
    seed: "",
  });
  if (flight === undefined) throw new Error("no flight");
  const right = flightContent({ ...flight, rgbn: true }, 100_000);
  const content = fault?.content?.(right) ?? right;
  const files = layout(content);
  const base = fault?.folder?.(baseFolder(content)) ?? baseFolder(content);
  const sources = (fault === undefined ? files : withFault(files, fault, content)).map((file) => {
    const made = file.content();
    const bytes = made instanceof Uint8Array ? made : Buffer.concat([...made]);
    return memorySource(`${base}/${file.path}`, bytes);
  });
  const names = judgeFolder({ ...flight, files: sources });
  const contents = await checkContents({
    ...flight,
    baseFolder: base,
    equipment: [
      { Name: sensor, Type: "LiDAR", LaserSerialNo: "18SEN045", POSSerialNo: "7045" },
      { Name: "Other - 099", Type: "LiDAR", LaserSerialNo: null, POSSerialNo: null },
    ],
    rgbn: true,
    files: names.accepted.flatMap(({ path, kind }) => {
      const source = sources.find((entry) => entry.path === path);
      return source === undefined ? [] : [{ source, kind }];
    }),
  });
  return [...names.findings, ...contents.findings];
}

const cases = FAULTS.flatMap((fault) =>
  fault.types.map((type) => ({ fault, type, name: fault.name, rule: fault.rule })),
);

const valid = new Map<string, Promise<Finding[]>>();

function findingsOfValid(type: UploadType, sensor: string): Promise<Finding[]> {
  const key = `${type} ${sensor}`;
  const known = valid.get(key) ?? findingsOf(type, sensor);
  valid.set(key, known);
  return known;
}

test.each(cases)("$name in a $type folder is found by $rule", async ({ fault, type, rule }) => {
  const sensor = sensorFor(type, fault.sensor);
  expect(await findingsOfValid(type, sensor)).toEqual([]);
  const found = await findingsOf(type, sensor, fault);
  expect(found.find((finding) => finding.rule === rule)?.message).toBe(ruleMessage(rule));
});

test("every rule on contents, and every minimum of a flight's usual sensors, has a fault", () => {
  const made = new Set<string>(FAULTS.map(({ rule }) => rule));
  const rules = [...CONTENT_RULES.map(({ id }) => id), ...Object.keys(MINIMUM_RULES)];
  // Sensors that nobody has, other flights' sensors, and imagery of both kinds at once are no faults of files.
  expect(rules.filter((rule) => !made.has(rule))).toEqual([
    "content-sensor-unknown",
    "content-sensor-number",
    "minimum-csv",
    "minimum-large-image",
  ]);
});
