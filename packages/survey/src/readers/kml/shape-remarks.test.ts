import { describe, expect, test } from "vitest";
import {
  type KmlShape,
  placeFault,
  placemarkLabel,
  ShapeRemarks,
  shapeRemark,
  swappedHint,
} from "./kml-shapes.ts";

const leftOut = (text: string) => ({ text: `${text}: left out`, leftOut: true });
const drawn = (text: string) => ({ text, leftOut: false });
const few = (count: string) => leftOut(`a ring of ${count}, where four is the least`);
const OPEN = drawn("a ring that is not closed: its last vertex is joined to its first");

test.each<[KmlShape, number, boolean, ReturnType<typeof shapeRemark>]>([
  ["line", 0, false, leftOut("a line without coordinates")],
  ["line", 1, false, leftOut("a line of one vertex")],
  ["line", 2, false, undefined],
  ["line", 2, true, undefined],
  ["track", 0, false, leftOut("a track without coordinates")],
  ["track", 1, false, leftOut("a track of one vertex")],
  ["track", 2, false, undefined],
  ["point", 0, false, leftOut("a point without coordinates")],
  ["point", 1, false, undefined],
  ["point", 2, false, drawn("a point of 2 positions: its first is taken")],
  ["ring", 0, false, leftOut("a ring without coordinates")],
  ["ring", 1, true, few("1 vertex")],
  ["ring", 1, false, few("1 vertex")],
  ["ring", 2, true, few("2 vertices")],
  ["ring", 2, false, few("2 vertices")],
  ["ring", 3, true, few("3 vertices")],
  ["ring", 3, false, OPEN],
  ["ring", 4, true, undefined],
  ["ring", 4, false, OPEN],
])("of a %s of %i positions, closed: %s, is said: %j", (shape, positions, closed, expected) => {
  expect(shapeRemark(shape, positions, closed)).toEqual(expected);
});

const SWAPPED = ": are longitude and latitude swapped?";

test.each([
  [0, 0, undefined],
  [360, 90, undefined],
  [-360, -90, undefined],
  [360.5, 90, ""],
  [-360.5, 0, ""],
  [0, 90.5, SWAPPED],
  [0, -90.5, SWAPPED],
  [90, 180, SWAPPED],
  [-90, -180, SWAPPED],
  [90.5, 180, ""],
  [-90.5, 91, ""],
  [90, 180.5, ""],
  [90, -180.5, ""],
  [361, 45, ""],
])("whether longitude %d, latitude %d is a place: %j", (longitude, latitude, hint) => {
  const fault = `longitude ${longitude}, latitude ${latitude} is not a place${hint}`;
  expect(placeFault(longitude, latitude)).toBe(hint === undefined ? undefined : fault);
  expect(swappedHint(longitude, latitude)).toBe(hint ?? "");
});

describe("remarks", () => {
  test.each([
    [0, []],
    [1, ["1: a"]],
    [20, Array.from({ length: 20 }, (_, at) => `${at + 1}: a`)],
    [21, [...Array.from({ length: 20 }, (_, at) => `${at + 1}: a`), "1 more of these"]],
    [33, [...Array.from({ length: 20 }, (_, at) => `${at + 1}: a`), "13 more of these"]],
  ])("of which there are %i are told up to the twentieth", (count, texts) => {
    const remarks = new ShapeRemarks();
    for (let at = 1; at <= count; at++) remarks.add(`${at}`, "a");
    expect(remarks.texts).toEqual(texts);
  });

  test.each([
    [1, "", 5, "placemark 1, line 5 of the KML"],
    [12, "L 1", 7, "placemark 12 (L 1), line 7 of the KML"],
    [1, "x".repeat(80), 1, `placemark 1 (${"x".repeat(80)}), line 1 of the KML`],
    [1, "x".repeat(81), 1, `placemark 1 (${"x".repeat(80)}), line 1 of the KML`],
  ])("name placemark %i %j of line %i", (number, name, line, label) => {
    expect(placemarkLabel(number, name, line)).toBe(label);
  });
});
