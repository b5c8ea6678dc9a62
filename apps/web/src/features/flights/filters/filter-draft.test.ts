import { describe, expect, test } from "vitest";
import {
  NO_FILTERS,
  draftOf,
  filtersOf,
  rangeFault,
  sameFilters,
  valuesOf,
  withStart,
  withValues,
} from "./filter-draft.ts";

const TODAY = "2026-06-30";

describe("the draft of the filters", () => {
  test("becomes the filters that it came from", () => {
    const filters = {
      SensorID: "$any SL000001,SL000002",
      Sensor: "$anyOr P1 - 118",
      ProjectManager: String.raw`$any Vale\, Tomas`,
      Date: "2026-01-01+2026-02-01",
    };
    expect(filtersOf(draftOf(filters))).toEqual(filters);
    expect(filtersOf(NO_FILTERS)).toEqual({});
  });

  test("holds each value once, and no filter where none is left", () => {
    const draft = withValues(NO_FILTERS, "Aircraft", ["A", "B", "A"]);
    expect(valuesOf(draft, "Aircraft")).toEqual(["A", "B"]);
    expect(filtersOf(withValues(draft, "Aircraft", []))).toEqual({});
  });

  test("ends today once a start is set, keeps a chosen end, and loses it with the start", () => {
    const started = withStart(NO_FILTERS, "2026-06-01", TODAY);
    expect(started).toMatchObject({ start: "2026-06-01", end: TODAY });
    const chosen = { ...started, end: "2026-06-10" };
    expect(withStart(chosen, "2026-06-02", TODAY).end).toBe("2026-06-10");
    expect(withStart(chosen, undefined, TODAY).end).toBeUndefined();
  });

  test("is at fault where the end is less than a day after the start, and then not dated", () => {
    const fault = "End date should be greater than start date.";
    for (const end of ["2026-06-01", "2026-05-31"]) {
      const draft = { ...NO_FILTERS, start: "2026-06-01", end };
      expect(rangeFault(draft)).toBe(fault);
      expect(filtersOf(draft)).toEqual({});
    }
    expect(rangeFault({ ...NO_FILTERS, start: "2026-06-01", end: "2026-06-02" })).toBeUndefined();
  });

  test("with one date alone is no filter and no fault", () => {
    const draft = { ...NO_FILTERS, start: "2026-06-01" };
    expect([rangeFault(draft), filtersOf(draft)]).toEqual([undefined, {}]);
  });
});

test("filters are the same whatever the order of their fields", () => {
  const one = { Aircraft: "$any A", UploadStatus: "$any DATA_READY" };
  const other = { UploadStatus: "$any DATA_READY", Aircraft: "$any A" };
  expect(sameFilters(one, other)).toBe(true);
  expect(sameFilters(one, { Aircraft: "$any A" })).toBe(false);
});
