import { expect, test } from "vitest";
import { nthSize } from "./numeric-methods.ts";
import { randoms } from "./testing/synthetic-strips.ts";

const { normal } = randoms(4);
const normals = Float32Array.from({ length: 999 }, () => Math.abs(normal()));

test.each([
  ["normal ones", normals],
  ["many alike", normals.map((size) => Math.round(size))],
  ["the smallest and the largest", Float32Array.of(0, 1e-45, 3e38, Infinity, 1, 1e-40, 0)],
  ["some that are no numbers", normals.map((size, at) => (at % 3 === 0 ? Number.NaN : size))],
])("sizes stand at the ranks that sorting gives: %s", (_, sizes) => {
  const sorted = sizes.filter((size) => !Number.isNaN(size)).toSorted();
  const kept = sizes.slice();
  const found = sorted.map((__, rank) => nthSize(sizes, () => rank)!);
  expect(found).toEqual(sorted);
  expect(nthSize(sizes, (count) => count - 1)).toBe(sorted.at(-1));
  expect(sizes).toEqual(kept);
});

test("of no numbers none stands at a rank", () => {
  expect(nthSize(Float32Array.of(Number.NaN), () => 0)).toBeUndefined();
  expect(nthSize(new Float32Array(0), () => 0)).toBeUndefined();
});
