import { expect, test } from "vitest";
import type { KmlPath, Position } from "../readers/kml/read-kml.ts";
import { planDrawing } from "./plan-drawing.ts";

const line = (...positions: Position[]): KmlPath => ({
  name: "",
  crossStrip: false,
  area: false,
  positions,
});

test("north is up, east is right, and the longer side fills the drawing", () => {
  const plan = planDrawing([
    line([10, 0], [12, 0]),
    { ...line([11, 0], [11, 1]), crossStrip: true },
  ]);
  expect(plan).toMatchObject({
    width: 420,
    lines: "M10.0 210.0L410.0 210.0",
    crossStrips: "M210.0 210.0L210.0 10.0",
    counts: { lines: 1, crossStrips: 1, areas: 0 },
  });
  expect(plan?.kilometres.east).toBeCloseTo(222.63, 1);
});

/** The drawing is 400 units for 100°: four to a degree, true to scale as its middle is the equator. */
const FRAME = line([0, -50], [100, 50]);
const FRAME_PATH = "M10.0 410.0L410.0 10.0";

test("each kind of path is one text of its own; an area is closed, and no cross-strip", () => {
  const [first, second] = [line([0, 0], [25, 0]), line([50, 0], [75, 0])];
  const paths = [first, second].map((path) => [
    path,
    { ...path, crossStrip: true },
    { ...path, area: true },
    { ...path, area: true, crossStrip: true },
  ]);
  expect(planDrawing([FRAME, ...paths.flat()])).toEqual({
    width: 420,
    height: 420,
    lines: `${FRAME_PATH}M10.0 210.0L110.0 210.0M210.0 210.0L310.0 210.0`,
    crossStrips: "M10.0 210.0L110.0 210.0M210.0 210.0L310.0 210.0",
    areas:
      "M10.0 210.0L110.0 210.0ZM10.0 210.0L110.0 210.0ZM210.0 210.0L310.0 210.0ZM210.0 210.0L310.0 210.0Z",
    counts: { lines: 3, crossStrips: 2, areas: 4 },
    kilometres: { east: expect.closeTo(11_132, 6), north: expect.closeTo(11_132, 6) },
  });
});

test.each<[string, Position, Position, object]>([
  ["wide", [0, -0.5], [3, 0.5], { width: 420, height: 154, kilometres: { east: 3, north: 1 } }],
  ["high", [0, -1.5], [1, 1.5], { width: 154, height: 420, kilometres: { east: 1, north: 3 } }],
  ["at 60° N", [0, 58], [8, 62], { width: 420, height: 420, kilometres: { east: 4, north: 4 } }],
  [
    "at 60° S",
    [0, -61],
    [1.99, -59],
    { width: 220, height: 420, kilometres: { east: 0.995, north: 2 } },
  ],
  [
    "in the west",
    [-9, -1],
    [-7, 1],
    { width: 420, height: 420, kilometres: { east: 2, north: 2 } },
  ],
  ["of one place", [7, 7], [7, 7], { width: 20, height: 20, kilometres: { east: 0, north: 0 } }],
])("a plan %s has the shape of its ground", (_, southWest, northEast, expected) => {
  const plan = planDrawing([line(southWest, northEast)])!;
  const { width, height, kilometres } = plan;
  const degrees = Object.entries(kilometres).map(([side, km]) => [
    side,
    expect.closeTo(km / 111.32, 9),
  ]);
  expect(expected).toEqual({ width, height, kilometres: Object.fromEntries(degrees) });
});

test("a survey across the 180th meridian is drawn in one piece", () => {
  const plan = planDrawing([line([179.9, 0], [-179.9, 0])]);
  expect(plan?.kilometres.east).toBeCloseTo(22.26, 1);
});

test.each<[string, Position[], string]>([
  [
    "from half the globe's width on",
    [
      [-90, 0],
      [90, 0],
    ],
    "M10.0 10.0L410.0 10.0",
  ],
  [
    "in the west alone",
    [
      [-20, 0],
      [-10, 0],
    ],
    "M10.0 10.0L410.0 10.0",
  ],
  [
    "across the 180th meridian, eastward",
    [
      [170, 0],
      [-170, 0],
    ],
    "M10.0 10.0L410.0 10.0",
  ],
  [
    "across the 180th meridian, westward",
    [
      [-170, 0],
      [170, 0],
    ],
    "M410.0 10.0L10.0 10.0",
  ],
  [
    "from Greenwich over the 180th",
    [
      [0, 0],
      [150, 0],
      [-160, 0],
    ],
    "M10.0 10.0L310.0 10.0L410.0 10.0",
  ],
  [
    "at 60° N",
    [
      [0, 58],
      [8, 62],
    ],
    "M10.0 410.0L410.0 10.0",
  ],
])("east is right %s", (_, positions, path) => {
  expect(planDrawing([line(...positions)])?.lines).toBe(path);
});

