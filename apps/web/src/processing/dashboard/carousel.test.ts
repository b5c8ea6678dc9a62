import { expect, test } from "vitest";
import { showing, turned, VISIBLE_STEPS } from "./step-carousel.tsx";

test("a turn moves by three steps and stops at either end", () => {
  expect(turned(0, 1, 20)).toBe(3);
  expect(turned(8, 1, 20)).toBe(9);
  expect(turned(9, 1, 20)).toBe(9);
  expect(turned(2, -1, 20)).toBe(0);
  expect(turned(0, 1, VISIBLE_STEPS)).toBe(0);
});

test("a step that takes the focus comes into sight", () => {
  expect(showing(0, 5)).toBe(0);
  expect(showing(0, 11)).toBe(1);
  expect(showing(6, 5)).toBe(5);
});
