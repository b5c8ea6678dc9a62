import * as geodesy from "@swath/plan/geodesy";
import { expect, test } from "vitest";
import {
  betweenCorners,
  type CloudUnits,
  crossesItself,
  outlineOf,
  typedCorners,
  unitsOf,
} from "./measured-corners.ts";

const crs = (given: object) => ({
  crs: { horizontalUnit: null, verticalUnit: null, geographic: false, ...given },
});
const METRES = unitsOf(crs({ horizontalUnit: 1 }));
const FEET = unitsOf(crs({ horizontalUnit: 0.3048 }));
const DEGREES = unitsOf(crs({ geographic: true }));

const corner = (x: number, y: number, z?: number) => ({ x, y, z });
/** Thirty by forty units, far from the origin of its system. */
const FIELD = [
  corner(413_400.5, 6_480_300),
  corner(413_430.5, 6_480_300),
  corner(413_430.5, 6_480_340),
  corner(413_400.5, 6_480_340),
];

test("an outline has its area and perimeter in metres, whichever way it runs, of feet too", () => {
  expect(outlineOf(FIELD, METRES, undefined)).toEqual({ area: 1_200, perimeter: 140 });
  expect(outlineOf(FIELD.toReversed(), METRES, undefined)?.area).toBe(1_200);
  const feet = outlineOf(FIELD, FEET, undefined);
  expect(feet?.area).toBeCloseTo(1_200 * 0.3048 ** 2, 9);
  expect(feet?.perimeter).toBeCloseTo(140 * 0.3048, 9);
});

test("in degrees it is measured on the ellipsoid, as soon as something does", () => {
  const ring = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
  expect(outlineOf(ring, DEGREES, undefined)).toBeUndefined();
  const { area, perimeter } = outlineOf(ring, DEGREES, geodesy)!;
  // A degree square at the equator, and its sides, on WGS 84 (GeographicLib's Planimeter).
  expect(area).toBeCloseTo(12_308_778_361.469, 0);
  expect(perimeter).toBeCloseTo(443_770.917, 2);
});

test("between two corners there are distance, height difference and slope, in metres", () => {
  expect(betweenCorners(corner(0, 0, 10), corner(3, 4, 15), METRES, undefined)).toEqual({
    distance: 5,
    height: 5,
    slant: Math.hypot(5, 5),
    slope: 45,
  });
  const units: CloudUnits = { horizontal: 1, vertical: 0.3048, isStated: true };
  expect(betweenCorners(corner(0, 0, 10), corner(0, 3, 20), units, undefined)).toMatchObject({
    distance: 3,
    height: expect.closeTo(3.048, 9),
  });
  expect(betweenCorners(corner(0, 0), corner(3, 4, 15), METRES, undefined)).toEqual({
    distance: 5,
  });
  expect(betweenCorners(corner(0, 0, 0), corner(0, 1, 0), DEGREES, undefined)).toBeUndefined();
  expect(betweenCorners(corner(0, 0, 0), corner(0, 1, 0), DEGREES, geodesy)).toMatchObject({
    distance: expect.closeTo(110_574.389, 2),
  });
});

test("a unit that no file states is taken for a metre, and said to be", () => {
  expect(unitsOf(crs({}))).toEqual({ horizontal: 1, vertical: 1, isStated: false });
  expect(DEGREES).toEqual({ horizontal: undefined, vertical: 1, isStated: true });
  expect(FEET).toEqual({ horizontal: 0.3048, vertical: 0.3048, isStated: true });
});

test("an outline that crosses itself is known", () => {
  const [a, b, c, d] = FIELD as [Corner, Corner, Corner, Corner];
  expect(crossesItself([a, b, c, d])).toBe(false);
  expect(crossesItself([a, c, b, d])).toBe(true);
  expect(crossesItself([a, b, c])).toBe(false);
});
type Corner = (typeof FIELD)[number];

test("corners are typed line by line, and what is none is said", () => {
  expect(typedCorners(" 1 2\n\n3.5, -4\r\n5;6 ")).toEqual([
    [1, 2],
    [3.5, -4],
    [5, 6],
  ]);
  expect(typedCorners("1 2\n3")).toBe("Line 2 is not x and y of a corner.");
  expect(typedCorners("1 2 3")).toBe("Line 1 is not x and y of a corner.");
  expect(typedCorners("1 2\n".repeat(201))).toBe("At most 200 corners are measured.");
});
