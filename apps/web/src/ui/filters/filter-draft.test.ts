import { describe, expect, test } from "vitest";
import {
  EMPTY_DRAFT,
  hasFault,
  rangeFault,
  valuesOf,
  withDays,
  withStart,
  withValues,
} from "./filter-draft.ts";

const TODAY = "2026-06-30";

test("a list holds each value once", () => {
  const draft = withValues(EMPTY_DRAFT, "Aircraft", ["A", "B", "A"]);
  expect(valuesOf(draft, "Aircraft")).toEqual(["A", "B"]);
});

describe("a range of days", () => {
  test("ends today once a start is set, keeps a chosen end, and loses it with the start", () => {
    const started = withStart({}, "2026-06-01", TODAY);
    expect(started).toEqual({ start: "2026-06-01", end: TODAY });
    const chosen = { ...started, end: "2026-06-10" };
    expect(withStart(chosen, "2026-06-02", TODAY).end).toBe("2026-06-10");
    expect(withStart(chosen, undefined, TODAY).end).toBeUndefined();
  });

  test("is at fault where the end is less than a day after the start", () => {
    for (const end of ["2026-06-01", "2026-05-31"]) {
      const days = { start: "2026-06-01", end };
      expect(rangeFault(days)).toBe("End date should be greater than start date.");
      expect(hasFault(withDays(EMPTY_DRAFT, "Date", days))).toBe(true);
    }
    expect(rangeFault({ start: "2026-06-01", end: "2026-06-02" })).toBeUndefined();
  });

  test("with one day alone is at no fault", () => {
    expect(rangeFault({ start: "2026-06-01" })).toBeUndefined();
    expect(hasFault(withDays(EMPTY_DRAFT, "Date", { start: "2026-06-01" }))).toBe(false);
  });
});
