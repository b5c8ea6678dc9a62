import { expect, test } from "vitest";
import { randomFrom } from "../../../../../tools/sample/random.ts";
import { lineHeights, measured, nearestPoint } from "./measure-section.ts";
import { newSection } from "../points/section-points.ts";
import { heightRange, joinedRange, ticks, toPixel, toPlace, wholeView } from "./profile-view.ts";

/** Two lines over a slope of 30 %, noise of 2 cm, the second 10 cm higher; a tenth of it is a hedge. */
function slopes(points: number) {
  const random = randomFrom(3);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const section = newSection(points);
  for (let point = 0; point < points; point += 1) {
    const along = random() * 40;
    section.along[point] = along;
    section.lines[point] = 1 + (point % 2);
    const hedge = point % 10 === 3 ? random() * 3 : 0;
    section.heights[point] = 50 + 0.3 * along + 0.1 * (point % 2) + 0.02 * normal() + hedge;
  }
  return section;
}
const shown = (count: number) => new Uint32Array(count).fill(1);

test("a jump between two lines is told to the centimetre, on a slope, with noise and a hedge", () => {
  const section = slopes(20_000);
  const [one, other] = lineHeights(section, shown(20_000), { at: 20, window: 2 });
  expect([one!.line, other!.line]).toEqual([1, 2]);
  expect(Math.abs(one!.height - 56)).toBeLessThan(0.005);
  expect(Math.abs(other!.height - one!.height - 0.1)).toBeLessThan(0.005);
  expect(one!.spread).toBeGreaterThan(0.015);
  expect(one!.spread).toBeLessThan(0.025);
});

test("points that are left out, and lines of too few, tell nothing", () => {
  const section = slopes(1_000);
  const colors = Uint32Array.from(section.lines, (line) => (line === 1 ? 0 : 1));
  expect(lineHeights(section, colors, { at: 20, window: 2 }).map(({ line }) => line)).toEqual([2]);
  expect(lineHeights(section, shown(1_000), { at: 90, window: 2 })).toEqual([]);
});

test("between two points there are distance, height, slant and slope", () => {
  const section = newSection(3);
  section.along.set([0, 3, 0]);
  section.across.set([0, 4, 0]);
  section.heights.set([10, 15, 12]);
  expect(measured(section, 0, 1)).toEqual({
    distance: 5,
    height: 5,
    slant: Math.hypot(5, 5),
    slope: 45,
  });
  expect(measured(section, 0, 2)).toEqual({ distance: 0, height: 2, slant: 2, slope: undefined });
});

const SIZE = { width: 568, height: 236 };

test("a whole section fits, true to scale or as much higher as is wanted", () => {
  const section = newSection(2);
  section.heights.set([0, 20]);
  const fitting = wholeView(heightRange(section), { length: 1_000, size: SIZE, higher: undefined });
  expect(fitting).toMatchObject({ along: 500, height: 10, higher: 20 });
  const high = wholeView(heightRange(section), { length: 10, size: SIZE, higher: 1 });
  // 20 units up in 200 px take 100 px along.
  expect(high.scale).toBeCloseTo(0.1 * 1.04, 9);
  expect(toPlace(high, SIZE, toPixel(high, SIZE, 3, 7))).toEqual([
    expect.closeTo(3, 9),
    expect.closeTo(7, 9),
  ]);
});

test("sections below one another are seen between the heights of both, at the same scale", () => {
  const [one, other] = [newSection(2), newSection(2)];
  one.heights.set([50, 52]);
  other.heights.set([51, 58]);
  const range = joinedRange([heightRange(one), undefined, heightRange(other)]);
  expect(range).toEqual([50, 58]);
  const view = wholeView(range, { length: 80, size: SIZE, higher: 1 });
  for (const height of [50, 58]) {
    const [, y] = toPixel(view, SIZE, 40, height);
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(SIZE.height);
  }
  expect(joinedRange([heightRange(newSection(0))])).toBeUndefined();
});

test("the nearest point is found among those that are shown, within reach", () => {
  const section = newSection(3);
  section.along.set([10, 11, 40]);
  section.heights.set([0, 0, 0]);
  const view = { along: 25, height: 0, scale: 0.1, higher: 1 };
  const pixel = toPixel(view, SIZE, 10.2, 0);
  expect(nearestPoint(section, shown(3), { view, size: SIZE, pixel })).toBe(0);
  expect(nearestPoint(section, Uint32Array.of(0, 1, 1), { view, size: SIZE, pixel })).toBe(1);
  expect(
    nearestPoint(section, Uint32Array.of(0, 0, 1), { view, size: SIZE, pixel }),
  ).toBeUndefined();
});

test("an axis has round values that are far enough apart", () => {
  expect(ticks(0, 100, 500)).toEqual([0, 20, 40, 60, 80, 100]);
  expect(ticks(128.21, 128.64, 200)).toEqual([128.4, 128.6]);
  expect(ticks(5, 5, 100)).toEqual([]);
});
