import fc from "fast-check";
import { expect, test } from "vitest";
import { LineLookup } from "./line-lookup.ts";

const timed = (id: string, sourceId: number, start: number, end: number) => ({
  id,
  sourceId,
  start,
  end,
  points: 1,
});

test("a point belongs to its source's line at its time, without a time to the one without times", () => {
  const lookup = new LineLookup([
    timed("b", 1, 20, 30),
    timed("a", 1, 0, 10),
    timed("c", 2, 5, 25),
    { id: "d", sourceId: 1, start: null, end: null, points: 1 },
  ]);
  expect([0, 10, 20, 25, 30].map((time) => lookup.of(1, time))).toEqual([1, 1, 0, 0, 0]);
  expect([4, 5, 25, 26].map((time) => lookup.of(2, time))).toEqual([-1, 2, 2, -1]);
  expect([Number.NaN, 15, 31].map((time) => lookup.of(1, time))).toEqual([3, 3, 3]);
  expect(lookup.of(3, 5)).toBe(-1);
});

test("in whatever order points come, each finds the line that a search of all lines finds", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(200), { maxLength: 40 }),
      fc.array(fc.nat(220), { maxLength: 60 }),
      (starts, times) => {
        const lines = starts.map((start) => timed(`${start}`, 1, start * 10, start * 10 + 6));
        const lookup = new LineLookup(lines);
        for (const time of times.map((each) => each * 9))
          expect(lookup.of(1, time)).toBe(
            lines.findIndex(({ start, end }) => start <= time && time <= end),
          );
      },
    ),
  );
});
