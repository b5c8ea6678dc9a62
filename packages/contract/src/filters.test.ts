import { describe, expect, test } from "vitest";
import { parseFilterText, parseSurveyRange, writeAnyOf } from "./filters.ts";

describe("the text of a filter", () => {
  test.each([
    { values: ["VH-ABC"] },
    { values: ["VH-ABC", "VH-DEF"] },
    { values: ["Vale, Tomas", "back\\slash", "\\,", "a b"] },
  ])("reads what it wrote: $values", ({ values }) => {
    for (const operator of ["any", "anyOr"] as const)
      expect(parseFilterText(writeAnyOf(operator, values))).toEqual({ operator, values });
  });

  test("one plain value needs no operator", () => {
    expect(parseFilterText("FL000101")).toEqual({ operator: "any", values: ["FL000101"] });
  });

  test("asks for flights with or without a value", () => {
    expect(parseFilterText("$exists")).toEqual({ operator: "exists" });
    expect(parseFilterText("$notExists")).toEqual({ operator: "notExists" });
  });

  test.each([
    ["", "holds an empty value"],
    ["$any", "holds an empty value"],
    ["$any A,,B", "holds an empty value"],
    ["$any A\\", "ends in a backslash"],
    ["$exists yes", "$exists takes no value"],
    ["$notExists ", "$notExists takes no value"],
    ["$where 1=1", "must be $any A,B, $anyOr A,B, $exists, $notExists or a value"],
    ["$ $exists", "must be $any A,B, $anyOr A,B, $exists, $notExists or a value"],
    ["a\u0000b", "holds a control character"],
    ["$any a\u0000b", "holds a control character"],
  ])("%j is none", (text, fault) => {
    expect(parseFilterText(text)).toEqual({ fault });
  });

  test("takes at most 500 values", () => {
    const values = Array.from({ length: 501 }, (_, n) => String(n));
    expect(parseFilterText(writeAnyOf("any", values))).toEqual({ fault: "holds over 500 values" });
    expect(parseFilterText(writeAnyOf("any", values.slice(1)))).toHaveProperty("values");
  });
});

test("a range is two days of the calendar, the end a day or more after the start", () => {
  expect(parseSurveyRange("2026-01-01+2026-01-02")).toEqual({
    start: "2026-01-01",
    end: "2026-01-02",
  });
  for (const text of ["2026-01-01", "2026-01-01+2026-01-01", "2026-13-01+2026-13-05", "a+b"])
    expect(parseSurveyRange(text)).toBeUndefined();
});
