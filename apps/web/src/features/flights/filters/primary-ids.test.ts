import { expect, test } from "vitest";
import { NO_FILTERS, filtersOf } from "./filter-draft.ts";
import { primaryIds, withPrimaryId, withoutPrimaryIds } from "./primary-ids.ts";

const added = (...ids: string[]) =>
  ids.reduce((draft, id) => withPrimaryId(draft, id) ?? draft, NO_FILTERS);

test("identifiers are sorted by prefix to their filters, duplicates ignored", () => {
  const draft = added("FL000001", "SL000002", "PRJ00003", "SL000004", "SL000002");
  expect(filtersOf(draft)).toEqual({
    FlightID: "$any FL000001",
    SensorID: "$any SL000002,SL000004",
    ProjectID: "$any PRJ00003",
  });
  expect(primaryIds(draft)).toEqual(["SL000002", "SL000004", "PRJ00003", "FL000001"]);
});

test.each(["", "FL1", "FL0000011", "SL00001", "PRJ000001", "XX000001", "fl000001", "FL000001 "])(
  "%j is none",
  (id) => {
    expect(withPrimaryId(NO_FILTERS, id)).toBeUndefined();
  },
);

test("what was removed of the chips leaves its filter", () => {
  const left = withoutPrimaryIds(added("FL000001", "SL000002"), ["FL000001"]);
  expect(filtersOf(left)).toEqual({ FlightID: "$any FL000001" });
});
