import { expect, test } from "vitest";
import { ProgressGap } from "./browser-poster.ts";

/** A post of 5 MB at 1 MB a second, told of each 100 ms, but for a gap after so many milliseconds. */
function post(gapAfterMs: number, gapMs: number): ProgressGap {
  const gap = new ProgressGap(0);
  for (let sentMs = 100; sentMs <= 5_000; sentMs += 100)
    gap.progress(sentMs * 1_000, sentMs <= gapAfterMs ? sentMs : sentMs + gapMs);
  return gap;
}

test("a gap as long as what was handed over before it takes looks like a body sent again", () => {
  expect(post(2_000, 2_000).looksResent).toBe(true);
  expect(post(4_000, 3_000).looksResent).toBe(true);
});

test("a gap that is much longer or shorter, or hardly one, does not", () => {
  expect(post(2_000, 5_000).looksResent).toBe(false);
  expect(post(4_000, 1_000).looksResent).toBe(false);
  expect(post(300, 300).looksResent).toBe(false);
  expect(post(5_000, 0).looksResent).toBe(false);
});

test("a wait for a third of a socket's buffer to be free, as on a full link, does not", () => {
  const gap = new ProgressGap(0);
  gap.progress(1_572_864, 412);
  for (let ms = 920; ms <= 3_550; ms += 100) gap.progress(1_572_864 + (ms - 820) * 1_360, ms);
  expect(gap.looksResent).toBe(false);
});

test("a wait before anything was handed over is no gap, and hides none", () => {
  const gap = new ProgressGap(0);
  for (let ms = 100; ms <= 2_000; ms += 100) gap.progress(ms * 1_000, ms + 3_000);
  expect(gap.looksResent).toBe(false);
  for (let ms = 2_100; ms <= 5_000; ms += 100) gap.progress(ms * 1_000, ms + 5_000);
  expect(gap.looksResent).toBe(true);
});
