import { expect, test } from "vitest";
import { colorOfClass } from "./class-names.ts";
import { type ColoredPoints, colorOfLine, colorPoints } from "./color-points.ts";
import { type Look, NOTHING_HIDDEN } from "./look.ts";

const POINTS: ColoredPoints = {
  count: 4,
  classes: Uint8Array.of(2, 6, 7, 2),
  // 1 of 1, 1 of 2, 2 of 2, 1 of 1.
  returns: Uint8Array.of(0x11, 0x21, 0x22, 0x11),
  lines: Uint16Array.of(10, 10, 20, 20),
  intensity: Uint16Array.of(0, 100, 200, 300),
  colors: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16),
  heightOf: (point) => [0, 5, 10, Number.NaN][point]!,
};
const LOOK: Look = { by: "class", range: [0, 10], lines: [10, 20], hidden: NOTHING_HIDDEN };

const parts = (look: Partial<Look>) =>
  [...colorPoints(POINTS, { ...LOOK, ...look })].map((color) =>
    color === 0 ? undefined : [color & 255, (color >> 8) & 255, (color >> 16) & 255],
  );

test("classes and lines have their colours", () => {
  expect(parts({})).toEqual([2, 6, 7, 2].map(colorOfClass));
  expect(parts({ by: "line" })).toEqual([0, 0, 1, 1].map(colorOfLine));
});

test("a ramp goes from the least value to the most, and what is no number is at its beginning", () => {
  const [low, middle, high, none] = parts({ by: "height" });
  expect(low).toEqual([68, 1, 84]);
  expect(middle).toEqual([33, 145, 140]);
  expect(high).toEqual([253, 231, 37]);
  expect(none).toEqual(low);
});

test("near infrared is red, red is green, and green is blue", () => {
  expect(parts({ by: "rgb" })[1]).toEqual([5, 6, 7]);
  expect(parts({ by: "nir" })[1]).toEqual([8, 5, 6]);
});

test.each<[string, Partial<Look["hidden"]>, number[]]>([
  ["a class", { classes: new Set([2]) }, [1, 2]],
  ["a line", { lines: new Set([20]) }, [0, 1]],
  ["all but first returns", { returns: "first" }, [0, 1, 3]],
  ["all but last returns", { returns: "last" }, [0, 2, 3]],
  ["all but single returns", { returns: "single" }, [0, 3]],
])("%s is left out", (_, hidden, left) => {
  const seen = parts({ hidden: { ...NOTHING_HIDDEN, ...hidden } });
  expect(seen.flatMap((color, point) => (color === undefined ? [] : [point]))).toEqual(left);
});
