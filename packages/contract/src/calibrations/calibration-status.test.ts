import { describe, expect, test } from "vitest";
import { calibrationOf, calibrationStatus, isDue } from "./calibration.ts";

test.each([
  [true, null, "Valid and current", ["Current"], false],
  [true, "2026-01-01T00:00:00Z", "Valid and expired", ["Expired"], false],
  [false, null, "Missing parameters", ["Invalid"], true],
  [false, "2026-01-01T00:00:00Z", "Missing parameters and expired", ["Expired", "Invalid"], true],
] as const)("active %s, expiry %s: %s", (IsActive, ExpiryDate, text, filters, editable) => {
  expect(calibrationStatus({ IsActive, ExpiryDate })).toEqual({ text, filters, editable });
});

test("calibration/K1 a record is due at its date and after it", () => {
  const at = new Date("2026-01-01T00:00:00Z");
  const due = (ScheduledExpiryDate: string | null) => isDue({ ScheduledExpiryDate }, at);
  expect(due("2026-01-01T00:00:00Z")).toBe(true);
  expect(due("2025-12-31T00:00:00Z")).toBe(true);
  expect(due("2026-01-01T00:00:00.001Z")).toBe(false);
  expect(due(null)).toBe(false);
});

describe("calibration/K4 the record of a flight", () => {
  const record = {
    SensorName: "S",
    Aircraft: "A",
    SurveyDate: "2026-01-01T00:00:00Z",
    ExpiryDate: null as string | null,
    IsActive: true,
  };
  const chosen = (records: (typeof record)[], date = "2026-02-01T00:00:00Z") =>
    calibrationOf(records, { sensor: "S", aircraft: "A", date: new Date(date) });

  test("is active, of its sensor and aircraft", () => {
    expect(chosen([record])).toBe(record);
    for (const change of [{ SensorName: "T" }, { Aircraft: "B" }, { IsActive: false }])
      expect(chosen([{ ...record, ...change }])).toBeUndefined();
  });
  test("is in force from its survey on, and until its expiry", () => {
    expect(chosen([record], record.SurveyDate)).toBe(record);
    expect(chosen([record], "2025-12-31T23:59:59Z")).toBeUndefined();
    const expired = { ...record, ExpiryDate: "2026-02-01T00:00:00Z" };
    expect(chosen([expired])).toBeUndefined();
    expect(chosen([expired], "2026-01-31T23:59:59Z")).toBe(expired);
  });
  test("is the newest of several", () => {
    const newer = { ...record, SurveyDate: "2026-01-15T00:00:00Z" };
    expect(chosen([record, newer, { ...record, SurveyDate: "2027-01-01T00:00:00Z" }])).toBe(newer);
  });
});
