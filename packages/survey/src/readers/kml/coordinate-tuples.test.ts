import { expect, test } from "vitest";
import { readTuples } from "./coordinate-tuples.ts";

function tuplesOf(text: string): readonly string[] | string {
  const tuples: string[] = [];
  const read = readTuples(text, (longitude, latitude) => tuples.push(`${longitude},${latitude}`));
  return read.ok ? tuples : read.about;
}

test.each([
  ["1,2,3 4,5", ["1,2", "4,5"]],
  ["\n 1 , 2 ,3\t4,5,6 \r\n", ["1,2", "4,5"]],
  ["1, 2, 3 4, 5, 6", ["1,2", "4,5"]],
  ["1.5, 2, 3", ["1.5,2"]],
  ["", []],
  ["  ", []],
  ["+1e1,-.5", ["10,-0.5"]],
])("%j holds the tuples %j", (text, tuples) => {
  expect(tuplesOf(text)).toEqual(tuples);
});

/** Tuples with commas alone between them: two, three and four positions, with heights and without. */
test.each([
  ["138.5,-34.9,138.6,-34.9", ["138.5,-34.9", "138.6,-34.9"]],
  ["138.5,-34.9,0,138.6,-34.9,0", ["138.5,-34.9", "138.6,-34.9"]],
  ["138.5,-34.9,450.5,138.6,-34.9,450.5", ["138.5,-34.9", "138.6,-34.9"]],
  ["138.5,-34.9,0,138.6,-34.9,0,138.7,-34.95,0", ["138.5,-34.9", "138.6,-34.9", "138.7,-34.95"]],
  ["13.08925,37.517,0,13.0859,37.517,0", ["13.08925,37.517", "13.0859,37.517"]],
  ["138.5,-34.9,0, 138.6,-34.9,0", ["138.5,-34.9", "138.6,-34.9"]],
  ["138.5,-34.9, 138.6,-34.9, 138.7,-34.9", ["138.5,-34.9", "138.6,-34.9", "138.7,-34.9"]],
  ["138.5,-34.9,0,\n138.6,-34.9,0,\n", ["138.5,-34.9", "138.6,-34.9"]],
  ["138.5,-34.9,0,138.6,-34.9,0 138.7,-34.9,0", ["138.5,-34.9", "138.6,-34.9", "138.7,-34.9"]],
])("%j holds the tuples %j, as Google Earth draws it", (text, tuples) => {
  expect(tuplesOf(text)).toEqual(tuples);
});

test.each([
  ["three pairs or two triples", "10.1,10.2,10.3,10.4,10.5,10.6", "in more than one way"],
  ["pairs, where Google Earth reads triples", "138.5,-34.9,138.6,-34.9,138.7,-34.9", "one way"],
  ["no whole tuples", "138.5,-34.9,0,138.6,-34.9", "or in none"],
  ["a triple and a number", "10.5,45.9,0,10.6", "in more than one way"],
  ["decimal commas", "144,5,-37,8", "decimal commas"],
  ["decimal commas and a space", "138,5 -34,9 0", "0 stands alone"],
  ["one number", "1", "1 stands alone"],
  ["no first number", ",2 3,4", "a number is missing"],
  ["no number between", "1,,2", "a number is missing"],
  ["no second number", "1,2 3,", "3 stands alone"],
  ["words", "no,no,0 -122,no", '"no" is not a number'],
  ["NaN", "NaN,NaN,0", '"NaN" is not a number'],
  ["infinity", "Infinity,2", "is not a number"],
  ["too great a number", "1e999,2", "is not a number"],
  ["hexadecimal numbers", "0x10,2", "is not a number"],
  ["degrees", "144°30',-37", "is not a number"],
])("%s are refused in words: %j", (_, text, words) => {
  expect(tuplesOf(text)).toContain(words);
});

test("numbers that all lack a fraction are told", () => {
  expect(readTuples("144,5 -37,8", () => undefined)).toEqual({ ok: true, whole: true });
  expect(readTuples("144,5 -37.8,8", () => undefined)).toEqual({ ok: true, whole: false });
});
