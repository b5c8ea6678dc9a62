import { expect, test } from "vitest";
import { isStorable, unstorablePlace } from "./storable-text.ts";

test("a text with NUL or half a character is not storable, any other is", () => {
  for (const text of ["a\0b", "\ud800", "x\udc00y"]) expect(isStorable(text)).toBe(false);
  for (const text of ["", "Zoë 🛩", "\u0001", "\ud83d\udee9"]) expect(isStorable(text)).toBe(true);
});

test("it is found wherever it stands in a value", () => {
  expect(unstorablePlace({ a: [1, { b: "x\0" }] })).toEqual(["a", "1", "b"]);
  expect(unstorablePlace({ a: { "k\0": 1 } })).toEqual(["a", "a key"]);
  expect(unstorablePlace("\ud800")).toEqual([]);
  for (const value of [undefined, null, 1, "x", { a: ["y", null] }])
    expect(unstorablePlace(value)).toBeUndefined();
});