test.each<[string, Position[], string]>([
  [
    "half a unit east",
    [
      [0, 0],
      [0.125, 0],
      [50, 0],
    ],
    "M10.0 210.0L10.5 210.0L210.0 210.0",
  ],
  [
    "less than half a unit east",
    [
      [0, 0],
      [0.124, 0],
      [50, 0],
    ],
    "M10.0 210.0L210.0 210.0",
  ],
  [
    "half a unit north",
    [
      [0, 0],
      [0, 0.125],
      [50, 0],
    ],
    "M10.0 210.0L10.0 209.5L210.0 210.0",
  ],
  [
    "less than half a unit north",
    [
      [0, 0],
      [0, 0.124],
      [50, 0],
    ],
    "M10.0 210.0L210.0 210.0",
  ],
  [
    "half a unit aslant",
    [
      [0, 0],
      [0.075, 0.1],
      [50, 0],
    ],
    "M10.0 210.0L10.3 209.6L210.0 210.0",
  ],
  [
    "less aslant",
    [
      [0, 0],
      [0.075, 0.099],
      [50, 0],
    ],
    "M10.0 210.0L210.0 210.0",
  ],
  [
    "half a unit behind one that is left out",
    [
      [0, 0],
      [0.1, 0],
      [0.2, 0],
      [50, 0],
    ],
    "M10.0 210.0L10.8 210.0L210.0 210.0",
  ],
  [
    "nowhere, but the last",
    [
      [0, 0],
      [0, 0],
      [0, 0],
    ],
    "M10.0 210.0L10.0 210.0",
  ],
])("of a line with a point %s is drawn what shows", (_, positions, path) => {
  expect(planDrawing([FRAME, line(...positions)])?.lines).toBe(FRAME_PATH + path);
});

test.each<[string, Position, boolean]>([
  ["the 180th meridian", [180, 0], true],
  ["the 180th meridian from the west", [-180, 0], true],
  ["the north pole", [0, 90], true],
  ["the south pole", [0, -90], true],
  ["a longitude too far east", [180.1, 0], false],
  ["a longitude too far west", [-180.1, 0], false],
  ["a latitude too far north", [0, 90.1], false],
  ["a latitude too far south", [0, -90.1], false],
])("a line from %s, %j, is drawn: %s", (_, from, drawn) => {
  expect(planDrawing([line(from, [0, 0])]) !== undefined).toBe(drawn);
});

test("20,000 paths are drawn, and those that cannot be do not count", () => {
  const dots = Array.from({ length: 10 }, () => line([0, 0]));
  const paths = Array.from({ length: 20_001 }, () => line([0, 0], [1, 0]));
  expect(planDrawing([...dots, ...paths.slice(1)])?.counts.lines).toBe(20_000);
  expect(planDrawing([...dots, ...paths])?.counts.lines).toBe(20_000);
  expect(planDrawing([...dots, ...paths.slice(2)])?.counts.lines).toBe(19_999);
});

test("points closer than the drawing shows are left out, the last one never", () => {
  const many = Array.from({ length: 100_000 }, (_, i): Position => [i / 100_000, 0]);
  const plan = planDrawing([line(...many)]);
  expect(plan?.lines.split("L").length).toBeLessThan(1000);
  expect(plan?.lines).toMatch(/L410\.0 10\.0$/);
});

test("what lies off the Earth, single points and nothing at all are not drawn", () => {
  expect(planDrawing([])).toBeUndefined();
  expect(planDrawing([line([0, 0])])).toBeUndefined();
  expect(planDrawing([line([1e308, 0], [0, -1e300], [7, 7])])).toBeUndefined();
});

test("a line without length is drawn as a point of it", () => {
  expect(planDrawing([line([5, 5], [5, 5])])?.lines).toBe("M10.0 10.0L10.0 10.0");
});
