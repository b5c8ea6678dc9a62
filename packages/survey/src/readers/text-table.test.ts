import { expect, test } from "vitest";
import { cellsOf, columnsOf, linesOf, separatorIn } from "./text-table.ts";

test.each([
  ["", [""]],
  ["a", ["a"]],
  ["a\r\nb\nc\rd", ["a", "b", "c", "d"]],
  ["a\n\r\n", ["a", "", ""]],
  ["\uFEFFa\n\uFEFFb", ["a", "\uFEFFb"]],
  ["a\n\uFEFFb", ["a", "\uFEFFb"]],
])("%j has the lines %j", (text, lines) => {
  expect(linesOf(text)).toEqual(lines);
});

test.each([
  ["a;b,c\td", ","],
  ["a\tb;c", ";"],
  ["a\tb c", "\t"],
  ["a b", undefined],
  ["", undefined],
])("%j is separated by %j", (row, separator) => {
  expect(separatorIn(row)).toBe(separator);
});

test.each([
  ["a,b", ",", ["a", "b"]],
  [' a , "b" ,c"', ",", ["a", "b", "c"]],
  ['" a b ",, ""c""', ",", ["a b", "", '"c"']],
  ['5"6', ",", ['5"6']],
  ["a  b\tc", /\s+/, ["a", "b", "c"]],
  ["a,b", ";", ["a,b"]],
])("the cells of %j between %s are %j", (row, separator, cells) => {
  expect(cellsOf(row, separator)).toEqual(cells);
});

test("a column is the first that its pattern fits, by its letters in lower case", () => {
  const head = ["ID", "North [m]", "EAST_2", "east", "n"];
  const kinds = { east: /^east$/, north: /^northm$/, name: /^name$/, id: /^id$/ };
  expect(columnsOf(head, kinds)).toEqual({ east: 2, north: 1, name: -1, id: 0 });
  expect(columnsOf([], { id: /^id$/ })).toEqual({ id: -1 });
});
