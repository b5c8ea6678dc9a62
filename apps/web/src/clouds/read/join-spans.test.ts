import fc from "fast-check";
import { expect, test } from "vitest";
import { joinSpans } from "./join-spans.ts";

test("spans behind each other are one range, others stay apart", () => {
  expect(
    joinSpans([
      { start: 300, end: 400 },
      { start: 0, end: 100 },
      { start: 100, end: 200 },
      { start: 405, end: 500 },
    ]),
  ).toEqual([
    { start: 0, end: 200, of: [1, 2] },
    { start: 300, end: 500, of: [0, 3] },
  ]);
});

test("a range is not longer than what keeps its first node waiting", () => {
  const spans = [0, 1, 2].map((at) => ({ start: at * 3_000_000, end: (at + 1) * 3_000_000 }));
  expect(joinSpans(spans)).toHaveLength(3);
});

const bytes = (of: readonly { start: number; end: number }[]) =>
  of.reduce((sum, { start, end }) => sum + end - start, 0);

test("whatever is read holds every span, and a tenth more than needed at most", () => {
  const span = fc
    .tuple(fc.nat(1_000_000), fc.integer({ min: 1, max: 60_000 }))
    .map(([start, length]) => ({ start, end: start + length }));
  fc.assert(
    fc.property(fc.array(span, { maxLength: 40 }), (given) => {
      // Nodes of a file do not lie over one another.
      const spans = given
        .toSorted((a, b) => a.start - b.start)
        .filter(
          ({ start }, at, all) =>
            at === 0 || start >= Math.max(...all.slice(0, at).map(({ end }) => end)),
        );
      const joined = joinSpans(spans);
      const held = joined.flatMap(({ of, ...range }) =>
        of.map((at) => ({ range, span: spans[at]! })),
      );
      expect(held).toHaveLength(spans.length);
      for (const {
        range,
        span: { start, end },
      } of held)
        expect(range.start <= start && range.end >= end).toBe(true);
      expect(bytes(joined)).toBeLessThanOrEqual(bytes(spans) * 1.1);
    }),
  );
});
