import { PART_BYTES } from "@swath/contract/uploads";
import { expect, test } from "vitest";
import { ObjectRanges } from "./object-ranges.ts";

/** What is missing of an object of one file, whose last 50 bytes have not landed. */
function missingOf(sourceBytes: number): readonly (readonly [number, number])[] {
  const object = {
    name: "a",
    sourceBytes,
    segments: [{ file: 0, offset: 0, length: sourceBytes }],
  };
  const landedPieces = { a: [{ offset: 0, length: sourceBytes - 50 }] };
  const ranges = new ObjectRanges([object], 100, { names: ["a"], landedPieces });
  return [...ranges.missing()].map(({ offset, length }) => [offset, length] as const);
}

test("ranges/R2 a file's last piece may be short, that of a part before another may not", () => {
  expect(missingOf(1_000)).toEqual([[950, 50]]);
  expect(missingOf(PART_BYTES)).toEqual([[0, PART_BYTES]]);
});
