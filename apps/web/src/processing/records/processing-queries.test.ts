import { expect, test } from "vitest";
import { terrainMapperFilters } from "./processing-queries.ts";

test("filters are comma-joined under the service's own names, a comma of a name escaped", () => {
  expect(
    terrainMapperFilters({
      FlightID: "$any FL000001,FL000002",
      ProjectManager: String.raw`$any Vale\, Tomas`,
      Date: "2026-01-01+2026-02-01",
    }),
  ).toEqual({
    flightId: "FL000001,FL000002",
    projectManager: String.raw`Vale\, Tomas`,
    surveyDate: "2026-01-01+2026-02-01",
  });
});
