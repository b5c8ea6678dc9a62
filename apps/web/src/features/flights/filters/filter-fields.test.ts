import { expect, test } from "vitest";
import { activeFilters, valueName } from "./filter-fields.ts";

test("active filters are counted by their values, identifiers together, the date as one", () => {
  const active = activeFilters({
    SensorID: "$any SL000001,SL000002",
    FlightID: "$any FL000001",
    Date: "2026-01-01+2026-02-01",
    UploadStatus: "$any DATA_READY,UPLOADING",
  });
  expect(active.map(({ label, count }) => [label, count])).toEqual([
    ["Primary ID", 3],
    ["Survey Date", 1],
    ["Upload Status", 2],
  ]);
  expect(activeFilters({})).toEqual([]);
});

test("values read as people call them", () => {
  expect(valueName("FlightType", "Successful Capture")).toBe("Client Flight");
  expect(valueName("UploadStatus", "ARCHIVED")).toBe("Upload Archived");
  expect(valueName("Aircraft", "toString")).toBe("toString");
});
