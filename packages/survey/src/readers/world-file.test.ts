import { expect, test } from "vitest";
import { memorySource } from "./file-source.ts";
import { readWorldFile, WORLD_FILE } from "./world-file.ts";

const read = (text: string): ReturnType<typeof readWorldFile> =>
  readWorldFile(memorySource("a.jgw", new TextEncoder().encode(text)));

test("a world file is six numbers, one a line", async () => {
  expect(await read("0.5\r\n0.1\r\n0.2\r\n-0.5\r\n100\r\n200\r\n")).toEqual({
    ok: true,
    pixelWidth: 0.5,
    rotation: [0.1, 0.2],
    pixelHeight: -0.5,
    upperLeft: [100, 200],
  });
  expect(await read(`\n1 0\t0 1e0 2 -3${" ".repeat(4081)}`)).toMatchObject({
    pixelHeight: 1,
    upperLeft: [2, -3],
  });
});

test.each([
  ["", "empty"],
  [" ", "inconsistentHeader"],
  ["1 0 0 1 2", "inconsistentHeader"],
  ["1", "inconsistentHeader"],
  ["1 0 0 1 2 3 4", "inconsistentHeader"],
  ["1 0 0 1 2 x", "inconsistentHeader"],
  ["x 0 0 1 2 3", "inconsistentHeader"],
  ["1 0 0 1 1e999 3", "inconsistentHeader"],
  [`1 0 0 1 2 3${" ".repeat(4086)}`, "tooLarge"],
])("%j is none: %s", async (text, fault) => {
  expect(await read(text)).toEqual({ ok: false, fault });
});

test.each([
  ["a.jgw", true],
  ["a.TFW", true],
  ["a.w", false],
  ["a.jw", true],
  ["a.jpgw", false],
  ["a.raw", false],
  ["a.jgw.txt", false],
])("%s is named as a world file: %s", (name, named) => {
  expect(WORLD_FILE.test(name)).toBe(named);
});
