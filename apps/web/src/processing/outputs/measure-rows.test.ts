import { expect, test } from "vitest";
import { attempt } from "../testing/attempts.ts";
import { boundsText, differenceOf, figureOf, measureRows, valueText } from "./measure-rows.ts";

const rms = (value: number | null, bounds: object = {}) => [
  { name: "rms", label: "RMS", value, unit: "m", ...bounds },
];
const accepted = [{ measure: "rms", least: null, most: 0.05, optional: false }];

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

test("what was not measured misses its bound, unless nothing asks for it", () => {
  const verdict = (value: number | null, bounds: typeof accepted) =>
    measureRows(attempt({ measures: rms(value), accepted: bounds }), undefined)[0]!.verdict;
  expect(verdict(null, accepted)).toBe("notMeasured");
  expect(verdict(null, [{ ...accepted[0]!, optional: true }])).toBe("notAsked");
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

test("a measure that a bound asks for and that is not there is missed, and comes first", () => {
  const asked = [...accepted, { measure: "dz", least: null, most: 1, optional: false }];
  const rows = measureRows(attempt({ measures: rms(0.01), accepted: asked }), undefined);
  expect(rows.map(({ name, verdict }) => [name, verdict])).toEqual([
    ["dz", "notMeasured"],
    ["rms", "within"],
  ]);
  const running = attempt({ measures: [], accepted: asked, outcome: null });
  expect(measureRows(running, undefined)).toEqual([]);
});

test("where a stage does without a measure its program's bound asks for nothing either", () => {
  const optional = [{ ...accepted[0]!, optional: true }];
  const of = attempt({ measures: rms(null, { most: 0.1 }), accepted: optional });
  expect(measureRows(of, undefined)[0]!.verdict).toBe("notAsked");
});

const apart = (most: number) =>
  measureRows(
    attempt({ measures: rms(null, { tasks: { count: 3, least: 0.01, most } }), accepted }),
    undefined,
  )[0]!;

test("a measure that is not joined shows what its tasks measured, judged by all of them", () => {
  expect(apart(0.04)).toMatchObject({ verdict: "within", difference: null });
  expect(apart(0.06).verdict).toBe("outside");
  expect(valueText(apart(0.06))).toBe("0.01 to 0.06 (3 tasks, not joined)");
  expect(valueText({ value: null, tasks: { count: 1, least: 2, most: 2 } })).toBe(
    "2 (1 task, not joined)",
  );
  expect([valueText({ value: null }), valueText({ value: 0.5 })]).toEqual(["–", "0.5"]);
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
