import { afterEach, expect, test, vi } from "vitest";
import {
  formatDuration,
  formatPercent,
  formatTotal,
  formatSpeed,
  localSecond,
  plural,
  pluralTotal,
  utcDay,
  utcMinute,
  utcRange,
  utcSecond,
  utcTimeOfDay,
} from "./format.ts";

test("one is singular and thousands are set apart", () => {
  expect(plural(1, "file")).toBe("1 file");
  expect(plural(20_000, "file")).toBe("20,000 files");
  expect(plural(2, "entry", "entries")).toBe("2 entries");
});

test("a total is exact to 10,000, and one more stands for any larger number", () => {
  expect(formatTotal(10_000)).toBe("10,000");
  expect(pluralTotal(1, "flight")).toBe("1 flight");
  expect(pluralTotal(10_001, "entry", "entries")).toBe("more than 10,000 entries");
});

test("a percentage has 2 decimals and is 100 only when all is done", () => {
  expect(formatPercent(0)).toBe("0.00%");
  expect(formatPercent(29.29)).toBe("29.29%");
  expect(formatPercent(99.999)).toBe("99.99%");
  expect(formatPercent(100)).toBe("100.00%");
  expect(formatPercent(100.2)).toBe("100.00%");
});

test("a speed is bytes per second, fractions of a byte included", () => {
  expect(formatSpeed(0)).toBe("0 B/s");
  expect(formatSpeed(0.4)).toBe("0 B/s");
  expect(formatSpeed(12.5 * 1024 ** 2)).toBe("12.50 MB/s");
});

test("a duration is said by its two largest units", () => {
  expect(formatDuration(400)).toBe("0 s");
  expect(formatDuration(5_000)).toBe("5 s");
  expect(formatDuration(60_000)).toBe("1 min");
  expect(formatDuration(65_400)).toBe("1 min 05 s");
  expect(formatDuration(2 * 3_600_000 + 5 * 60_000 + 59_000)).toBe("2 h 05 min");
});

afterEach(() => vi.unstubAllEnvs());

test.each([
  ["Australia/Brisbane", "2026-11-21 19:54:32 UTC+10:00"],
  ["Australia/Adelaide", "2026-11-21 20:24:32 UTC+10:30"],
  ["UTC", "2026-11-21 09:54:32 UTC+00:00"],
  ["America/St_Johns", "2026-11-21 06:24:32 UTC-03:30"],
])("in %s it is %s", (zone, shown) => {
  vi.stubEnv("TZ", zone);
  expect(localSecond("2026-11-21T09:54:32.000Z")).toBe(shown);
});

test("times are written in UTC, whatever their offset", () => {
  const at = "2026-03-14T08:30:09+09:00";
  expect(utcDay(at)).toBe("2026-03-13");
  expect(utcMinute(at)).toBe("2026-03-13 23:30 UTC");
  expect(utcSecond(at)).toBe("2026-03-13 23:30:09 UTC");
  expect(utcTimeOfDay(Date.UTC(2026, 2, 14, 1, 2, 3))).toBe("01:02:03 UTC");
});

test("a range within a day names the day once", () => {
  const from = "2026-03-14T02:00:00Z";
  expect(utcRange(from, "2026-03-14T03:30:00Z")).toBe("2026-03-14 02:00–03:30 UTC");
  expect(utcRange(from, "2026-03-15T01:00:00Z")).toBe(
    "2026-03-14 02:00 UTC – 2026-03-15 01:00 UTC",
  );
});
