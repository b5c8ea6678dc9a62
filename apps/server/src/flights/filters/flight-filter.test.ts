import { AppError } from "@swath/contract/errors";
import { flightQuerySchema } from "@swath/contract/flights";
import { describe, expect, test } from "vitest";
import { flightConditions } from "../search/flight-search.ts";

function conditions(query: Record<string, string>) {
  const { page, pageSize, sort, ...filters } = flightQuerySchema.parse(query);
  expect([page, pageSize, sort]).toEqual([1, 10, "Date -1"]);
  return flightConditions(filters);
}

function refusal(query: Record<string, string>): unknown {
  try {
    return conditions(query);
  } catch (error) {
    return error instanceof AppError ? [error.code, error.details["field"]] : error;
  }
}

describe("a filter of an address", () => {
  test("holds any of the listed values", () => {
    expect(conditions({ Aircraft: "$any VH-SWA,VH-TRK" })).toEqual([
      { kind: "facet", anyOf: ["Aircraft=VH-SWA", "Aircraft=VH-TRK"] },
    ]);
  });

  test("takes a comma that a backslash escapes as part of the value", () => {
    expect(conditions({ ProjectManager: String.raw`$any Vale\, Tomas,A\\B` })).toEqual([
      { kind: "facet", anyOf: ["ProjectManager=Vale, Tomas", "ProjectManager=A\\B"] },
    ]);
  });

  test("is one plain value without an operator", () => {
    expect(conditions({ FlightID: "FL000101" })).toEqual([{ kind: "flight", anyOf: ["FL000101"] }]);
  });

  test("looks for any sensor in the pair of sensor and secondary sensor", () => {
    expect(conditions({ Sensor: "$anyOr P1 - 118" })).toEqual([
      { kind: "facet", anyOf: ["Sensor=P1 - 118", "SecondarySensor=P1 - 118"] },
    ]);
  });

  test("asks whether there is a value or none", () => {
    expect(conditions({ ProjectID: "$exists" })).toEqual([
      { kind: "facet", anyOf: ["has=ProjectID"] },
    ]);
    expect(conditions({ ProjectID: "$notExists" })).toEqual([
      { kind: "not", of: { kind: "facet", anyOf: ["has=ProjectID"] } },
    ]);
  });

  test.each(["2026-01-01+2026-02-01", "2026-01-01 2026-02-01"])("reads the dates %s", (Date_) => {
    expect(conditions({ Date: Date_ })).toEqual([
      {
        kind: "surveyed",
        start: new Date("2026-01-01T00:00:00Z"),
        end: new Date("2026-02-02T00:00:00Z"),
      },
    ]);
  });

  test("reads a custom filter over fields, operators and lists of them", () => {
    const custom = {
      Aircraft: "VH-SWA",
      $or: [{ UploadStatus: { $any: ["DATA_READY"] } }, { DocumentMajorVersion: { $gt: 3 } }],
    };
    expect(conditions({ $custom: JSON.stringify(custom) })).toMatchObject([
      { kind: "all", of: [{ kind: "all" }, { kind: "some", of: [{ kind: "all" }, {}] }] },
    ]);
  });

  test.each([
    ["Aircraft", "$any"],
    ["Aircraft", "$any A,,B"],
    ["Aircraft", "$any A\\"],
    ["Aircraft", "$anyOr A"],
    ["Aircraft", "$exists yes"],
    ["Aircraft", "$where 1=1"],
    ["Aircraft", "a\u0000b"],
    ["Sensor", "$some A"],
    ["Date", "2026-01-01"],
    ["Date", "2026-02-30+2026-03-01"],
    ["Date", "2026-02-02+2026-02-01"],
    ["Date", "a+b"],
    ["$custom", `{"Date":{"$gte":"2026-02-02","$lt":"2026-02-01"}}`],
    ["$custom", "{"],
    ["$custom", "[]"],
    ["$custom", '{"Password":"x"}'],
    ["$custom", '{"__proto__":"x"}'],
    ["$custom", '{"Aircraft":{"$regex":".*"}}'],
    ["$custom", '{"Aircraft":{}}'],
    ["$custom", '{"Aircraft":5}'],
    ["$custom", '{"DocumentMajorVersion":"4"}'],
    ["$custom", '{"WheelsUp":{"$gte":"yesterday"}}'],
    ["$custom", '{"$or":[]}'],
    ["$custom", '{"$and":[{"$and":[{"$and":[{"$and":[{"$and":[{}]}]}]}]}]}'],
  ])("is refused by its field's name: %s=%j", (field, text) => {
    expect(refusal({ [field]: text })).toEqual(["INVALID_FILTER", field]);
  });
});
