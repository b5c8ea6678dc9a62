import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_COPY_BYTES, MIN_PART_BYTES, planParts, type SourceRange } from "./part-plan.ts";

const piece = (key: string, length: number, start = 0): SourceRange => ({
  key,
  start,
  length,
  etag: key,
});
const shape = (...pieces: SourceRange[]): string[] =>
  planParts(pieces).map((part) =>
    part.kind === "copy"
      ? `copy ${part.range.key} ${part.range.start}+${part.range.length}`
      : `fetch ${part.ranges.map((r) => `${r.key} ${r.start}+${r.length}`).join(", ")}`,
  );

test("large pieces are copied by the store, the last one however small is fetched", () => {
  const large = 40 * MIN_PART_BYTES;
  expect(shape(piece("a", large), piece("b", large), piece("c", 7))).toEqual([
    `copy a 0+${large}`,
    `copy b 0+${large}`,
    "fetch c 0+7",
  ]);
});

test("a small piece before a large one is filled up from it", () => {
  expect(shape(piece("a", 100), piece("b", 3 * MIN_PART_BYTES))).toEqual([
    `fetch a 0+100, b 0+${MIN_PART_BYTES - 100}`,
    `copy b ${MIN_PART_BYTES - 100}+${2 * MIN_PART_BYTES + 100}`,
  ]);
});

test("a small piece takes in all of one behind it whose rest would be small, and no more follow", () => {
  const pieces = ["b", "c", "d"].map((key) => piece(key, MIN_PART_BYTES));
  expect(shape(piece("a", 100), ...pieces)).toEqual([
    `fetch a 0+100, b 0+${MIN_PART_BYTES}`,
    `copy c 0+${MIN_PART_BYTES}`,
    `copy d 0+${MIN_PART_BYTES}`,
  ]);
});

test("every byte is in one part, in order, and each part is one that S3 takes", () => {
  const length = fc.oneof(
    fc.integer({ min: 1, max: 2 * MIN_PART_BYTES + 1 }),
    fc.integer({ min: MAX_COPY_BYTES - 1, max: 3 * MAX_COPY_BYTES }),
  );
  fc.assert(
    fc.property(
      fc.array(fc.record({ length, start: fc.nat(1000) }), { minLength: 1, maxLength: 12 }),
      (pieces) => {
        const parts = planParts(pieces.map((p, i) => piece(String(i), p.length, p.start)));
        const reached = pieces.map(({ start }) => start);
        let last = 0;
        parts.forEach((part, number) => {
          const ranges = part.kind === "copy" ? [part.range] : part.ranges;
          let bytes = 0;
          for (const range of ranges) {
            const at = Number(range.key);
            expect(at).toBeGreaterThanOrEqual(last);
            expect(range.start).toBe(reached[at]);
            reached[at] = range.start + range.length;
            bytes += range.length;
            last = at;
          }
          if (number < parts.length - 1) expect(bytes).toBeGreaterThanOrEqual(MIN_PART_BYTES);
          expect(bytes).toBeLessThan(
            part.kind === "copy" ? MAX_COPY_BYTES + 1 : 2 * MIN_PART_BYTES,
          );
        });
        expect(reached).toEqual(pieces.map((p) => p.start + p.length));
      },
    ),
  );
});
