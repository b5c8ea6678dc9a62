import { expect, test } from "vitest";
import { timeLeftText } from "./progress-text.ts";

test("a range is said in the unit of its most, rounded outwards", () => {
  expect(timeLeftText({ leastSeconds: 12.5 * 60, mostSeconds: 17.2 * 60 })).toBe("12–18 min left");
  expect(timeLeftText({ leastSeconds: 20, mostSeconds: 89.5 })).toBe("20–90 s left");
  expect(timeLeftText({ leastSeconds: 2.5 * 3600, mostSeconds: 4 * 3600 })).toBe("2–4 h left");
});

test("equal ends are said once", () => {
  expect(timeLeftText({ leastSeconds: 600, mostSeconds: 600 })).toBe("10 min left");
});

test("a least of nothing is said by the most alone", () => {
  expect(timeLeftText({ leastSeconds: 50, mostSeconds: 170 })).toBe("less than 3 min left");
  expect(timeLeftText({ leastSeconds: 0, mostSeconds: 0 })).toBe("less than 1 s left");
});

test("without a most only the least is said", () => {
  expect(timeLeftText({ leastSeconds: 12.5 * 60 })).toBe("at least 12 min left");
});
