import { expect, test } from "vitest";
import { readRange } from "./file-store-get.ts";

test.each([
  ["bytes=0-4", { start: 0, length: 5 }],
  ["bytes=5-", { start: 5, length: 5 }],
  ["bytes=-3", { start: 7, length: 3 }],
  ["bytes=-30", { start: 0, length: 10 }],
  ["bytes=8-30", { start: 8, length: 2 }],
])("%s of 10 bytes is a part", (header, range) => {
  expect(readRange(header, 10)).toEqual(range);
});

test.each(["bytes=10-", "bytes=-0", "bytes=11-12"])("%s of 10 bytes is none of them", (header) => {
  expect(readRange(header, 10)).toBe("unsatisfiable");
});

test.each([undefined, "", "bytes=-", "lines=0-1", "bytes=0-1,3-4", "bytes=4-2", "bytes=a-b"])(
  "%s asks for the whole",
  (header) => {
    expect(readRange(header, 10)).toBeUndefined();
  },
);
