import { expect, test } from "vitest";
import { figuresOf, segmentsOf } from "./progress-bar.tsx";

const STEPS = { planned: 1_200, flown: 10, uploaded: 8, processed: 5, delivered: 2 };

test("each log is in one segment, that of the step it got to", () => {
  expect(segmentsOf(STEPS)).toEqual([
    { step: "delivered", count: 2 },
    { step: "processed", count: 3 },
    { step: "uploaded", count: 3 },
    { step: "flown", count: 2 },
    { step: "planned", count: 1_190 },
  ]);
});

test("a project without deliveries says nothing of them", () => {
  expect(figuresOf(STEPS)).toBe("1,200 planned: 10 flown, 8 uploaded, 5 processed, 2 delivered");
  expect(figuresOf({ ...STEPS, delivered: null })).toBe(
    "1,200 planned: 10 flown, 8 uploaded, 5 processed",
  );
});
