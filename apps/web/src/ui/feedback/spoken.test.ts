import { expect, test } from "vitest";
import { spokenIn } from "./spoken.ts";

const began = { percent: 3, at: 0 };

test.each([
  ["L1 nothing of what stands as it began", began, { percent: 3, at: 90_000 }, undefined],
  ["L2 a quarter at once", began, { percent: 25, at: 6_000 }, 0],
  ["L2 a quarter that was passed", { percent: 26, at: 0 }, { percent: 51, at: 6_000 }, 0],
  ["L2 the end at once", { percent: 99, at: 0 }, { percent: 100, at: 100 }, 0],
  ["L3 in between not within 30 s", began, { percent: 20, at: 29_990 }, 10],
  ["L3 in between once in 30 s", began, { percent: 20, at: 30_000 }, 0],
  ["L3 of what fell back too", { percent: 20, at: 0 }, { percent: 12, at: 30_000 }, 0],
  ["L4 of two quarters within 5 s the later one then", began, { percent: 50, at: 2_000 }, 3_000],
] as const)("%s", (_, last, now, expected) => {
  expect(spokenIn(last, now)).toBe(expected);
});

test("L3 L4 an hour of an upload that moves each half second says little, and the quarters", () => {
  let last = { percent: 0, at: 0 };
  const said: number[] = [];
  for (let at = 0; at <= 3_600_000; at += 500) {
    const now = { percent: (at / 3_600_000) * 100, at };
    if (spokenIn(last, now) !== 0) continue;
    last = now;
    said.push(now.percent);
  }
  expect(said.length).toBeLessThanOrEqual(120 + 4);
  for (const each of [25, 50, 75, 100]) expect(said).toContain(each);
});
