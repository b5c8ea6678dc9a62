import { expect, test } from "vitest";
import { mostSentAgain, sentAgain } from "./sent-again.ts";

const FORM = 16_384;
const none = { inFlight: [], damagedPieces: 0, longestPost: 5_000_000, changedBytes: 0 };
const sending = { posts: 10, passed: 0, needed: 0 };

test("what crossed the way beyond the least needed was sent again", () => {
  expect(sentAgain({ posts: 1, passed: 120, needed: 100 })).toBe(20);
  expect(sentAgain({ posts: 1, passed: 100, needed: 100 })).toBe(0);
});

test("B1 and B4 faults cost the pieces that were in flight, and without one there are forms alone", () => {
  expect(mostSentAgain(sending, none)).toBe(10 * FORM);
  expect(mostSentAgain(sending, { ...none, inFlight: [3_000_000, 0, 1_000_000] })).toBe(
    4_000_000 + 10 * FORM,
  );
});

test("B2 a damaged piece costs the longest post at most", () => {
  expect(mostSentAgain(sending, { ...none, damagedPieces: 2 })).toBe(10_000_000 + 10 * FORM);
});

test("B3 what was changed on the drive costs its own bytes", () => {
  expect(mostSentAgain(sending, { ...none, changedBytes: 7_000_000 })).toBe(7_000_000 + 10 * FORM);
});
