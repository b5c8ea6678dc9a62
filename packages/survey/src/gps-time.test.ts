import { expect, test } from "vitest";
import { gpsToUtc, unrolled, utcToGps } from "./gps-time.ts";

test("GPS week 1694, second 152103 is 2012-06-25T18:14:48Z, 15 s behind", () => {
  const utc = gpsToUtc({ week: 1694, seconds: 152_103 }, 15);
  expect(new Date(utc).toISOString()).toBe("2012-06-25T18:14:48.000Z");
});

test("UTC to GPS and back is the same instant", () => {
  const utc = Date.UTC(2026, 2, 14, 23, 59, 50);
  expect(utcToGps(utc)).toEqual({ week: 2410, seconds: 8 });
  expect(gpsToUtc(utcToGps(utc))).toBe(utc);
});

const FLIGHT = Date.UTC(2026, 2, 14, 1);
const HOUR = 3_600_000;

test("a week that rolled over twice is brought back to its flight", () => {
  const week = 2409 - 2048;
  const rolled = gpsToUtc({ week, seconds: 522_018 });
  expect(unrolled(rolled, week, FLIGHT + HOUR)).toBe(FLIGHT);
  expect(unrolled(rolled, week, FLIGHT)).toBe(FLIGHT);
});

test("a full week stays where it is, however far from its flight", () => {
  for (const week of [1024, 1694, 2409, 3000]) {
    const time = gpsToUtc({ week, seconds: 0 });
    expect(unrolled(time, week, FLIGHT)).toBe(time);
  }
});

test("a rolled over week never goes past the latest time", () => {
  for (const week of [0, 361, 362, 1023]) {
    const time = unrolled(gpsToUtc({ week, seconds: 522_018 }), week, FLIGHT);
    expect(time).toBeLessThanOrEqual(FLIGHT);
    expect(time).toBeGreaterThan(FLIGHT - 1024 * 7 * 24 * HOUR);
  }
});

test("a time that lies after the latest one already is not moved back", () => {
  const time = gpsToUtc({ week: 500, seconds: 0 });
  expect(unrolled(time, 500, time - HOUR)).toBe(time);
});
