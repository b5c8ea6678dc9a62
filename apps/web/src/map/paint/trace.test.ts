import fc from "fast-check";
import { expect, test } from "vitest";
import { line, sampleGeometry } from "../testing/sample-geometry.ts";
import { DASH_PERIOD, type Pen, traceLine, traceRing } from "./trace.ts";

type Place = readonly [number, number];

/** A picture of 100 by 100 pixels, a metre each, its upper left corner at (0, 100). */
const PLACING = { left: 0, top: 100, scale: 1, width: 100, height: 100 };

/** What a pen draws: strokes of corners. */
function traced(trace: typeof traceLine, ...places: readonly Place[]): Place[][] {
  const strokes: Place[][] = [];
  const pen: Pen = {
    moveTo: (x, y) => void strokes.push([[x, y]]),
    lineTo: (x, y) => void strokes.at(-1)!.push([x, y]),
    closePath: () => void strokes.at(-1)!.push(strokes.at(-1)![0]!),
  };
  trace(pen, sampleGeometry(line("", ...places)), 0, PLACING);
  return strokes;
}

test("a line goes from corner to corner, y downwards", () => {
  expect(traced(traceLine, [10, 10], [50, 60], [90, 10])).toEqual([
    [
      [10, 90],
      [50, 40],
      [90, 90],
    ],
  ]);
});

test("corners closer than half a pixel are left out, but not the last one", () => {
  expect(traced(traceLine, [10, 50], [10.3, 50], [10.4, 50.2], [60, 50], [60.1, 50])).toEqual([
    [
      [10, 50],
      [60, 50],
      [60.1, 50],
    ],
  ]);
});

test("what is off the picture is no stroke, and the rest begins anew", () => {
  expect(traced(traceLine, [-900, 50], [-800, 50], [-700, 60])).toEqual([]);
  const strokes = traced(traceLine, [50, 50], [50, 900], [80, 900], [80, 50]);
  expect(strokes).toHaveLength(2);
  expect(strokes.flat().every(([, y]) => y >= -64 - DASH_PERIOD)).toBe(true);
});

test("what enters the picture begins at a dash, however far it comes from", () => {
  const [[start] = []] = traced(traceLine, [-10_000, 50], [50, 50]);
  expect((start![0] + 10_000) % DASH_PERIOD).toBeCloseTo(0, 6);
  expect(start![0]).toBeLessThanOrEqual(-64);
  expect(start![0]).toBeGreaterThan(-64 - DASH_PERIOD);
});

test("whatever a line does, no stroke is far off the picture and none in it is missing", () => {
  const place = fc.tuple(
    fc.integer({ min: -9000, max: 9000 }),
    fc.integer({ min: -9000, max: 9000 }),
  );
  fc.assert(
    fc.property(fc.array(place, { minLength: 2, maxLength: 8 }), (places) => {
      const strokes = traced(traceLine, ...places);
      const far = 100 + 64 + DASH_PERIOD + 1;
      for (const [x, y] of strokes.flat()) {
        expect(Math.abs(x)).toBeLessThan(far);
        expect(Math.abs(y)).toBeLessThan(far);
      }
      const inside = places.filter(([x, y]) => x >= 0 && x <= 100 && y >= 0 && y <= 100);
      const drawn = new Set(strokes.flat().map(([x, y]) => `${x} ${100 - y}`));
      const alone = new Set(places.map(String)).size === 1;
      for (const [x, y] of inside) expect(alone || drawn.has(`${x} ${y}`)).toBe(true);
    }),
  );
});

test("a ring is closed", () => {
  const [stroke = []] = traced(traceRing, [10, 10], [90, 10], [90, 90], [10, 10]);
  expect(stroke.at(-1)).toEqual(stroke[0]);
});

test("of a ring off the picture on one side two corners are left", () => {
  const far = Array.from({ length: 50 }, (_, n): Place => [-500 - n, n * 2]);
  const [stroke = []] = traced(traceRing, ...far, far[0]!);
  expect(stroke.length).toBeLessThanOrEqual(3);
});

/** Whether a place lies within a ring, by the even-odd rule. */
function isWithin(ring: readonly Place[], [x, y]: Place): boolean {
  let within = false;
  for (const [at, [x1, y1]] of ring.entries()) {
    const [x2, y2] = ring[(at + 1) % ring.length]!;
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) within = !within;
  }
  return within;
}

test("whatever a ring does, what it fills of the picture stays the same", () => {
  const coordinate = fc.integer({ min: -900, max: 900 });
  const seen = fc.tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 0, max: 99 }));
  const ring = fc.array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 12 });
  fc.assert(
    fc.property(ring, fc.array(seen, { minLength: 20, maxLength: 20 }), (corners, places) => {
      const closed = [...corners, corners[0]!];
      const whole = closed.map(([x, y]): Place => [x, 100 - y]);
      const [stroke = []] = traced(traceRing, ...closed);
      // Between whole numbers, so that no place lies on an edge's corner.
      for (const [x, y] of places) {
        const place: Place = [x + 0.371, y + 0.613];
        expect(isWithin(stroke, place)).toBe(isWithin(whole, place));
      }
    }),
  );
});
