import { expect, test } from "vitest";
import { attempt } from "../../testing/attempts.ts";
import { boundsText, differenceOf, figureOf, measureRows } from "./measure-rows.ts";

const rms = (value: number | null, bounds: object = {}) => [
  { name: "rms", label: "RMS", value, unit: "m", ...bounds },
];
const accepted = [{ measure: "rms", least: null, most: 0.05 }];

/** A row of 0.04 m with the program's bound and the stage's. */
const boundedRow = (most: number, stage: number) =>
  measureRows(
    attempt({ measures: rms(0.04, { most }), accepted: [{ ...accepted[0]!, most: stage }] }),
    undefined,
  )[0];

test("the stricter of the program's bound and the stage's counts", () => {
  expect(boundedRow(0.1, 0.05)).toMatchObject({ most: 0.05, verdict: "within" });
  expect(boundedRow(0.03, 0.05)).toMatchObject({ most: 0.03, verdict: "outside" });
});

test("a measure stands beside the last attempt's, with the difference", () => {
  const [row] = measureRows(
    attempt({ attempt: 2, measures: rms(0.02), accepted }),
    attempt({ measures: rms(0.07), accepted }),
  );
  expect(row).toMatchObject({ verdict: "within", other: { value: 0.07, verdict: "outside" } });
  expect(differenceOf(row!.difference!)).toBe("−0.05");
});

test("what was not measured, or has no bound, passes and misses nothing", () => {
  const verdict = (value: number | null, bounds: typeof accepted) =>
    measureRows(attempt({ measures: rms(value), accepted: bounds }), undefined)[0]!.verdict;
  expect(verdict(null, accepted)).toBe("notMeasured");
  expect(verdict(9, [])).toBe("unbounded");
  const [row] = measureRows(attempt({ measures: rms(1) }), attempt({ measures: [] }));
  expect(row).toMatchObject({ difference: null });
  expect(row).not.toHaveProperty("other");
});

test("what misses its bound comes first", () => {
  const measures = [...rms(0.01), { name: "dz", label: "dz", value: 9, unit: "m", most: 1 }];
  const rows = measureRows(attempt({ measures, accepted }), undefined);
  expect(rows.map(({ name }) => name)).toEqual(["dz", "rms"]);
});

test("figures have four digits, and bounds are words", () => {
  expect([figureOf(0.0123456), figureOf(12_345), figureOf(0)]).toEqual(["0.01235", "12,345", "0"]);
  expect([differenceOf(0), differenceOf(1e-12), differenceOf(1_234.5)]).toEqual([
    "no change",
    "no change",
    "+1,235",
  ]);
  expect(boundsText({ least: 1, most: null })).toBe("at least 1");
  expect(boundsText({ least: -0.025, most: 0.025 })).toBe("-0.025 to 0.025");
});
