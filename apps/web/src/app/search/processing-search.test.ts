import { expect, test } from "vitest";
import { readProcessingSearch, readTerrainMapperSearch } from "./processing-search.ts";

const FILTERS = { Status: "$any FAILED,QA_PENDING", Aircraft: "$any VH-ABC" };

test("a dashboard's address keeps filters and page, the Terrain Mapper's also the size of a page", () => {
  const search = { ...FILTERS, Date: "2026-01-01+2026-02-01", page: 3 };
  expect(readProcessingSearch(search)).toEqual(search);
  expect(readTerrainMapperSearch({ ...search, limit: "50" })).toEqual({ ...search, limit: 50 });
});

test.each([
  { Status: "$any ROOT" },
  { Status: { $ne: 1 } },
  { FlightID: "FL1" },
  { page: "-1", limit: "7" },
  { page: 1e9, limit: 1_000_000 },
  { Date: "2026-02-30+2026-01-01" },
  { limit: "10" },
  { __proto__: "x", other: 1, $custom: "{}" },
])("what is malformed of an address is left out, the rest of it kept: %j", (hostile) => {
  const read = { ...readTerrainMapperSearch({ Aircraft: "$any X", ...hostile }) };
  expect(JSON.parse(JSON.stringify(read))).toEqual({ Aircraft: "$any X" });
});
