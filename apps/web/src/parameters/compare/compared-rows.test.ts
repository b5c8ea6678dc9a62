import { IMAGERY_PARAMETERS, LIDAR_PARAMETERS } from "@swath/contract/calibrations";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { imageryRecord, lidarRecord } from "../testing/records.ts";
import { comparedFiles, comparedImagery, comparedLidar, moreOrLess } from "./compared-rows.ts";

const differing = (rows: ReturnType<typeof comparedLidar>) =>
  rows.filter(({ differs }) => differs).map(({ name, difference }) => [name, difference]);

test("a record does not differ from itself", () => {
  expect(differing(comparedLidar([lidarRecord(), lidarRecord()]))).toEqual([]);
  expect(differing(comparedImagery([imageryRecord(), imageryRecord()]))).toEqual([]);
});

test.each([
  [{ PriGNSSLeverX: 1.042 }, ["GPS Lever Arm X", "0.2 m more"]],
  [{ PriGNSSLeverX: 0.742 }, ["GPS Lever Arm X", "0.1 m less"]],
  [{ PriGNSSLeverX: null }, ["GPS Lever Arm X", "missing in the second"]],
  [{ RefToIMUMountingAnglZ: 180.01 }, ["IMU Mounting Angle Z", "0.01 ° more"]],
  [{ SensorName: "Galaxy - 046" }, ["Sensor", "differs"]],
  [{ LMSVersion: "3.0.4" }, ["LMS Version", "differs"]],
  [{ IsActive: false }, ["Status", "differs"]],
  [{ SurveyDate: "2026-03-15T01:22:00.000Z" }, ["Survey Date/Wheels Up", "1 day later"]],
  [{ SurveyDate: "2026-02-14T01:22:00.000Z" }, ["Survey Date/Wheels Up", "28 days earlier"]],
  [{ SurveyDate: "2026-03-14T01:22:01.000Z" }, ["Survey Date/Wheels Up", "less than a day later"]],
  [{ ScheduledExpiryDate: null }, ["Calibration Due", "differs"]],
])("%j differs in these words", (change, expected) => {
  expect(differing(comparedLidar([lidarRecord(), lidarRecord(change)]))).toEqual([expected]);
});

const fileOf = (bytes: number, digit: string, name: string | null = "a.RES") => ({
  name,
  bytes,
  sha256: digit.repeat(64),
});
test.each([
  ["itself", fileOf(6, "a"), fileOf(6, "a"), "the same"],
  ["one of another name", fileOf(6, "a"), fileOf(6, "a", "b.RES"), "only its name"],
  ["one of its size", fileOf(6, "a"), fileOf(6, "b"), "different content of the same size"],
  ["a longer one", fileOf(6, "a"), fileOf(7, "b"), "different content, 1 byte more"],
  ["a shorter one", fileOf(9, "a"), fileOf(7, "b"), "different content, 2 bytes less"],
  ["none", fileOf(6, "a"), null, "not loaded in the second"],
] as const)("an instrument file beside %s", (_, first, second, difference) => {
  const [row] = comparedFiles([{ kind: "RES", first, second, lines: null }]);
  expect(row).toMatchObject({ name: "RES file", difference, differs: difference !== "the same" });
  expect(row?.values[0]).toBe(`a.RES\n${first.bytes} B\nSHA-256 ${"a".repeat(16)}…`);
});

test("files that neither record has are the same", () => {
  expect(
    differing(comparedFiles([{ kind: "TBL", first: null, second: null, lines: null }])),
  ).toEqual([]);
});

test("what is missing in the first is said so, and in both is the same", () => {
  const missing = lidarRecord({ RefToIMULeverX: null });
  expect(differing(comparedLidar([missing, lidarRecord()]))).toEqual([
    ["IMU Lever Arm X", "missing in the first"],
  ]);
  expect(differing(comparedLidar([missing, missing]))).toEqual([]);
});

test("when and as what a record was saved is no parameter of it", () => {
  const other = imageryRecord({ _id: "b".repeat(24), Updated: "2026-06-01T00:00:00.000Z" });
  expect(differing(comparedImagery([imageryRecord(), other]))).toEqual([]);
});

const swap = (text: string) =>
  text.replace(/more|less/, (word) => (word === "more" ? "less" : "more"));

describe("of any two records", () => {
  const number = fc.double({ min: -1_000, max: 1_000, noNaN: true }).map((value) => value + 0);
  const numbers = (names: readonly string[]) =>
    fc.record(Object.fromEntries(names.map((name) => [name, fc.option(number)])));

  test.each([
    [
      "LiDAR",
      LIDAR_PARAMETERS,
      (one: object, other: object) => comparedLidar([lidarRecord(one), lidarRecord(other)]),
    ],
    [
      "imagery",
      IMAGERY_PARAMETERS,
      (one: object, other: object) => comparedImagery([imageryRecord(one), imageryRecord(other)]),
    ],
  ] as const)(
    "%s numbers are said to differ where they do, and nowhere else",
    (_, names, compare) => {
      fc.assert(
        fc.property(numbers(names), numbers(names), (one, other) => {
          const unequal = names.filter((name) => one[name] !== other[name]);
          expect(differing(compare(one, other))).toHaveLength(unequal.length);
        }),
      );
    },
  );

  test("the difference has the decimals that they are written with", () => {
    const whole = fc.integer({ min: -1_000_000, max: 1_000_000 });
    fc.assert(
      fc.property(whole, whole, fc.integer({ min: 0, max: 6 }), (one, other, decimals) => {
        const [first, second] = [one, other].map((value) => Number(`${value}e-${decimals}`));
        const by = Number(`${Math.abs(other - one)}e-${decimals}`);
        expect(moreOrLess(first!, second!, "m")).toBe(`${by} m ${other < one ? "less" : "more"}`);
      }),
    );
  });

  test("swapping them swaps more and less", () => {
    fc.assert(
      fc.property(number, number, (one, other) => {
        if (one !== other)
          expect(moreOrLess(other, one, "m")).toBe(swap(moreOrLess(one, other, "m")));
      }),
    );
  });
});
