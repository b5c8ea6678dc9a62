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

test("a week that rolled over twice is brought back to its flight", () => {
  const flight = Date.UTC(2026, 2, 14, 1);
  const rolled = gpsToUtc({ week: 2409 - 2048, seconds: 522_018 });
  expect(unrolled(rolled, flight + 3_600_000)).toBe(flight);
  expect(unrolled(flight, flight + 3_600_000)).toBe(flight);
});
