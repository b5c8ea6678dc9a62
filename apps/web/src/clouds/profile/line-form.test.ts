import { expect, test } from "vitest";
import { typedCorridor } from "./line-form.tsx";

const TEXTS = { x1: "413400", y1: "6480300.5", x2: "413500", y2: "6480310", width: "2" };

test("typed coordinates are a line", () => {
  expect(typedCorridor(TEXTS)).toEqual({
    from: [413400, 6480300.5],
    to: [413500, 6480310],
    width: 2,
  });
});

test.each([
  [{ x1: "" }, "From x is no number."],
  [{ y2: "12,5" }, "To y is no number."],
  [{ x2: "413400", y2: "6480300.5" }, "The line begins where it ends."],
  [{ width: "0" }, "The width is from 0.01 to 1000."],
])("%j is refused in words", (change, words) => {
  expect(typedCorridor({ ...TEXTS, ...change })).toBe(words);
});
