import { expect, test } from "vitest";
import { rangeSource } from "./range-source.ts";

const never = new AbortController().signal;

function heldFile(size: number) {
  const asked: string[] = [];
  let isLost = false;
  const source = rangeSource(
    size,
    async ({ start, end }) => {
      asked.push(`${start}-${end}`);
      if (isLost) throw new Error("connection lost");
      return Uint8Array.from({ length: end - start }, (_, at) => (start + at) % 251);
    },
    never,
  );
  return { asked, source, lose: (is: boolean) => void (isLost = is) };
}

test("header and records are one request, however often they are asked for", async () => {
  const { asked, source } = heldFile(100_000);
  expect([...(await source.read(0, 4))]).toEqual([0, 1, 2, 3]);
  expect([...(await source.read(375, 378))]).toEqual([124, 125, 126]);
  expect((await source.read(0, 16_384)).length).toBe(16_384);
  expect(asked).toEqual(["0-16384"]);
});

test("the end of a file is not read beyond, and a long range is read as it is", async () => {
  const { asked, source } = heldFile(100_000);
  expect((await source.read(99_000, 120_000)).length).toBe(1_000);
  expect((await source.read(20_000, 60_000)).length).toBe(40_000);
  expect((await source.read(100_000, 100_010)).length).toBe(0);
  expect(asked).toEqual(["99000-100000", "20000-60000"]);
});

test("a range that was lost is asked for again", async () => {
  const { asked, source, lose } = heldFile(100_000);
  lose(true);
  await expect(source.read(0, 4)).rejects.toThrow("connection lost");
  lose(false);
  expect((await source.read(0, 4)).length).toBe(4);
  expect(asked).toHaveLength(2);
});
