import { expect, test } from "vitest";
import { LinkRate } from "./link-rate.ts";

const MB = 1_000_000;

/** A link after some steps of 100 ms in each of which so many bytes went out. */
function linkAfter(...steps: readonly number[]): LinkRate {
  const link = new LinkRate();
  for (const [i, bytes] of [0, ...steps].entries()) link.sent(bytes, 5_000 + i * 100);
  return link;
}

test("a link of which nothing is known yet is not fast", () => {
  expect(new LinkRate().isFast).toBe(false);
  expect(linkAfter(50 * MB).isFast).toBe(false);
});

test("a link is fast from 50 MB a second on", () => {
  expect(linkAfter(5 * MB, 5 * MB, 5 * MB).isFast).toBe(true);
  expect(linkAfter(4 * MB, 4 * MB, 4 * MB).isFast).toBe(false);
});

test("a link that slows down is fast no longer", () => {
  const link = linkAfter(9 * MB, 9 * MB, 9 * MB, MB, MB, MB);
  expect(link.isFast).toBe(false);
});

test("a post that starts anew takes nothing away", () => {
  expect(linkAfter(10 * MB, -100 * MB, 10 * MB).isFast).toBe(true);
});
