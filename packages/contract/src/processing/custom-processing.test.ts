import { expect, test } from "vitest";
import { areContiguous } from "./custom-processing.ts";

test.each([
  ["none", [], true],
  ["one", ["a.007"], true],
  ["one after another, in any order", ["a.002", "a.000", "a.001"], true],
  ["all but one in the middle", ["a.000", "a.002"], false],
  ["two recordings of the same numbers", ["a.000", "a.001", "b.000", "b.001"], true],
  ["the end of one and what goes on in another", ["a.000", "a.001", "b.002"], true],
  ["two recordings far apart", ["a.000", "a.001", "b.004", "b.005"], false],
  ["a number that only another recording has", ["a.000", "a.002", "b.001"], false],
  ["files without a number", ["a.gps"], false],
  ["a post-processed trajectory", ["sbet_a.out"], true],
  ["one beside recordings", ["a.000", "a.001", "a.sbet", "a_trajectory.txt"], true],
  ["one beside recordings with a gap", ["a.000", "a.002", "a.sbet"], false],
] as const)("contract/C3 of %s", (_, names, contiguous) => {
  expect(areContiguous(names)).toBe(contiguous);
});
