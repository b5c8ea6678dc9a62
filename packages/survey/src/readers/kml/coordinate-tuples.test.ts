import { expect, test } from "vitest";
import { coordinateTuples } from "./coordinate-tuples.ts";

test.each([
  ["1,2,3 4,5", ["1,2", "4,5"]],
  ["\n 1 , 2 ,3\t4,5,6 \r\n", ["1,2", "4,5"]],
  ["", []],
  ["  ", []],
  ["1", ["1,"]],
  [",2 3,", [",2", "3,"]],
  ["1,2,3, 4,5,6", ["1,2"]],
  ["no,no,0 -122,no", ["no,no", "-122,no"]],
])("%j holds the tuples %j", (text, tuples) => {
  expect(Array.from(coordinateTuples(text), (tuple) => tuple.join(","))).toEqual(tuples);
});
