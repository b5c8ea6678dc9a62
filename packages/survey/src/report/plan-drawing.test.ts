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

test("an area is closed", () => {
  const ring = line([0, 0], [1, 0], [1, 1], [0, 0]);
  expect(planDrawing([{ ...ring, area: true }])?.areas).toMatch(/^M[\d. L]+Z$/);
});

test("a survey across the 180th meridian is drawn in one piece", () => {
  const plan = planDrawing([line([179.9, 0], [-179.9, 0])]);
  expect(plan?.kilometres.east).toBeCloseTo(22.26, 1);
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
