import { expect, test } from "vitest";
import { flightLines } from "./flight-lines.ts";
import { LineTimes } from "./line-times.ts";
import { newBlock } from "./point-block.ts";

interface Planned {
  readonly source?: number;
  readonly time: number;
  readonly x?: number;
  readonly angle?: number;
}

function timesOf(points: readonly Planned[]): LineTimes {
  const block = newBlock(points.length);
  block.count = points.length;
  for (const [index, { source = 7, time, x = 0, angle = 0 }] of points.entries()) {
    block.sourceId[index] = source;
    block.gpsTime[index] = time;
    block.x[index] = x;
    block.scanAngle[index] = angle;
  }
  const times = new LineTimes();
  times.add(block);
  return times;
}

const seconds = (from: number, to: number, source = 7): Planned[] =>
  Array.from({ length: (to - from) * 4 }, (_, index) => ({ source, time: from + index / 4 }));

const brief = (files: readonly LineTimes[]) =>
  flightLines(files.map((times, index) => ({ name: `file${index}`, times }))).map(
    ({ id, start, end, points, parts }) => ({ id, start, end, points, files: parts.length }),
  );

test("a gap of 5 s is one line, a longer one is two", () => {
  expect(brief([timesOf([...seconds(100, 102), ...seconds(106.75, 108)])])).toEqual([
    { id: "7", start: 100, end: 107.75, points: 13, files: 1 },
  ]);
  expect(brief([timesOf([...seconds(100, 102), ...seconds(107, 108)])])).toEqual([
    { id: "7.1", start: 100, end: 101.75, points: 8, files: 1 },
    { id: "7.2", start: 107, end: 107.75, points: 4, files: 1 },
  ]);
});

test("the order of the points does not matter", () => {
  const points = [...seconds(100, 120), ...seconds(140, 150), ...seconds(100, 110, 9)];
  expect(brief([timesOf(points.toReversed())])).toEqual(brief([timesOf(points)]));
});

test("a source is one line over several files; without a number each file is its own", () => {
  expect(brief([timesOf(seconds(100, 110)), timesOf(seconds(108, 115))])).toEqual([
    { id: "7", start: 100, end: 114.75, points: 68, files: 2 },
  ]);
  const unnumbered = [timesOf(seconds(100, 110, 0)), timesOf(seconds(108, 115, 0))];
  expect(brief(unnumbered).map(({ id }) => id)).toEqual(["file0", "file1"]);
});

test("points without times are a line of their file without start and end", () => {
  const times = timesOf([{ time: 0 }, { time: Number.NaN }, { time: Infinity }]);
  expect(brief([times])).toEqual([{ id: "7", start: null, end: null, points: 3, files: 1 }]);
});

test("the track is the mean of points near the nadir, or of all where none are", () => {
  const times = timesOf([
    { time: 100, x: 0, angle: -20 },
    { time: 100.1, x: 8, angle: -1 },
    { time: 100.2, x: 12, angle: 1 },
    { time: 101, x: 30, angle: 15 },
    { time: 101.5, x: 50, angle: 15 },
  ]);
  expect(flightLines([{ name: "f", times }])[0]?.track.map(([x]) => x)).toEqual([10, 40]);
});

test("damaged times fill no memory: beyond 200,000 seconds they count as none", () => {
  const times = timesOf(Array.from({ length: 300_000 }, (_, index) => ({ time: index * 1e6 + 1 })));
  expect(times.untimed.get(7)).toBe(100_000);
});
