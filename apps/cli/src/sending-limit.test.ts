import { expect, test } from "vitest";
import { EXIT } from "./exit-codes.ts";
import { readLimit } from "./sending-limit.ts";

test("a limit is a rate, with hours where it holds at some alone", () => {
  expect(readLimit("2MB/s")).toEqual({ bytesPerSecond: 2_000_000 });
  expect(readLimit("1.5MB/s")).toEqual({ bytesPerSecond: 1_500_000 });
  expect(readLimit("500kB/s@22:30-06:00")).toEqual({
    bytesPerSecond: 500_000,
    hours: { from: 1_350, to: 360 },
  });
});

test.each([
  "2",
  "2MB",
  "0MB/s",
  "-1MB/s",
  "2mb/s",
  "2MB/s@8-18",
  "2MB/s@25:00-26:00",
  "2MB/s@08:00-08:00",
])("%s is no limit", (word) => {
  expect(() => readLimit(word)).toThrow(expect.objectContaining({ exit: EXIT.usage }));
});
