import { expect, test } from "vitest";
import { newSection } from "../points/section-points.ts";
import { mixingStep, paintSection } from "./paint-profile.ts";

const SIZE = { width: 268, height: 136 };
const VIEW = { along: 50, height: 0, scale: 0.5, higher: 1 };

test("lines that lie on each other are both seen, whichever was read last", () => {
  const section = newSection(40_000);
  for (let point = 0; point < section.count; point += 1)
    section.along[point] = ((point % 20_000) / 20_000) * 100;
  // The first half is one line, the second another over it.
  const colors = Uint32Array.from({ length: section.count }, (_, point) =>
    point < 20_000 ? 1 : 2,
  );
  const pixels = new Uint32Array(SIZE.width * SIZE.height);
  paintSection(pixels, { view: VIEW, size: SIZE, points: section, colors }, 1);
  const of = (color: number) => pixels.filter((pixel) => pixel === color).length;
  expect(of(1) + of(2)).toBeGreaterThan(190);
  // In the order of the points the first would be covered whole.
  expect(of(1)).toBeGreaterThan(20);
  expect(of(2)).toBeGreaterThan(20);
});

test("what is left out, and what lies outside of the axes, is not painted", () => {
  const section = newSection(3);
  section.along.set([50, -500, 50]);
  section.heights.set([0, 0, 900]);
  const pixels = new Uint32Array(SIZE.width * SIZE.height);
  const points = section;
  paintSection(pixels, { view: VIEW, size: SIZE, points, colors: Uint32Array.of(0, 1, 1) }, 1);
  expect(pixels.every((pixel) => pixel === 0)).toBe(true);
  paintSection(pixels, { view: VIEW, size: SIZE, points, colors: Uint32Array.of(5, 1, 1) }, 1);
  expect(pixels.filter((pixel) => pixel === 5)).toHaveLength(4);
});

test.each([1, 2, 3, 10, 1_000, 40_000, 99_991])(
  "every one of %i points is painted once",
  (count) => {
    const step = mixingStep(count);
    const seen = new Set(Array.from({ length: count }, (_, turn) => ((turn + 1) * step) % count));
    expect(seen.size).toBe(count);
  },
);
