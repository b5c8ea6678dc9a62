import { expect, test } from "vitest";
import { LinkThroughput } from "./throughput.ts";

const MB = 1_000_000;

/** A link after some steps of 100 ms of one post, in each of which so many bytes went out. */
function linkAfter(...steps: readonly number[]): LinkThroughput {
  const link = new LinkThroughput();
  link.start(4_900);
  for (const [i, bytes] of [0, ...steps].entries()) link.add(bytes, 4_900 + i * 100);
  return link;
}

test("a link of which nothing is known yet is not fast", () => {
  expect(new LinkThroughput().isFast).toBe(false);
  expect(linkAfter(20 * MB)).toMatchObject({ isFast: false, bytesPerSecond: undefined });
});

test("a link is fast from 50 MB a second on", () => {
  expect(linkAfter(5 * MB, 5 * MB, 5 * MB)).toMatchObject({
    isFast: true,
    bytesPerSecond: 50 * MB,
  });
  expect(linkAfter(4 * MB, 4 * MB, 4 * MB).isFast).toBe(false);
});

test("a link that takes 32 MB is measured at once", () => {
  expect(linkAfter(40 * MB).bytesPerSecond).toBe(400 * MB);
});

test("a link that slows down is fast no longer, after two seconds of posting", () => {
  const seconds = (count: number): number[] => Array<number>(count * 10).fill(MB);
  expect(linkAfter(9 * MB, 9 * MB, 9 * MB, ...seconds(1)).isFast).toBe(true);
  expect(linkAfter(9 * MB, 9 * MB, 9 * MB, ...seconds(3)).isFast).toBe(false);
});

test("a post that starts anew takes nothing away", () => {
  expect(linkAfter(10 * MB, -100 * MB, 10 * MB).isFast).toBe(true);
});

test("time in which nothing is posted does not count", () => {
  const link = new LinkThroughput();
  for (const start of [0, 60_000, 120_000]) {
    link.start(start);
    link.add(5 * MB, start + 100);
    link.end(start + 100);
  }
  expect(link.bytesPerSecond).toBe(50 * MB);
});

test("posts that overlap share their time", () => {
  const link = new LinkThroughput();
  link.start(0);
  link.start(0);
  expect(link.add(10 * MB, 200)).toBe(false);
  link.end(200);
  expect(link.add(10 * MB, 400)).toBe(true);
  expect(link.bytesPerSecond).toBe(50 * MB);
});
