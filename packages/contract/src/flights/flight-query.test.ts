import { describe, expect, test } from "vitest";
import { filterTextsSchema } from "../filters.ts";
import { flightFilters, flightQuerySchema } from "./flight-query.ts";

test("the flight list is asked for its first ten rows, the latest first", () => {
  expect(flightQuerySchema.parse({})).toEqual({ page: 1, pageSize: 10, sort: "Date -1" });
});

test("a filter of the flight list is at most 8 KiB, a range 64 characters", () => {
  for (const [field, most] of [
    ["Aircraft", 8_192],
    ["Sensor", 8_192],
    ["$custom", 8_192],
    ["Date", 64],
  ] as const) {
    expect(flightQuerySchema.safeParse({ [field]: "x".repeat(most) }).success).toBe(true);
    expect(flightQuerySchema.safeParse({ [field]: "x".repeat(most + 1) }).success).toBe(false);
  }
  expect(flightQuerySchema.safeParse({ Nonsense: "x" }).success).toBe(false);
});

describe("the filters of an address", () => {
  test("are kept where they are lists of known values", () => {
    const search = {
      FlightID: "$any FL000001,FL000002",
      Aircraft: String.raw`$any A\,B`,
      Sensor: "$anyOr P1 - 118",
      UploadStatus: "$any DATA_READY",
      Date: "2026-01-01+2026-02-01",
    };
    expect(flightFilters.read(search)).toEqual(search);
    expect(filterTextsSchema(flightFilters).parse(search)).toEqual(search);
  });

  test("hold each value once, and a date's plus even where it came as a space", () => {
    expect(flightFilters.read({ Aircraft: "$any A,A,B", Date: "2026-01-01 2026-02-01" })).toEqual({
      Aircraft: "$any A,B",
      Date: "2026-01-01+2026-02-01",
    });
  });

  test("that are there several times count together, the first of the days", () => {
    expect(
      flightFilters.read({
        Aircraft: ["$any A,B", "$any B,C", "$anyOr D"],
        UploadStatus: ["$any DATA_READY"],
        Date: ["x", "2026-01-01+2026-02-01", "2026-03-01+2026-04-01"],
      }),
    ).toEqual({
      Aircraft: "$any A,B,C",
      UploadStatus: "$any DATA_READY",
      Date: "2026-01-01+2026-02-01",
    });
  });

  test.each<Record<string, unknown>>([
    { FlightID: "$any <script>alert(1)</script>" },
    { FlightID: 5 },
    { FlightID: [["$any FL000001"]] },
    { FlightID: ["$any FL01", 7, null] },
    { FlightID: { toString: "FL000001" } },
    { SensorID: "$any FL000001" },
    { UploadStatus: "$any ROOT" },
    { UploadStatus: "$any DATA_READY,ROOT" },
    { Aircraft: "$anyOr A" },
    { Aircraft: "$exists" },
    { Sensor: "$any P1 - 118" },
    { Aircraft: `$any ${"x".repeat(9_000)}` },
    { Date: "2026-02-30+2026-03-02" },
    { Date: "2026-02-30+2026-03-10" },
    { Date: "2026-02-20+2026-02-30" },
    { Date: "2026-02-02+2026-02-02" },
    { Date: "from 2026-01-01+2026-02-01" },
    { Date: "2026-01-01+2026-02-01T00:00" },
    { Date: "2026-02-02+2026-02-01" },
    { $custom: "{}" },
    { __proto__: null, constructor: "x" },
  ])("that are malformed are left out: %j", (search) => {
    expect(flightFilters.read(search)).toEqual({});
  });
});

test("a list is written as it is read", () => {
  expect(
    flightFilters.valuesOf(
      "ProjectManager",
      flightFilters.textOf("ProjectManager", ["Vale, Tomas"]),
    ),
  ).toEqual(["Vale, Tomas"]);
  expect(flightFilters.textOf("Sensor", ["P1"])).toBe("$anyOr P1");
});
