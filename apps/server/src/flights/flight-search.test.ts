import { AppError } from "@swath/contract/errors";
import { flightQuerySchema } from "@swath/contract/flights";
import { expect, test } from "vitest";
import { flightSearch } from "./flight-search.ts";

function refusal(query: Record<string, string>): unknown {
  try {
    return flightSearch(flightQuerySchema.parse(query));
  } catch (error) {
    return error instanceof AppError ? [error.code, error.details["field"]] : error;
  }
}

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
  ["$custom", String.raw`{"FlightID":"FL\u0000"}`],
  ["$custom", String.raw`{"FlightID":["\ud800"]}`],
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
])("a filter is refused by its field's name: %s=%j", (field, text) => {
  expect(refusal({ [field]: text })).toEqual(["INVALID_FILTER", field]);
});
