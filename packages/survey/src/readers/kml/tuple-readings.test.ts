import { describe, expect, test } from "vitest";
import { readTuples } from "./coordinate-tuples.ts";

function tuplesOf(text: string): readonly string[] | string {
  const tuples: string[] = [];
  const read = readTuples(text, (longitude, latitude) => tuples.push(`${longitude},${latitude}`));
  return read.ok ? tuples : read.about;
}

const ALONE = "stands alone, where a position has two numbers or three";
const DECIMAL = ": are these decimal commas?";
const several = (count: number): string => `${count} numbers with commas alone between them`;
const eitherWay = (count: number): string =>
  `${several(count)} can be read in more than one way, or in none: put a space between the positions`;

test.each(["\t", "\n", "\v", "\f", "\r", " ", "\u00a0", "\ufeff", " \r\n\t "])(
  "%j stands between tuples, and around commas",
  (space) => {
    expect(tuplesOf(`${space}1.5,2${space}3,4${space}`)).toEqual(["1.5,2", "3,4"]);
    expect(tuplesOf(`1.5${space},${space}2`)).toEqual(["1.5,2"]);
  },
);

test.each(["\b", "\u000e", "\u001f", "!", "\u00a1", "\ufefe"])(
  "%j is no space between tuples",
  (sign) => {
    expect(tuplesOf(`1,2${sign}3,4`)).toBe(`"2${sign}3" is not a number`);
  },
);

test.each([
  ["1", 1],
  ["+1", 1],
  ["-1.5", -1.5],
  ["1.", 1],
  [".5", 0.5],
  ["-.5", -0.5],
  ["015", 15],
  ["1e1", 10],
  ["1.5E+1", 15],
  ["5e-001", 0.5],
  ["1e100", 1e100],
])("%j is the number %d", (word, value) => {
  expect(tuplesOf(`${word},0.5`)).toEqual([`${value},0.5`]);
});

test.each([
  "x1",
  "1x",
  "--1",
  "+-1",
  "1.2.3",
  ".",
  "+",
  "e5",
  "1e",
  "1e+",
  "1e1000",
  "1e999",
  "-1e999",
  ".e5",
  "0x10",
  "1_000",
  "NaN",
  "Infinity",
  "1;2",
])("%j is no number", (word) => {
  expect(tuplesOf(`${word},2`)).toBe(`"${word}" is not a number`);
});

test("of a word that is no number 24 letters are shown", () => {
  expect(tuplesOf(`${"x".repeat(24)},1`)).toBe(`"${"x".repeat(24)}" is not a number`);
  expect(tuplesOf(`${"x".repeat(25)},1`)).toBe(`"${"x".repeat(24)}…" is not a number`);
});

