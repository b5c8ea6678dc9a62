import { describe, expect, test } from "vitest";
import { jsonFault } from "./json-bounds.ts";

const BOUNDS = { depth: 3, values: 10 };
const fault = (value: unknown): string | undefined => jsonFault(JSON.stringify(value), BOUNDS);

describe("the bounds of a JSON text", () => {
  test("hold what is as deep and as long as they allow", () => {
    expect(fault([[[1]]])).toBeUndefined();
    expect(fault([1, 2, 3, 4, 5, 6, 7, 8, 9])).toBeUndefined();
    expect(fault({ a: 1, b: { c: [1, 2, 3, 4] } })).toBeUndefined();
  });

  test("are exceeded by one level more, of arrays and of objects", () => {
    expect(fault([[[[1]]]])).toBe("is nested more than 3 deep");
    expect(fault({ a: { b: { c: {} } } })).toBe("is nested more than 3 deep");
  });

  test("are exceeded by one value or member more", () => {
    expect(fault([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])).toBe("holds more than 10 values");
    const members = Object.fromEntries(Array.from("abcdefghij", (key) => [key, 1]));
    expect(fault(members)).toBe("holds more than 10 values");
    expect(fault([[], [], [], [], [], []])).toBe("holds more than 10 values");
  });

  test("do not count what stands in strings, whatever is escaped there", () => {
    expect(fault(["[[[[[[,,,,,,,,,,,,", '"]{{{{', String.raw`\"[[[[`, "\\"])).toBeUndefined();
    expect(fault([String.raw`\\`, [[["deep"]]]])).toBe("is nested more than 3 deep");
  });

  test("say nothing of what is no JSON, and end on it", () => {
    expect(jsonFault('["never closed', BOUNDS)).toBeUndefined();
    expect(jsonFault('"\\', BOUNDS)).toBeUndefined();
    expect(jsonFault("]]]]", BOUNDS)).toBeUndefined();
  });
});
