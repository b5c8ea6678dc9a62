import { expect, test } from "vitest";
import {
  addressTextOf,
  listOf,
  membersOf,
  numberOf,
  textOf,
  wholeOf,
  wordOf,
} from "./read-value.ts";

const ODD = [
  undefined,
  null,
  true,
  Number.NaN,
  Infinity,
  {},
  [],
  ["a"],
  () => "a",
  Symbol("a"),
  1n,
];

test.each(ODD)("%o is neither text, word, number nor member", (value) => {
  expect(textOf(value)).toBeUndefined();
  expect(addressTextOf(value, /^[a-z]/)).toBeUndefined();
  expect(wordOf(value, ["a", "true"])).toBeUndefined();
  expect(numberOf(value, -1, 9)).toBeUndefined();
  expect(wholeOf(value, -1, 9)).toBeUndefined();
  expect(membersOf(value)["a"]).toBeUndefined();
});

test("a text is what its pattern matches; digits of an address are one", () => {
  expect(textOf("FL000101", /^FL\d{6}$/)).toBe("FL000101");
  expect(textOf("FL1", /^FL\d{6}$/)).toBeUndefined();
  expect(textOf(101, /^\d+$/)).toBeUndefined();
  expect(addressTextOf(101, /^\d+$/)).toBe("101");
});

test("a number lies between a least and a most, both included; a whole one may be written", () => {
  expect([1, 9].map((value) => numberOf(value, 1, 9))).toEqual([1, 9]);
  expect([0.9, 9.1, "1"].map((value) => numberOf(value, 1, 9))).toEqual(Array(3).fill(undefined));
  expect([3, "3"].map((value) => wholeOf(value, 1, 9))).toEqual([3, 3]);
  expect(["", " ", "x", "3.5", 3.5, "10"].map((value) => wholeOf(value, 1, 9))).toEqual(
    Array(6).fill(undefined),
  );
});

const readWords = (value: unknown) => listOf(value, (entry) => wordOf(entry, ["a", "b"]));

test("a list is read where each of its entries is", () => {
  expect(readWords(["b", "a"])).toEqual(["b", "a"]);
  expect(readWords([])).toEqual([]);
  expect([["c"], "ab", { length: 0 }].map(readWords)).toEqual(Array(3).fill(undefined));
});

test("members are an object's, a list has none", () => {
  expect(membersOf({ a: 1 })).toEqual({ a: 1 });
  expect(membersOf(["a"])).toEqual({});
});
