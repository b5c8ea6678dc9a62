import { expect, test } from "vitest";
import { shiftTowards, WORLD, worldShifts } from "./map-coordinates.ts";

const drawn = [WORLD / 2 - 10, 0, WORLD / 2 + 30, 10] as const;

test("a drawing is shown once for each world in sight", () => {
  const [shift, ...more] = worldShifts(drawn, WORLD / 2 - 100, WORLD / 2 + 100);
  expect(shift).toBeCloseTo(0, 9);
  expect(more).toEqual([]);
  expect(worldShifts(drawn, -WORLD / 2 - 100, -WORLD / 2 + 100)).toEqual([-WORLD]);
  expect(worldShifts(drawn, -WORLD / 2, WORLD * 1.6)).toHaveLength(3);
  expect(worldShifts(drawn, 0, 100)).toEqual([]);
});

test("a place in another world is moved next to the drawing", () => {
  expect(shiftTowards(-WORLD / 2 + 20, drawn)).toBe(WORLD);
  expect(shiftTowards(WORLD / 2, drawn)).toBe(0);
  expect(shiftTowards(WORLD * 2.5, drawn)).toBe(-2 * WORLD);
});
