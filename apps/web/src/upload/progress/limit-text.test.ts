import { expect, test } from "vitest";
import { formOf, limitOf, limitText } from "./sending-limit.tsx";

const night = { bytesPerSecond: 1_500_000, hours: { from: 1_320, to: 365 } };

test("a limit is said with its hours", () => {
  expect(limitText(undefined)).toBe("No limit");
  expect(limitText({ bytesPerSecond: 2_000_000 })).toBe("Limit 2 MB/s");
  expect(limitText(night)).toBe("Limit 1.5 MB/s, 22:00–06:05");
});

test("a form says the limit that it was filled from", () => {
  for (const limit of [night, { bytesPerSecond: 50_000 }])
    expect(limitOf(formOf(limit))).toEqual(limit);
});

test.each([
  { rate: "" },
  { rate: "0" },
  { rate: "-2" },
  { rate: "fast" },
  { isHourly: true, to: "24:00" },
  { isHourly: true, from: "" },
  { isHourly: true, to: "08:00" },
])("%j is no limit", (change) => {
  const form = { rate: "2", isHourly: false, from: "08:00", to: "18:00", ...change };
  expect(limitOf(form)).toBeUndefined();
});
