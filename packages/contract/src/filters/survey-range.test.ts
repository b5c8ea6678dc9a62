import { expect, test } from "vitest";
import { parseSurveyRange } from "./survey-range.ts";

test("a range is two days of the calendar, the end a day or more after the start", () => {
  expect(parseSurveyRange("2026-01-01+2026-01-02")).toEqual({
    start: "2026-01-01",
    end: "2026-01-02",
  });
  for (const text of ["2026-01-01", "2026-01-01+2026-01-01", "2026-13-01+2026-13-05", "a+b"])
    expect(parseSurveyRange(text)).toBeUndefined();
});
