import { expect, test } from "vitest";
import { readAhead } from "./landed-source.ts";

const MB = 1_048_576;

/** A file of which each byte is its place, and the ranges that were read of it. */
function watched(size: number) {
  const ranges: [number, number][] = [];
  const read = readAhead(size, (start, end) => {
    ranges.push([start, end]);
    return Promise.resolve(Uint8Array.from({ length: end - start }, (_, i) => (start + i) % 251));
  });
  return { read, ranges };
}

test("single reads fetch what they need and no more", async () => {
  const { read, ranges } = watched(5 * MB);
  expect((await read(0, 375)).length).toBe(375);
  expect((await read(4 * MB, 4 * MB + 10))[0]).toBe((4 * MB) % 251);
  expect(ranges).toEqual([
    [0, 375],
    [4 * MB, 4 * MB + 10],
  ]);
});

test("reading on fetches a megabyte at a time, and the bytes are the right ones", async () => {
  const { read, ranges } = watched(3 * MB);
  for (let at = 0; at < 3 * MB; at += 65_536) {
    const bytes = await read(at, at + 65_536);
    expect([bytes.length, bytes[0], bytes.at(-1)]).toEqual([65_536, at % 251, (at + 65_535) % 251]);
  }
  expect(ranges).toHaveLength(4);
});

test("a read beyond the end is as long as the file, and a longer one than the window is whole", async () => {
  const { read } = watched(3 * MB);
  expect((await read(3 * MB - 5, 3 * MB + 5)).length).toBe(5);
  expect((await read(0, 10)).length).toBe(10);
  expect((await read(10, 2 * MB)).length).toBe(2 * MB - 10);
});
