import { describe, expect, test } from "vitest";
import {
  areContiguous,
  customProcessingSchema,
  eoTemplate,
  isEOOnly,
  MESSAGES,
  templateFault,
  timeFaults,
} from "./custom-processing.ts";

test.each([
  ["none", [], true],
  ["one", ["a.007"], true],
  ["one after another, in any order", ["a.002", "a.000", "a.001"], true],
  ["all but one in the middle", ["a.000", "a.002"], false],
  ["two recordings of the same numbers", ["a.000", "a.001", "b.000", "b.001"], true],
  ["the end of one and what goes on in another", ["a.000", "a.001", "b.002"], true],
  ["two recordings far apart", ["a.000", "a.001", "b.004", "b.005"], false],
  ["a number that only another recording has", ["a.000", "a.002", "b.001"], false],
  ["one of a recording of nearly its name", ["FL1_045.000", "FL1_045.002", "FL1_046.001"], false],
  ["files without a number", ["a.gps"], false],
  ["a post-processed trajectory", ["sbet_a.out"], true],
  ["one beside recordings", ["a.000", "a.001", "a.sbet", "a_trajectory.txt"], true],
  ["one beside recordings with a gap", ["a.000", "a.002", "a.sbet"], false],
] as const)("contract/C3 of %s", (_, names, contiguous) => {
  expect(areContiguous(names)).toBe(contiguous);
});

const { second, start, end } = MESSAGES;

test.each([
  [undefined, undefined, {}],
  [5, undefined, {}],
  [undefined, 5, {}],
  [0, 604_800, {}],
  [5, 5.1, {}],
  [5, 5, { start, end }],
  [6, 5, { start, end }],
  [-1, 5, { start: second }],
  [5, 604_801, { end: second }],
  [604_801, 5, { start: second }],
  [-1, undefined, { start: second }],
  [undefined, -1, { end: second }],
  [Number.NaN, -1, { start: second, end: second }],
])("contract/C4 of times from %s to %s the faults are %j", (from, to, faults) => {
  expect(timeFaults(from, to)).toEqual(faults);
});

test("exterior orientation alone takes the part of a template before its first hyphen", () => {
  expect(eoTemplate("LiDAR-MineIP-2")).toBe("LiDAR");
  expect(eoTemplate("LiDAR")).toBe("LiDAR");
});

describe("contract/C6 a template", () => {
  const chosen = { gps: false, lms: false, eoOnly: false };
  const noGPS = "The processing template T has no GPS & EO job";
  const noLMS = "The processing template T has no LMS job";
  test.each([
    [["gps", "lms"], { gps: true, lms: true, eoOnly: true }, undefined],
    [["gps"], { gps: true }, undefined],
    [["lms"], { lms: true }, undefined],
    [["stage"], {}, undefined],
    [["lms"], { gps: true }, noGPS],
    [["lms"], { eoOnly: true }, noGPS],
    [["gps"], { lms: true }, noLMS],
    [["stage"], { gps: true, lms: true }, noGPS],
  ] as const)("of the jobs %j for %j has the fault %s", (areas, of, fault) => {
    expect(templateFault({ name: "T", areas }, { ...chosen, ...of })).toBe(fault);
  });
});

const BODY = { sensorId: "SL000153", sensorName: "Galaxy - 045", processingTemplate: "LiDAR" };
const GPS = { gpsFiles: ["a.000", "a.001"] };
const faultsOf = (change: object): string[] =>
  customProcessingSchema
    .safeParse({ ...BODY, ...change })
    .error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];

describe("a custom processing", () => {
  test.each([
    ["GPS files", { gps: GPS }],
    ["range files", { lms: ["a.range"] }],
    ["EO only", { EOOnly: true }],
    ["EO only of GPS files", { gps: { ...GPS, EOOnly: true } }],
    ["GPS and range files", { gps: GPS, lms: ["a.range"], EOOnly: false }],
    ["GPS files of the same log", { gps: { ...GPS, sensorId: "SL000153" } }],
    ["GPS files between two times", { gps: { ...GPS, gpsStartTime: 1, gpsEndTime: 2 } }],
  ])("is taken of %s", (_, change) => {
    expect(faultsOf(change)).toEqual([]);
  });

  test.each([
    ["contract/C1 nothing", {}, [`: ${MESSAGES.nothing}`]],
    ["contract/C1 nothing but EO that is not wanted", { EOOnly: false }, [`: ${MESSAGES.nothing}`]],
    ["contract/C2 no GPS file", { gps: { gpsFiles: [] } }, [`gps.gpsFiles: ${MESSAGES.noGPSFile}`]],
    [
      "contract/C2 no recording",
      { gps: { gpsFiles: ["a.gps"] } },
      ["gps.gpsFiles.0: is not a GPS file", `gps.gpsFiles: ${MESSAGES.gap}`],
    ],
    [
      "contract/C3 a gap",
      { gps: { gpsFiles: ["a.000", "a.002"] } },
      [`gps.gpsFiles: ${MESSAGES.gap}`],
    ],
    [
      "contract/C4 times that are turned round",
      { gps: { ...GPS, gpsStartTime: 2, gpsEndTime: 1 } },
      [`gps.gpsStartTime: ${start}`, `gps.gpsEndTime: ${end}`],
    ],
    ["contract/C5 no range file", { lms: [] }, [`lms: ${MESSAGES.noRangeFile}`]],
    ["contract/C5 another file", { lms: ["a.laz"] }, ["lms.0: is not a range file"]],
    [
      "contract/C5 EO with range files",
      { EOOnly: true, lms: ["a.range"] },
      [`: ${MESSAGES.rangeOfEO}`],
    ],
    [
      "contract/C5 EO of GPS files with range files",
      { gps: { ...GPS, EOOnly: true }, lms: ["a.range"] },
      [`: ${MESSAGES.rangeOfEO}`],
    ],
    [
      "GPS files of another log",
      { gps: { ...GPS, sensorId: "SL000154" } },
      [": the GPS files are of another sensor log"],
    ],
  ])("%s is refused", (_, change, faults) => {
    expect(faultsOf(change)).toEqual(faults);
  });

  test("contract/C4 a fault of a time is this contract's own", () => {
    const gps = { ...GPS, gpsStartTime: 2, gpsEndTime: 1 };
    const { error } = customProcessingSchema.safeParse({ ...BODY, gps });
    expect(error?.issues.map(({ code }) => code)).toEqual(["custom", "custom"]);
  });

  test.each([
    [{}, false],
    [{ EOOnly: false, gps: {} }, false],
    [{ gps: { EOOnly: false } }, false],
    [{ EOOnly: true }, true],
    [{ gps: { EOOnly: true } }, true],
  ])("asks for exterior orientation alone by a flag in either place: %j is %s", (body, only) => {
    expect(isEOOnly(body)).toBe(only);
  });
});
