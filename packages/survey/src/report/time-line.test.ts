import fc from "fast-check";
import { expect, test } from "vitest";
import { timeLine } from "./time-line.ts";

const UP = Date.UTC(2026, 2, 14, 1, 10);
const DOWN = Date.UTC(2026, 2, 14, 4, 10);
const MINUTE = 60_000;
const gps = (path: string, start: number, end: number) =>
  ({ kind: "gps", path, start, end }) as const;

test("flight, GPS and FMS stand on one scale, with wheels up and down marked", () => {
  const line = timeLine({
    wheelsUp: UP,
    wheelsDown: DOWN,
    tracks: [
      gps("F/a.000", UP + 10 * MINUTE, UP + 60 * MINUTE),
      { kind: "fms", path: "F/x.log", start: UP, end: DOWN },
    ],
  });
  expect(line?.rows.map(({ label, span }) => [label, span])).toEqual([
    ["Flight", "Wheels up to wheels down 2026-03-14 01:10 – 04:10 UTC"],
    ["GPS", "2026-03-14 01:20 – 02:10 UTC"],
    ["FMS", "2026-03-14 01:10 – 04:10 UTC"],
  ]);
  expect(line?.marks.map(({ label }) => label)).toEqual(["Wheels up", "Wheels down"]);
  expect(line?.rows[2]?.bars[0]).toMatchObject({
    from: line?.marks[0]?.at,
    to: line?.marks[1]?.at,
    title: "x.log 2026-03-14 01:10 – 04:10 UTC",
  });
  expect(line?.ticks.map(({ label }) => label)).toEqual([
    "01:30",
    "02:00",
    "02:30",
    "03:00",
    "03:30",
    "04:00",
  ]);
});

test("tracks that follow one another are drawn as one, a gap is left open", () => {
  const line = timeLine({
    wheelsUp: undefined,
    wheelsDown: undefined,
    tracks: [
      gps("F/b.001", UP + 30 * MINUTE, UP + 60 * MINUTE),
      gps("F/b.000", UP, UP + 30 * MINUTE),
      gps("F/c.000", UP + 90 * MINUTE, UP + 120 * MINUTE),
    ],
  });
  expect(line?.rows[0]?.bars.map(({ title }) => title)).toEqual([
    "b.000 and 1 more 2026-03-14 01:10 – 02:10 UTC",
    "c.000 2026-03-14 02:40 – 03:10 UTC",
  ]);
  expect(line?.marks).toEqual([]);
});

test("days are named where the times are days apart", () => {
  const line = timeLine({
    wheelsUp: UP,
    wheelsDown: undefined,
    tracks: [gps("F/a.000", UP - 7 * 24 * 60 * MINUTE, UP - 7 * 24 * 60 * MINUTE + MINUTE)],
  });
  expect(line?.ticks.map(({ label }) => label)).toEqual([
    "2026-03-08",
    "2026-03-10",
    "2026-03-12",
    "2026-03-14",
  ]);
});

test("wheels up alone, or wheels down before wheels up, are shown without a bar", () => {
  const one = timeLine({ tracks: [], wheelsUp: UP, wheelsDown: undefined });
  expect(one?.rows).toEqual([
    { label: "Flight", span: "Wheels up 2026-03-14 01:10 UTC", bars: [] },
  ]);
  const turned = timeLine({ tracks: [], wheelsUp: DOWN, wheelsDown: UP });
  expect(turned?.rows[0]).toMatchObject({
    span: "Wheels up 2026-03-14 04:10 UTC, wheels down 2026-03-14 01:10 UTC",
    bars: [],
  });
});

test("a folder without times has no time line", () => {
  expect(timeLine({ wheelsUp: undefined, wheelsDown: undefined, tracks: [] })).toBeUndefined();
});

test("for any times, bars and ticks lie within the line and ticks are few", () => {
  const time = fc.integer({ min: -1e12, max: 1e13 });
  fc.assert(
    fc.property(fc.array(fc.tuple(time, fc.nat(1e10)), { maxLength: 20 }), time, (spans, up) => {
      const tracks = spans.map(([start, length]) => gps("a", start, start + length));
      const line = timeLine({ tracks, wheelsUp: up, wheelsDown: undefined });
      const bars = line?.rows.flatMap((row) => row.bars) ?? [];
      const places = [
        ...bars.flatMap(({ from, to }) => [from, to]),
        ...(line?.ticks ?? []).map(({ at }) => at),
      ];
      expect(places.every((at) => at >= 0 && at <= 1)).toBe(true);
      expect(line?.ticks.length).toBeLessThan(12);
    }),
  );
});
