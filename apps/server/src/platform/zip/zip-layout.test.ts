import { unzipSync } from "fflate";
import fc from "fast-check";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { zipBytes, type ZipSource } from "./zip-bytes.ts";
import { type ZipEntry, ZipLayout } from "./zip-layout.ts";

const MODIFIED = Date.UTC(2026, 2, 5, 14, 30, 42);
const entryOf = (name: string, size: number): ZipEntry => ({ name, size, modified: MODIFIED });

const files = new Map([
  ["a.las", Buffer.from("points ".repeat(40))],
  ["Sensor Ä/empty.txt", Buffer.alloc(0)],
  ["Sensor Ä/log.txt", Buffer.from("ready")],
]);
const contents = [...files.values()];
const layout = new ZipLayout([...files].map(([name, { length }]) => entryOf(name, length)));

/** Reads a file in chunks of 3 bytes. */
function source(crcs = new Map<number, number>()): ZipSource & { readonly reads: string[] } {
  const reads: string[] = [];
  return {
    crcs,
    reads,
    async *read(index, from) {
      reads.push(`${index} from ${from}`);
      const bytes = contents[index]!;
      for (let at = from; at < bytes.length; at += 3) yield bytes.subarray(at, at + 3);
    },
  };
}

const range = (start: number, length: number, from = source()): Promise<Buffer> =>
  buffer(zipBytes(layout, from, { start, length }));
const whole = await range(0, layout.size);

test("a ZIP holds every file by its path, and is as long as was said before a byte was read", () => {
  expect(whole).toHaveLength(layout.size);
  const found = Object.entries(unzipSync(whole)).map(([name, bytes]) => [name, Buffer.from(bytes)]);
  expect(new Map(found as [string, Buffer][])).toEqual(files);
});

test("any part of it is the part of the whole, whatever CRCs are known", async () => {
  const crcs = source();
  await range(0, layout.size, crcs);
  const part = fc.tuple(fc.nat(layout.size - 1), fc.nat(layout.size), fc.boolean());
  await fc.assert(
    fc.asyncProperty(part, async ([start, most, isKnown]) => {
      const length = Math.min(most, layout.size - start);
      const from = source(isKnown ? new Map(crcs.crcs) : new Map());
      expect(await range(start, length, from)).toEqual(whole.subarray(start, start + length));
    }),
  );
});

test("a download that goes on reads no file again whose CRC is known, and starts where it stood", async () => {
  const first = source();
  const half = whole.indexOf("Sensor") + 4;
  await range(0, half, first);
  const second = source(first.crcs);
  await range(half, layout.size - half, second);
  expect(second.reads).toEqual(["2 from 0"]);
  const third = source(new Map(second.crcs));
  await range(100, 100, third);
  expect(third.reads).toEqual(["0 from 56"]);
});

const GIB = 1_073_741_824;

/** What a reader finds by the directory: sizes and offsets of entries, also where 32 bits do not hold them. */
function readDirectory(bytes: Buffer, at: number) {
  const size = bytes.readUInt32LE(at + 20);
  const offset = bytes.readUInt32LE(at + 42);
  const nameLength = bytes.readUInt16LE(at + 28);
  const extra = at + 46 + nameLength;
  const values: number[] = [];
  if (bytes.readUInt16LE(extra) === 1)
    for (let field = 0; field < bytes.readUInt16LE(extra + 2); field += 8)
      values.push(Number(bytes.readBigUInt64LE(extra + 4 + field)));
  const isLarge = size === 0xffff_ffff;
  return {
    size: isLarge ? values[0] : size,
    offset: offset === 0xffff_ffff ? values[isLarge ? 2 : 0] : offset,
  };
}

test("files and offsets of more than 4 GiB are in fields of 64 bits", async () => {
  const large = new ZipLayout([entryOf("a", 5 * GIB), entryOf("b", 3)]);
  const heads = [...large.pieces(0)].filter(({ kind }) => kind === "head");
  const directory = [...large.pieces(0)].filter(({ kind }) => kind === "directory");
  const read = directory.map((piece) => readDirectory(large.bytesOf(piece, 1), 0));
  expect(read).toEqual([
    { size: 5 * GIB, offset: 0 },
    { size: 3, offset: heads[1]!.offset },
  ]);
  const end = [...large.pieces(large.size - 1)].at(-1)!;
  const bytes = large.bytesOf(end, 0);
  expect(Number(bytes.readBigUInt64LE(48))).toBe(directory[0]!.offset);
  expect(end.offset + bytes.length).toBe(large.size);
});

test("more files than 16 bits count are counted in 64", () => {
  const many = new ZipLayout(Array.from({ length: 70_000 }, (_, index) => entryOf(`${index}`, 0)));
  const end = [...many.pieces(many.size - 1)].at(-1)!;
  expect(Number(many.bytesOf(end, 0).readBigUInt64LE(32))).toBe(70_000);
});
