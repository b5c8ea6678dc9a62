import { describe, expect, test } from "vitest";
import {
  countOf,
  EMPTY_DRAFT,
  sameFilters,
  valuesOf,
  withDays,
  withValues,
  type IdsField,
} from "../../ui/filters/filter-draft.ts";
import { FLIGHT_FILTERS } from "../flight-list-page.tsx";

const { fields, draftOf, filtersOf } = FLIGHT_FILTERS;
const fieldOf = (name: string) => fields.find((field) => field.name === name)!;
const { add } = fieldOf("PrimaryID") as IdsField;
const added = (...ids: string[]) =>
  withValues(
    EMPTY_DRAFT,
    "PrimaryID",
    ids.reduce<readonly string[]>((list, id) => add(list, id) ?? list, []),
  );

describe("the draft of the flight filters", () => {
  test("becomes the filters that it came from", () => {
    const filters = {
      SensorID: "$any SL000001,SL000002",
      Sensor: "$anyOr P1 - 118",
      ProjectManager: String.raw`$any Vale\, Tomas`,
      Date: "2026-01-01+2026-02-01",
    };
    expect(filtersOf(draftOf(filters))).toEqual(filters);
    expect(filtersOf(EMPTY_DRAFT)).toEqual({});
  });

  test("leaves a filter out where no value of it is left", () => {
    const draft = withValues(EMPTY_DRAFT, "Aircraft", ["A"]);
    expect(filtersOf(withValues(draft, "Aircraft", []))).toEqual({});
  });

  test("is not dated by days that are no range, nor by one day alone", () => {
    for (const end of ["2026-06-01", "2026-05-31", undefined])
      expect(filtersOf(withDays(EMPTY_DRAFT, "Date", { start: "2026-06-01", end }))).toEqual({});
  });
});

test("identifiers are sorted by prefix to their filters, duplicates ignored", () => {
  const draft = added("FL000001", "SL000002", "PRJ00003", "SL000004", "SL000002");
  expect(filtersOf(draft)).toEqual({
    FlightID: "$any FL000001",
    SensorID: "$any SL000002,SL000004",
    ProjectID: "$any PRJ00003",
  });
  expect(valuesOf(draft, "PrimaryID")).toEqual(["SL000002", "SL000004", "PRJ00003", "FL000001"]);
  expect(valuesOf(draftOf(filtersOf(draft)), "PrimaryID")).toEqual(valuesOf(draft, "PrimaryID"));
});

test.each(["", "FL1", "FL0000011", "SL00001", "PRJ000001", "XX000001", "fl000001", "FL000001 "])(
  "%j is no identifier",
  (id) => {
    expect(add([], id)).toBeUndefined();
  },
);

test("filters are the same whatever the order of their fields", () => {
  const one = { Aircraft: "$any A", UploadStatus: "$any DATA_READY" };
  const other = { UploadStatus: "$any DATA_READY", Aircraft: "$any A" };
  expect(sameFilters(FLIGHT_FILTERS, one, other)).toBe(true);
  expect(sameFilters(FLIGHT_FILTERS, one, { Aircraft: "$any A" })).toBe(false);
});

test("active filters are counted by their values, identifiers together, the date as one", () => {
  const draft = draftOf({
    SensorID: "$any SL000001,SL000002",
    FlightID: "$any FL000001",
    Date: "2026-01-01+2026-02-01",
    UploadStatus: "$any DATA_READY,UPLOADING",
  });
  const active = fields.flatMap((field) => {
    const count = countOf(draft, field);
    return count === 0 ? [] : [[field.label, count]];
  });
  expect(active).toEqual([
    ["Primary ID", 3],
    ["Survey Date", 1],
    ["Upload Status", 2],
  ]);
});

const labelOf = (name: string, value: string) => {
  const field = fieldOf(name);
  return field.kind === "choice" ? field.labelOf?.(value) : undefined;
};

test("values read as people call them", () => {
  expect(labelOf("FlightType", "Successful Capture")).toBe("Client Flight");
  expect(labelOf("UploadStatus", "ARCHIVED")).toBe("Upload Archived");
  expect(labelOf("UploadStatus", "A_NEWER_STATUS")).toBe("A_NEWER_STATUS");
});
