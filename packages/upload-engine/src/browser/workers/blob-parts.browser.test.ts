import { expect, test } from "vitest";
import { BlobParts } from "./blob-parts.ts";

const MIB = 1_048_576;

const filled = (value: number, length: number) => new Uint8Array(length).fill(value);

test("a blob has all bytes in their order", async () => {
  const parts = new BlobParts();
  parts.add([filled(1, 20 * MIB), filled(2, 20 * MIB)]);
  parts.add([filled(3, 7)]);
  const bytes = new Uint8Array(await parts.end().arrayBuffer());
  expect(bytes.length).toBe(40 * MIB + 7);
  expect([0, 20 * MIB - 1, 20 * MIB, 40 * MIB - 1, 40 * MIB].map((at) => bytes[at])).toEqual([
    1, 1, 2, 2, 3,
  ]);
});

test("bytes are free as soon as a blob of 32 MB has them", () => {
  const parts = new BlobParts();
  const [first, second, third] = [filled(1, 20 * MIB), filled(2, 20 * MIB), filled(3, MIB)];
  parts.add([first]);
  expect(first.byteLength).toBe(20 * MIB);
  parts.add([second, third]);
  expect([first, second, third].map(({ byteLength }) => byteLength)).toEqual([0, 0, MIB]);
  parts.end();
  expect(third.byteLength).toBe(0);
});

test("a blob of nothing is empty", () => {
  expect(new BlobParts().end().size).toBe(0);
});
