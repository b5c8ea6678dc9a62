import { describe, expect, test } from "vitest";
import { BinaryWriter } from "../../../../tools/sample/binary-writer.ts";
import { iiqFile } from "../../../../tools/sample/sensor-file-writer.ts";
import { sparseSource } from "../testing/sparse-source.ts";
import { memorySource } from "./file-source.ts";
import { iiqEnd, readIiq } from "./iiq.ts";

const read = (bytes: Uint8Array): ReturnType<typeof readIiq> =>
  readIiq(memorySource("a.iiq", bytes));

/** The sample's header with one 32-bit number changed; `IIII` stands at 8, the directory at 24. */
function changed(at: number, value: number, length = 1000): Uint8Array {
  const bytes = iiqFile(1000, 1).slice(0, length);
  new DataView(bytes.buffer).setUint32(at, value, true);
  return bytes;
}

type Entry = readonly [tag: number, length: number, value: number];

interface Made {
  readonly base?: number;
  readonly directory?: number;
  readonly count?: number;
  readonly size?: number;
}

/** Zeros but for the mark `IIII` at `base`, and from there on at `directory` as many of these entries. */
function made(
  entries: readonly Entry[],
  { base = 8, directory = 16, count = entries.length, size = 1000 }: Made = {},
): Uint8Array {
  const writer = new BinaryWriter(size).skip(base).text("IIII\u0002waR").u32(directory);
  writer
    .skip(directory - 12)
    .u32(count)
    .u32(0);
  for (const [tag, length, value] of entries) writer.u32(tag).u32(1).u32(length).u32(value);
  return writer.bytes;
}

const WIDTH: Entry = [0x0108, 4, 14_204];
const HEIGHT: Entry = [0x0109, 4, 10_652];
const NOTHING = { ok: true, entries: 0, width: undefined, height: undefined };
const SIZE = { ok: true, entries: 2, width: 14_204, height: 10_652 };

describe("an IIQ", () => {
  test("states its entries, width and height, wherever its header begins", async () => {
    const facts = { ok: true, entries: 4, width: 14_204, height: 10_652 };
    expect(await read(iiqFile(1000, 1))).toEqual(facts);
    expect(await read(iiqFile(1000, 1).slice(8))).toEqual(facts);
    expect(await read(made([HEIGHT, WIDTH], { base: 32, directory: 500 }))).toEqual(SIZE);
  });

  test("that ends with its directory is read whole", async () => {
    expect(await read(iiqFile(1000, 1).slice(0, 80))).toMatchObject({ height: 10_652 });
    expect(await read(iiqFile(1000, 1).slice(0, 63))).toMatchObject({
      entries: 4,
      width: 14_204,
      height: undefined,
    });
  });

  test("states no size where its directory has none, or lies beyond the first 64 KB", async () => {
    expect(await read(changed(24, 0))).toEqual(NOTHING);
    const { source, bytesRead } = sparseSource("a.iiq", 1_000_000, [0, changed(16, 500_000)]);
    expect(await readIiq(source)).toEqual(NOTHING);
    expect(bytesRead()).toBe(65_536);
  });

  test("has a directory where its head is within the first 64 KB", async () => {
    const size = 70_000;
    const last = 65_536 - 8 - 8;
    const found = { ...NOTHING, entries: 2 };
    expect(await read(made([WIDTH, HEIGHT], { directory: last, size }))).toEqual(found);
    expect(await read(made([WIDTH, HEIGHT], { directory: last + 1, size }))).toEqual(NOTHING);
    expect(await read(made([WIDTH, HEIGHT], { directory: last - 32, size }))).toEqual(SIZE);
    expect(await read(made([WIDTH, HEIGHT], { directory: last - 31, size }))).toEqual({
      ...SIZE,
      height: undefined,
    });
  });

  test("has as many entries as it states: what stands behind them is none", async () => {
    expect(await read(made([WIDTH, HEIGHT], { count: 1 }))).toEqual({
      ...SIZE,
      entries: 1,
      height: undefined,
    });
  });

  test("may end with the head of its directory", async () => {
    expect(await read(made([], { directory: 984 }))).toEqual(NOTHING);
    expect(await read(made([], { directory: 984 }).slice(0, 999))).toEqual({
      ok: false,
      fault: "inconsistentHeader",
    });
  });

  test.each([
    ["empty", new Uint8Array(0)],
    ["wrongSignature", new Uint8Array(100)],
    ["wrongSignature", made([WIDTH], { base: 33 })],
    ["wrongSignature", changed(12, 0)],
    ["tooShort", iiqFile(1000, 1).slice(0, 19)],
    ["inconsistentHeader", changed(16, 16, 20)],
    ["inconsistentHeader", changed(16, 993)],
    ["inconsistentHeader", changed(24, 1001)],
  ])("is refused: %s", async (fault, bytes) => {
    expect(await read(bytes)).toEqual({ ok: false, fault });
  });

  test("may have a thousand entries", async () => {
    expect(await read(changed(24, 1000))).toMatchObject({ ok: true, entries: 1000 });
  });
});

const endOf = (bytes: Uint8Array): Promise<number> => iiqEnd(memorySource("a.iiq", bytes));
/** Where entries end that begin at byte 32. */
const behind = (entries: number): number => 32 + entries * 16;

describe("the end of an IIQ", () => {
  test.each([
    ["of a value in its entry, of four bytes", [[1, 4, 900]], 0],
    ["of a value elsewhere, of five bytes", [[1, 5, 900]], 8 + 905],
    [
      "of the last of several values",
      [
        [1, 9, 100],
        [2, 9, 900],
        [3, 400, 200],
      ],
      8 + 909,
    ],
    ["of a value behind the file", [[1, 0xffff_ffff, 0xffff_ffff]], 8 + 2 * 0xffff_ffff],
    ["of no values", [], 0],
  ] satisfies [string, Entry[], number][])("is that %s", async (_, entries, place) => {
    expect(await endOf(made(entries))).toBe(place);
  });

  test("counts from its mark, wherever its directory is", async () => {
    const entries: Entry[] = [[1, 50, 70_000]];
    expect(await endOf(made(entries, { base: 0, size: 80_000 }))).toBe(70_050);
    expect(await endOf(made(entries, { base: 32, directory: 69_000, size: 80_000 }))).toBe(70_082);
  });

  test("is that of its directory where this is not whole", async () => {
    const two: Entry[] = [
      [1, 50, 100],
      [2, 50, 200],
    ];
    expect(await endOf(made(two).slice(0, behind(2)))).toBe(8 + 250);
    expect(await endOf(made(two).slice(0, behind(2) - 1))).toBe(behind(2));
    expect(await endOf(made([]).slice(0, behind(0)))).toBe(0);
    expect(await endOf(made([]).slice(0, behind(0) - 1))).toBe(behind(0));
    expect(await endOf(made([], { count: 1000 }))).toBe(behind(1000));
  });

  test("is not known of more than a thousand entries, or of another file", async () => {
    expect(await endOf(made([], { count: 1001 }))).toBe(0);
    expect(await endOf(new Uint8Array(100))).toBe(0);
    expect(await endOf(made([]).slice(0, 19))).toBe(0);
  });

  test("is found by its first 64 KB and its directory", async () => {
    const bytes = made([[1, 50, 100]], { directory: 100_000, size: 110_000 });
    const { source, bytesRead } = sparseSource("a.iiq", 1_000_000, [0, bytes]);
    expect(await iiqEnd(source)).toBe(158);
    expect(bytesRead()).toBe(65_536 + 8 + 16);
  });
});
