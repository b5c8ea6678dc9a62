import { expect, test } from "vitest";
import { FLOWN_COLOUR, GROUNDS, MISSED_COLOUR, PALETTE, UNASSIGNED_COLOUR } from "./palette.ts";

const channels = (colour: string): number[] =>
  [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });

/** Relative luminance of WCAG 2.2. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Björn Ottosson's OKLab; a distance of 0.02 is just seen. */
function oklab(colour: string): number[] {
  const [r = 0, g = 0, b = 0] = channels(colour);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

const distance = (one: string, other: string): number =>
  Math.hypot(...oklab(one).map((value, axis) => value - (oklab(other)[axis] ?? 0)));

test("there are ten colours for instructions", () => {
  expect(new Set(PALETTE).size).toBe(10);
});

test.each([...PALETTE, UNASSIGNED_COLOUR, FLOWN_COLOUR, MISSED_COLOUR])(
  "%s is seen on the light and on the dark ground",
  (colour) => {
    expect(contrast(colour, GROUNDS.light)).toBeGreaterThanOrEqual(3);
    expect(contrast(colour, GROUNDS.dark)).toBeGreaterThanOrEqual(3);
  },
);

test("no two colours look alike: those of instructions, of what has none, of what was missed", () => {
  const all = [...PALETTE, UNASSIGNED_COLOUR, MISSED_COLOUR];
  const pairs = all.flatMap((one, at) =>
    all.slice(at + 1).map((other) => ({ pair: `${one} ${other}`, far: distance(one, other) })),
  );
  expect(pairs.filter(({ far }) => far < 0.12)).toEqual([]);
});
