import { expect, test } from "vitest";
import { formatPart, formatPercent, formatSpeed, formatUtc, plural } from "./format.ts";

test("a speed is bytes per second, fractions of a byte included", () => {
  expect(formatSpeed(0)).toBe("0 B/s");
  expect(formatSpeed(0.4)).toBe("0 B/s");
  expect(formatSpeed(12.5 * 1024 ** 2)).toBe("12.50 MB/s");
});

test("a percentage has 2 decimals and is 100 only when all is done", () => {
  expect(formatPercent(0)).toBe("0.00%");
  expect(formatPercent(29.29)).toBe("29.29%");
  expect(formatPercent(99.999)).toBe("99.99%");
  expect(formatPercent(100)).toBe("100.00%");
  expect(formatPercent(100.2)).toBe("100.00%");
});

test("a file sent whole has no part", () => {
  expect(formatPart(undefined, 1)).toBe("NA");
  expect(formatPart(2, 7)).toBe("2 of 7");
});

test("instants are shown in UTC in every time zone", () => {
  expect(formatUtc("2026-11-21T23:05:09+02:00")).toBe("21 Nov 2026, 21:05:09 UTC");
  expect(formatUtc("2026-01-01T00:00:00Z")).toBe("01 Jan 2026, 00:00:00 UTC");
});

test("one is singular and thousands are set apart", () => {
  expect(plural(1, "file")).toBe("1 file");
  expect(plural(20_000, "file")).toBe("20,000 files");
});
