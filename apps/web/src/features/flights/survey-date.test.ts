import { expect, test } from "vitest";
import { surveyDays, utcMinute, utcTime } from "./survey-date.ts";

test("days are those of UTC, latest first, each once", () => {
  expect(
    surveyDays(["2026-03-13T23:30:00Z", "2026-03-14T08:30:00+09:00", "2026-03-14T01:00:00Z"]),
  ).toEqual(["2026-03-14", "2026-03-13"]);
});

test("times are written in UTC, whatever their offset", () => {
  expect(utcMinute("2026-03-14T08:30:00+09:00")).toBe("2026-03-13 23:30 UTC");
  expect(utcTime(Date.UTC(2026, 2, 14, 1, 2, 3))).toBe("01:02:03 UTC");
});
