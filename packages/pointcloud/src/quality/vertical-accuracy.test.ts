import { expect, test } from "vitest";
import { verticalAccuracy } from "./vertical-accuracy.ts";

/** Differences of one size, half of them up. */
const points = (count: number, size: number, of: object = {}) =>
  Array.from({ length: count }, (_, n) => ({ difference: n % 2 === 0 ? size : -size, ...of }));

test("the error of heights is that of the differences and of the check points themselves", () => {
  const found = verticalAccuracy(points(30, 0.03, { error: 0.04 }))!;
  expect(found.nva!.points).toBe(30);
  expect(found.nva!.survey).toBeCloseTo(0.04, 12);
  expect(found.nva!.fit).toBeCloseTo(0.03, 12);
  expect(found.nva!.rmse).toBeCloseTo(0.05, 12);
  expect(found.vva).toBeNull();
  expect(found.statement).toBe(
    "This data set was tested to meet ASPRS Positional Accuracy Standards for Digital Geospatial Data, Edition 2 (2024) for a 5.0 cm RMSEV Vertical Accuracy Class. Actual NVA accuracy was found to be RMSEV = 5.0 cm.",
  );
});

test("check points under vegetation are stated apart, and errors that are not stated are said", () => {
  const found = verticalAccuracy([
    ...points(40, 0.02),
    ...points(6, 0.1, { vegetated: true, error: 0.01 }),
    { difference: null },
  ])!;
  expect(found.nva).toMatchObject({ points: 40, survey: null });
  expect(found.vva).toMatchObject({ points: 6 });
  expect(found.statement).toMatch(
    /RMSEV = 2\.0 cm\. Actual VVA accuracy was found to be RMSEV = 10\.0 cm\./,
  );
  expect(found.statement).toMatch(/own errors are not stated and not included\.$/);
});

test("fewer than 30 check points are no tested class", () => {
  const { statement } = verticalAccuracy(points(29, 0.01, { error: 0 }))!;
  expect(statement).toMatch(/^This data set was compared with 29 check points without vegetation/);
  expect(statement).not.toMatch(/was tested/);
});

test("without a check point that the product has a height at there is no statement", () => {
  expect(verticalAccuracy([])).toBeUndefined();
  expect(verticalAccuracy([{ difference: null }])).toBeUndefined();
});
