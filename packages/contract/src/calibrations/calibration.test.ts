import { expect, test } from "vitest";
import { readCalibrationFilters } from "./calibration.ts";

test("filters of an address are read, and what is malformed is left out", () => {
  const filters = {
    Aircraft: "$any VH-ABC,VH-DEF",
    AircraftType: "$any FixedWing",
    Date: "2026-01-01+2026-02-01",
    Status: "Expired",
  };
  expect(readCalibrationFilters({ ...filters, page: "2", Sensor: "x" })).toEqual(filters);
  const malformed = { AircraftType: "$any Balloon", Date: "2026-02-01+2026-01-01", Status: "None" };
  expect(readCalibrationFilters(malformed)).toStrictEqual({});
});
