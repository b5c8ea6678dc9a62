import { describe, expect, test } from "vitest";
import {
  filterTextsSchema,
  isFilterName,
  listFilters,
  oneOf,
  parseFilterText,
  parseSurveyRange,
  writeAnyOf,
} from "./filters.ts";

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
  for (const text of [
    "2026-01-01",
    "2026-01-01+2026-01-01",
    "2026-13-01+2026-13-05",
    "2026-02-30+2026-03-05",
    "2026-01-01+2026-02-30",
    "2026-01-01+2026-13-01",
    "a+b",
    "2026-01-01+2026-01-021",
  ])
    expect(parseSurveyRange(text)).toBeUndefined();
});

test("a name that a list is filtered by has 1 to 200 characters", () => {
  const lengths = [0, 1, 200, 201].filter((length) => isFilterName("a".repeat(length)));
  expect(lengths).toEqual([1, 200]);
});

/** Lists of values of 200 characters, to so many characters. */
const longList = (length: number, letter = "a"): string => {
  const values = Array.from({ length: 40 }, () => letter.repeat(200)).join(",");
  return `$any ${values},`.padEnd(length, letter);
};

const many = (from: number): string =>
  writeAnyOf(
    "any",
    Array.from({ length: 300 }, (_, n) => String(from + n)),
  );

describe("the filters of a list", () => {
  const filters = listFilters<"Pilot" | "Type">({ Pilot: isFilterName, Type: oneOf(["A", "B"]) }, [
    "Type",
  ]);
  test("are read of an address, without what is malformed", () => {
    expect(
      filters.read({ Pilot: "$any Kim,Lee", Type: "$anyOr A", Date: "2026-01-01+2026-01-02" }),
    ).toStrictEqual({ Pilot: "$any Kim,Lee", Type: "$anyOr A", Date: "2026-01-01+2026-01-02" });
    expect(
      filters.read({ Pilot: "$exists", Type: "$anyOr C", Date: "2026-01-02", Other: "x" }),
    ).toStrictEqual({});
    expect(filters.read({ Type: "$any A", Pilot: 7 })).toStrictEqual({});
  });

  test("of one field that is there several times hold all values, and of days the first", () => {
    const days = ["2026-01-01", "2026-01-01+2026-01-02", "2026-01-03+2026-01-04"];
    expect(
      filters.read({ Pilot: ["$any Kim,Lee", "$exists", "$any Lee,Mia"], Date: days }),
    ).toStrictEqual({ Pilot: "$any Kim,Lee,Mia", Date: "2026-01-01+2026-01-02" });
  });

  test("hold those of the first alone where all are more than an address may hold", () => {
    expect(filters.read({ Pilot: [many(0), many(300)] })).toStrictEqual({ Pilot: many(0) });
  });

  test("have up to 8,192 characters each", () => {
    expect(filters.isText("Pilot", longList(8_192))).toBe(true);
    expect(filters.isText("Pilot", longList(8_193))).toBe(false);
  });

  test("are refused in words as a program sends them", () => {
    const schema = filterTextsSchema(filters);
    expect(schema.parse({ Pilot: "$any Kim" })).toEqual({ Pilot: "$any Kim" });
    const faults = schema
      .safeParse({ Type: "$anyOr C", Date: "2026-01-02+2026-01-01" })
      .error?.issues.map(({ path, message }) => `${path.join(".")} ${message}`);
    expect(faults).toEqual(["Type is not a list of the field's values", "Date must be start+end"]);
    expect(schema.parse({ Date: "2026-01-01+2026-01-02" })).toEqual({
      Date: "2026-01-01+2026-01-02",
    });
  });
});
