import { expect, test } from "vitest";
import { leastPieceBytes, PART_BYTES } from "./object-size.ts";

const least = (sourceBytes: number, end: number): number =>
  leastPieceBytes(sourceBytes, end, 1_000);

test("only the last piece of a file may be shorter than the store joins", () => {
  expect(least(8_000, 8_000)).toBe(1);
  expect(least(8_000, 7_999)).toBe(1_000);
  // Another part of its file may come behind.
  expect(least(PART_BYTES, PART_BYTES)).toBe(1_000);
});
