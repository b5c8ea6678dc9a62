import fc from "fast-check";
import { PART_BYTES, type PieceRange } from "@swath/contract/uploads";
import { expect, test } from "vitest";
import { cutLength, ObjectRanges, remainingOf } from "./ranges.ts";

const at = (offset: number, length: number): PieceRange => ({ offset, length });

/** Pieces without overlap within an object of a length, some of them left out. */
const landings = fc
  .record({
    cuts: fc.uniqueArray(fc.integer({ min: 1, max: 999 }), { maxLength: 12 }),
    landed: fc.array(fc.boolean(), { minLength: 13, maxLength: 13 }),
    minimum: fc.integer({ min: 1, max: 300 }),
  })
  .map(({ cuts, landed, minimum }) => {
    const bounds = [0, ...cuts.toSorted((a, b) => a - b), 1000];
    const pieces = bounds.slice(0, -1).map((from, i) => at(from, bounds[i + 1]! - from));
    return { landed: pieces.filter((_, i) => landed[i]), minimum };
  });

test("send/G1 of what landed the rest is missing", () => {
  expect(remainingOf(100, [], 10)).toEqual({ missing: [at(0, 100)], kept: [] });
  expect(remainingOf(100, [at(60, 20), at(0, 20)], 10)).toEqual({
    missing: [at(20, 40), at(80, 20)],
    kept: [at(0, 20), at(60, 20)],
  });
  expect(remainingOf(100, [at(0, 100)], 10)).toEqual({ missing: [], kept: [at(0, 100)] });
});

test("send/G1 an empty object is missing until it landed", () => {
  expect(remainingOf(0, [], 10).missing).toEqual([at(0, 0)]);
});

test("send/G2 a short gap takes in the shorter landed piece beside it, and the gap beyond", () => {
  expect(remainingOf(100, [at(0, 30), at(35, 65)], 10)).toEqual({
    missing: [at(0, 35)],
    kept: [at(35, 65)],
  });
  expect(remainingOf(100, [at(0, 60), at(65, 15)], 10)).toEqual({
    missing: [at(60, 40)],
    kept: [at(0, 60)],
  });
  // Of two as long, the one behind.
  expect(remainingOf(100, [at(0, 45), at(50, 45)], 10, 1)).toMatchObject({ kept: [at(0, 45)] });
  expect(remainingOf(9, [at(0, 5)], 10)).toEqual({ missing: [at(0, 9)], kept: [] });
});

test("send/G2 the last gap may be as short as the last piece", () => {
  const landed = [at(0, 30), at(35, 60)];
  expect(remainingOf(100, landed, 10, 1)).toEqual({
    missing: [at(0, 35), at(95, 5)],
    kept: [at(35, 60)],
  });
});

test("send/G3 a landed piece that overlaps another or reaches beyond counts for nothing", () => {
  expect(remainingOf(100, [at(0, 50), at(40, 30), at(90, 20)], 10)).toEqual({
    missing: [at(50, 50)],
    kept: [at(0, 50)],
  });
});

test("send/G1 and G2 missing and kept are the whole, without overlap, no gap too short", () => {
  fc.assert(
    fc.property(landings, ({ landed, minimum }) => {
      const { missing, kept } = remainingOf(1000, landed, minimum);
      const all = [...missing, ...kept].toSorted((a, b) => a.offset - b.offset);
      let end = 0;
      for (const { offset, length } of all) {
        expect(offset).toBe(end);
        end += length;
      }
      expect(end).toBe(1000);
      for (const piece of kept) expect(landed).toContainEqual(piece);
      for (const { length } of missing) expect(length).toBeGreaterThanOrEqual(minimum);
    }),
  );
});

test("a cut leaves neither itself nor the rest shorter than either may be", () => {
  expect(cutLength(100, 30, 10)).toBe(30);
  expect(cutLength(100, 3, 10)).toBe(10);
  expect(cutLength(100, 91, 10)).toBe(100);
  expect(cutLength(8, 3, 10)).toBe(8);
  expect(cutLength(0, 3, 10)).toBe(0);
  expect(cutLength(12, 3, 10, 2)).toBe(10);
  expect(cutLength(11, 3, 10, 2)).toBe(11);
});

/** What is missing of an object of one file, whose last 50 bytes have not landed. */
function missingOf(sourceBytes: number): readonly (readonly [number, number])[] {
  const object = {
    name: "a",
    sourceBytes,
    segments: [{ file: 0, offset: 0, length: sourceBytes }],
  };
  const landedPieces = { a: [{ offset: 0, length: sourceBytes - 50 }] };
  const ranges = new ObjectRanges([object], 100, { names: ["a"], landedPieces });
  return [...ranges.missing()].map(({ offset, length }) => [offset, length] as const);
}

test("send/G2 a file's last piece may be short, that of a part before another may not", () => {
  expect(missingOf(1_000)).toEqual([[950, 50]]);
  expect(missingOf(PART_BYTES)).toEqual([[0, PART_BYTES]]);
});
