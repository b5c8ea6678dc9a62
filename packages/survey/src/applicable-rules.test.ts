import { expect, test } from "vitest";
import { applicableRules, type RuledUpload } from "./applicable-rules.ts";
import { FILE_KINDS, type FileKindId } from "./rules/file-kinds.ts";

const SENSOR = "Optech Galaxy Prime - 045";
const upload: RuledUpload = {
  flightId: "FL000123",
  sensorName: SENSOR,
  uploadType: "LiDAR",
  projectIds: [],
  wheelsUp: undefined,
  wheelsDown: undefined,
  simultaneous: false,
  rgbn: false,
  equipment: [],
};
const every = new Set(Object.keys(FILE_KINDS) as FileKindId[]);
const timed = { fms: true, gps: true };

const rulesOf = (change: Partial<RuledUpload>, of: Partial<typeof timed> = {}): readonly string[] =>
  applicableRules({ ...upload, ...change }, { held: every, timed: { ...timed, ...of } }).map(
    ({ id }) => id,
  );

const serials = (LaserSerialNo: string | null, POSSerialNo: string | null) => ({
  equipment: [{ Name: SENSOR, Type: "LiDAR" as const, LaserSerialNo, POSSerialNo }],
});

test.each<[rule: string, known: Partial<RuledUpload>]>([
  ["content-sensor-number", serials(null, null)],
  ["content-laser-serial", serials("12", null)],
  ["content-pos-serial", serials(null, "12")],
  ["content-fms-missing", { projectIds: ["PRJ10001"] }],
  ["content-fms-none-expected", { projectIds: ["PRJ10001"] }],
  ["content-fms-unexpected", { projectIds: ["PRJ10001"] }],
  ["content-fms-start", { wheelsUp: 1 }],
  ["content-fms-end", { wheelsDown: 1 }],
  ["content-gps-date", { wheelsDown: 1 }],
])("%s applies only where what it compares with is known", (rule, known) => {
  expect(rulesOf({})).not.toContain(rule);
  expect(rulesOf(known)).toContain(rule);
});

test("LAZ files need RGBN only where the template requires it", () => {
  const laz = { uploadType: "TerrainMapperLAZ", sensorName: "Terrain Mapper - 91" } as const;
  expect(rulesOf(laz)).not.toContain("content-laz-rgbn");
  expect(rulesOf({ ...laz, rgbn: true })).toContain("content-laz-rgbn");
});

test("times are compared only where files tell them", () => {
  const known = { wheelsUp: 1, wheelsDown: 2 };
  expect(rulesOf(known, { fms: false })).not.toContain("content-fms-start");
  expect(rulesOf(known, { gps: false })).not.toContain("content-gps-date");
});
