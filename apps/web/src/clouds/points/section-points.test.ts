import fc from "fast-check";
import { expect, test } from "vitest";
import { joinSections, newSection, touchesCorridor } from "./section-points.ts";

const corridor = { from: [0, 0], to: [100, 0], width: 4 } as const;
const box = (x: number, y: number, side = 10) => ({ min: [x, y, 0], max: [x + side, y + side, 9] });

test.each([
  ["over the line", box(20, -5), true],
  ["at its edge", box(20, 1.9), true],
  ["beside it", box(20, 2.1), false],
  ["behind its end", box(100.1, -5), false],
  ["around it", box(-500, -500, 1_000), true],
])("a box %s: %s", (_, of, does) => {
  expect(touchesCorridor(of, corridor)).toBe(does);
});

test("a box near a slanting line is held against its direction, not its bounds", () => {
  const slanting = { from: [0, 0], to: [100, 100], width: 2 } as const;
  expect(touchesCorridor(box(60, 20), slanting)).toBe(false);
  expect(touchesCorridor(box(55, 50), slanting)).toBe(true);
});

test("a box that holds a point of the corridor touches it", () => {
  const number = fc.double({ min: -100, max: 100, noNaN: true });
  const unit = fc.double({ min: 0.001, max: 0.999, noNaN: true });
  fc.assert(
    fc.property(
      fc.tuple(number, number, number, number),
      fc.tuple(unit, unit, unit, unit),
      ([x1, y1, x2, y2], [a, b, c, d]) => {
        fc.pre(Math.hypot(x2 - x1, y2 - y1) > 1e-3);
        const of = { from: [x1, y1], to: [x2, y2], width: 5 } as const;
        const length = Math.hypot(x2 - x1, y2 - y1);
        const left = (b - 0.5) * 4.99;
        const x = x1 + a * (x2 - x1) - (left * (y2 - y1)) / length;
        const y = y1 + a * (y2 - y1) + (left * (x2 - x1)) / length;
        expect(touchesCorridor(box(x - c * 10, y - d * 10), of)).toBe(true);
      },
    ),
  );
});

test("sections are joined in their order", () => {
  const [one, other] = [newSection(1), newSection(2)];
  one.heights.set([1]);
  other.heights.set([2, 3]);
  other.lines.set([7, 8]);
  const joined = joinSections([one, other]);
  expect([...joined.heights]).toEqual([1, 2, 3]);
  expect([...joined.lines]).toEqual([0, 7, 8]);
});