describe("tuples", () => {
  test.each<[string, readonly string[] | string]>([
    ["1,2", ["1,2"]],
    ["1,2,3", ["1,2"]],
    ["1,2,", ["1,2"]],
    ["1,2 3,4", ["1,2", "3,4"]],
    ["1,2,9 3,4,9", ["1,2", "3,4"]],
    // A number that is missing.
    [",1", 'a number is missing in ",1"'],
    [" ,1", 'a number is missing in " ,1"'],
    ["1,,2", 'a number is missing in "1,,2"'],
    ["1, ,2", 'a number is missing in "1, ,2"'],
    ["123456789012,,2", 'a number is missing in "23456789012,,2"'],
    [`1,,${"2".repeat(30)}`, `a number is missing in "1,,${"2".repeat(21)}…"`],
    // A number too few.
    ["1.5", `1.5 ${ALONE}`],
    ["1", `1 ${ALONE}${DECIMAL}`],
    ["1,", `1 ${ALONE}${DECIMAL}`],
    ["138,5 -34,9 7", `7 ${ALONE}${DECIMAL}`],
    ["138,5 -34,9 7.5", `7.5 ${ALONE}`],
    ["138.5,5 7", `7 ${ALONE}`],
    ["138,5 -34.5,9 7", `7 ${ALONE}`],
    ["1,2,3 7", `7 ${ALONE}`],
    ["1 2,3", `1 ${ALONE}${DECIMAL}`],
    ["1e1,2 7", `7 ${ALONE}`],
    // Commas alone, by the spaces behind them.
    ["1,2,3,4", `${several(4)}, all without a fraction${DECIMAL}`],
    ["1,2,3,4,5,6", `${several(6)}, all without a fraction${DECIMAL}`],
    ["1, 2, 3, 4", `${several(4)}, all without a fraction${DECIMAL}`],
    ["1.5,2, 3,40", ["1.5,2", "3,40"]],
    ["1.5,2,3, 40,5,6", ["1.5,2", "40,5"]],
    ["1.5,2, 30,4, 5,6", ["1.5,2", "30,4", "5,6"]],
    ["1.5,2,3, 40,5,6, 7,8,9", ["1.5,2", "40,5", "7,8"]],
    ["1.5, 2,3,4, 5,6", eitherWay(6)],
    ["1.5,2,3,4, 5,6", eitherWay(6)],
    ["1.5,2 ,3,4 ,5,6", eitherWay(6)],
    ["1.5,2, 3,4,5,6", eitherWay(6)],
    ["1.5,2, 3, 40", eitherWay(4)],
    ["1.5,2, 3,4,5", eitherWay(5)],
    // By the width of what they span.
    ["100.5,1,110.5,1", ["100.5,1", "110.5,1"]],
    ["100.5,1,110.6,1", eitherWay(4)],
    ["110.5,1,100.5,1", ["110.5,1", "100.5,1"]],
    ["1.5,10,1.5,20", ["1.5,10", "1.5,20"]],
    ["1.5,10,1.5,20.1", eitherWay(4)],
    ["1.5,20.1,1.5,10", eitherWay(4)],
    ["180.0,90,180,90", ["180,90", "180,90"]],
    ["-180.0,-90,-180,-90", ["-180,-90", "-180,-90"]],
    ["180.5,9,180.5,9", eitherWay(4)],
    ["-180.5,9,-180.5,9", eitherWay(4)],
    ["9.5,90.5,9.5,90.5", eitherWay(4)],
    ["9.5,-90.5,9.5,-90.5", eitherWay(4)],
    ["1.5,2,9,1.5,2", eitherWay(5)],
    ["1.5,2,9,1.6,2,9,1.7,2,9", ["1.5,2", "1.6,2", "1.7,2"]],
    ["1.5,2,9,1.6,2,9,11.5,2,9", ["1.5,2", "1.6,2", "11.5,2"]],
    ["1.5,2,9,1.6,2,9,11.6,2,9", eitherWay(9)],
    ["1.5,2,1.6,2,1.7,2,1.8,2", ["1.5,2", "1.6,2", "1.7,2", "1.8,2"]],
    // Three pairs, or two triples where these are more than ten times as narrow.
    ["10,20,10.5,11,20,15", eitherWay(6)],
    ["10,20,9.5,11,20,15", ["10,20", "11,20"]],
    ["10,20,150.5,20,20,150.5", ["10,20", "20,20"]],
    ["10,20,150.5,20.1,20,150.5", eitherWay(6)],
    ["10.5,20,10.6,20,10.7,20", eitherWay(6)],
  ])("%j: %j", (text, expected) => {
    expect(tuplesOf(text)).toEqual(expected);
  });

  test.each([
    ["144,5 -37,8", true],
    ["144,5", true],
    ["", true],
    ["144,5 -37.0,8", false],
    ["144.0,5 -37,8", false],
    ["144,5 -37,8,0", false],
    ["144,5,0 -37,8", false],
    ["1e2,5 -37,8", false],
    ["1E2,5", false],
  ])("whether %j are pairs of whole numbers: %s", (text, whole) => {
    expect(readTuples(text, () => undefined)).toEqual({ ok: true, whole });
  });
});
