import { describe, expect, test } from "vitest";
import { parseFilterText, writeAnyOf } from "./filter-text.ts";

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

  test.each(["", "$any", "$any A,,B", "$any A\\", "$exists yes", "$where 1=1", "a\u0000b"])(
    "tells why %j is none",
    (text) => {
      expect(parseFilterText(text)).toEqual({ fault: expect.any(String) });
    },
  );

  test("takes at most 500 values", () => {
    const values = Array.from({ length: 501 }, (_, n) => String(n));
    expect(parseFilterText(writeAnyOf("any", values))).toHaveProperty("fault");
    expect(parseFilterText(writeAnyOf("any", values.slice(1)))).toHaveProperty("values");
  });
});
