import { expect, test } from "vitest";
import { memorySource } from "./file-source.ts";
import { readWorldFile } from "./world-file.ts";

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
  expect(await read(`1 0 0 1 2 3${" ".repeat(4085)}`)).toMatchObject({ ok: true });
});

test.each([
  ["", "empty"],
  ["1 0 0 1 2", "inconsistentHeader"],
  ["1", "inconsistentHeader"],
  ["1 0 0 1 2 3 4", "inconsistentHeader"],
  ["1 0 0 1 2 x", "inconsistentHeader"],
  ["x 0 0 1 2 3", "inconsistentHeader"],
  [`1 0 0 1 2 3${" ".repeat(4086)}`, "tooLarge"],
])("%j is none: %s", async (text, fault) => {
  expect(await read(text)).toEqual({ ok: false, fault });
});
