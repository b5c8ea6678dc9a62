import { expect, test } from "vitest";
import {
  foundLines,
  levelCounts,
  listedLines,
  type LogLevel,
  logLines,
  piecesOf,
} from "./log-lines.ts";

const ALL = new Set<LogLevel>(["error", "warning", "info"]);
const shown = (text: string, folds = true, levels: ReadonlySet<LogLevel> = ALL) =>
  listedLines(logLines(text), { levels, folds }).map((each) =>
    each.is === "day"
      ? each.day
      : `${each.line.text}${each.folded === 0 ? "" : ` +${each.folded}`}`,
  );

test.each([
  ["2026-03-14T06:00:05.123Z reading", "2026-03-14 06:00:05", "reading"],
  ["2026-03-14 06:00:05,123 reading", "2026-03-14 06:00:05", "reading"],
  ["[2026-03-14T16:00:05+10:00] reading", "2026-03-14 06:00:05", "reading"],
  ["2026-99-14T06:00:05Z reading", null, "2026-99-14T06:00:05Z reading"],
  ["reading 2026-03-14T06:00:05Z", null, "reading 2026-03-14T06:00:05Z"],
])("job-pages/L1 the time of ‘%s’ stands apart", (line, at, text) => {
  expect(logLines(line)).toMatchObject([{ at, text }]);
});

test("job-pages/L1 each new day has a line of its own", () => {
  const text = [
    "2026-03-14T23:59:58Z one",
    "two",
    "2026-03-14T23:59:59Z three",
    "2026-03-15T00:00:01Z four",
  ].join("\n");
  expect(shown(text)).toEqual(["2026-03-14", "one", "two", "three", "2026-03-15", "four"]);
});

test.each([
  ["ERROR line_1.las: no points", "error", "line_1.las: no points"],
  ["2026-03-14T06:00:05Z [WARN] few points", "warning", "few points"],
  ["NOTE no heights are converted, which could not be known", "info", undefined],
  ["INFO: 3 failed attempts are kept", "info", "3 failed attempts are kept"],
  ["Traceback (most recent call last):", "error", undefined],
  ["Segmentation fault", "error", undefined],
  ["2 tiles were skipped", "warning", undefined],
  ["done: 0 errors, no warnings", "info", undefined],
  ["terror.las: reading", "info", undefined],
])("job-pages/L2 ‘%s’ is of the level %s", (line, level, text) => {
  expect(logLines(line)).toMatchObject([{ level, ...(text === undefined ? {} : { text }) }]);
});

test("job-pages/L2 what is indented belongs to the line above", () => {
  const text = "Error: no points\n    at read (points.ts:4)\nreading on";
  expect(logLines(text).map(({ level }) => level)).toEqual(["error", "error", "info"]);
  expect(levelCounts(logLines(text))).toEqual({ error: 1, warning: 0, info: 1 });
});

test("job-pages/L3 lines that differ in numbers alone are one, errors are never folded", () => {
  const text = [
    "25 % of its cells",
    "50 % of its cells",
    "75 % of its cells",
    "tile 1 of 2",
    "tile 2 of 2",
    "ERROR tile 1",
    "ERROR tile 2",
    "ERROR tile 3",
  ].join("\n");
  expect(shown(text)).toEqual([
    "75 % of its cells +2",
    "tile 1 of 2",
    "tile 2 of 2",
    "tile 1",
    "tile 2",
    "tile 3",
  ]);
  expect(shown(text, false)).toHaveLength(8);
  expect(shown(text, true, new Set(["error"]))).toEqual(["tile 1", "tile 2", "tile 3"]);
});

test("job-pages/L4 empty lines are left out", () => {
  expect(shown("one\n\n  \ntwo\n")).toEqual(["one", "two"]);
});

test("what is searched is found by its lines, in any case, and marked each time", () => {
  const listed = listedLines(logLines("2026-03-14T06:00:05Z a Tile\nb\ntile, tile"), {
    levels: ALL,
    folds: false,
  });
  expect(foundLines(listed, "TILE")).toEqual([1, 3]);
  expect(foundLines(listed, "")).toEqual([]);
  expect(foundLines(listed, "2026")).toEqual([]);
  expect(piecesOf("tile, Tile.", "TILE")).toEqual(["", "tile", ", ", "Tile", "."]);
  expect(piecesOf("tile", "")).toEqual(["tile"]);
});
