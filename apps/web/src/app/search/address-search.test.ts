import { expect, test } from "vitest";
import { flightFilters } from "@swath/contract/flights";
import { readFlightSearch, readProposalSearch } from "./address-search.ts";

test("a page of the address is kept", () => {
  expect(readFlightSearch({ page: 3 }).page).toBe(3);
  expect(readFlightSearch({ page: "12" }).page).toBe(12);
});

test.each([undefined, "", "x", 0, 1, -2, 1.5, 1e9, Number.NaN, {}])(
  "%s is the first page",
  (value) => {
    expect(readFlightSearch({ page: value }).page).toBeUndefined();
  },
);

test("filters of the address are kept, what is malformed among them is named and undefined", () => {
  const read = readFlightSearch({ Aircraft: "$any VH-ABC", UploadStatus: "$any ROOT", other: "x" });
  expect(flightFilters.read(read)).toEqual({ Aircraft: "$any VH-ABC" });
  expect(read).not.toHaveProperty("other");
});

test.each([
  [`${"a".repeat(24)}.ICP1_MineIP1.2`, true],
  [`${"a".repeat(24)}.ICP1_MineIP1.0x2`, false],
  [`${"a".repeat(23)}.ICP1.1`, false],
  [`../${"a".repeat(24)}.ICP1.1`, false],
  [`${"a".repeat(24)}.<script>.1`, false],
  [undefined, false],
  [["a"], false],
])("a proposal in an address is a processing, a job and an attempt: %s", (proposal, isOne) => {
  expect(readProposalSearch({ proposal })).toEqual(isOne ? { proposal } : {});
});
