import { deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { BinaryWriter } from "../../../../tools/sample/binary-writer.ts";
import { crc32, joinedBytes } from "../bytes.ts";
import { recordedSource } from "../testing/recorded-source.ts";
import type { ReadFault } from "./file-source.ts";
import { dataStart, unpackEntry } from "./unpack-entry.ts";
import type { ZipEntry } from "./zip-directory.ts";

/** A local header (PKWARE APPNOTE 6.3.10, 4.3.7) of a name and extra fields of these lengths. */
const localHeader = (name: number, extra: number): Uint8Array => {
  const head = new BinaryWriter(30).u32(0x04034b50).skip(22).u16(name).u16(extra);
  return joinedBytes([head.bytes, new Uint8Array(name + extra)]);
};
const HEADER = localHeader(0, 0);
const EMPTY: ZipEntry = {
  name: "doc.kml",
  encrypted: false,
  method: 0,
  crc: 0,
  packedBytes: 0,
  bytes: 0,
  offset: 0,
};
/** Bytes of which no piece is like another. */
const content = (length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, at) => (at * 7 + (at >> 8) * 31) % 251);
const stored = (bytes: Uint8Array): ZipEntry => ({
  ...EMPTY,
  crc: crc32(bytes),
  packedBytes: bytes.length,
  bytes: bytes.length,
});
const BOUNDS = { bytes: 1_000_000, anyRatioBytes: 1_000_000 };

/** What comes of a file: the fault, the pieces that are taken, and what is read for them. */
async function unpacked(
  bytes: Uint8Array,
  entry: ZipEntry,
  take: (piece: number) => ReadFault | undefined = () => undefined,
) {
  const pieces: Uint8Array[] = [];
  const { source, reads } = recordedSource(bytes);
  const fault = await unpackEntry(source, entry, BOUNDS, (piece) => {
    pieces.push(piece.slice());
    return take(pieces.length);
  });
  return { fault, lengths: pieces.map(({ length }) => length), all: joinedBytes(pieces), reads };
}

describe("the bytes of an entry begin", () => {
  const bytes = joinedBytes([new Uint8Array(10), localHeader(3, 500), new Uint8Array(50)]);
  const header = joinedBytes([new Uint8Array(10), HEADER]);

  test.each([
    ["behind its local header, with its name and extra fields", bytes, 10, 543],
    ["at the end of the file", header, 10, 40],
    ["nowhere, where its header ends behind the file", header, 11, undefined],
    ["nowhere, where it has no signature", bytes, 9, undefined],
    ["nowhere, where it lies far away", bytes, 2 ** 40, undefined],
  ])("%s", async (_, file, offset, start) => {
    expect(await dataStart(recordedSource(file).source, { ...EMPTY, offset })).toBe(start);
  });

  test("nowhere, where the file ends within its header, against what it says", async () => {
    const source = { path: "a", size: 30, read: async () => HEADER.subarray(0, 29) };
    expect(await dataStart(source, EMPTY)).toBeUndefined();
  });
});

describe("a stored entry", () => {
  const bytes = content(20_000);
  const file = joinedBytes([localHeader(7, 0), bytes]);
  const entry = stored(bytes);

  test("is taken in pieces of 8,192 bytes", async () => {
    expect(await unpacked(file, entry)).toEqual({
      fault: undefined,
      lengths: [8192, 8192, 3616],
      all: bytes,
      reads: [
        [0, 30],
        [37, 37 + 8192],
        [37 + 8192, 37 + 16_384],
        [37 + 16_384, 37 + 20_000],
      ],
    });
  });

  test("of two whole pieces is no more than them", async () => {
    const two = bytes.subarray(0, 16_384);
    expect(await unpacked(joinedBytes([HEADER, two]), stored(two))).toMatchObject({
      fault: undefined,
      lengths: [8192, 8192],
      reads: { length: 3 },
    });
  });

  test("of no bytes is whole, and nothing is taken", async () => {
    const { fault, lengths, reads } = await unpacked(HEADER, EMPTY);
    expect([fault, lengths, reads]).toEqual([undefined, [], [[0, 30]]]);
    expect(await unpacked(new Uint8Array(30), EMPTY)).toMatchObject({ fault: "corrupt" });
  });

  test.each([
    ["behind the end", file, { packedBytes: 20_001, bytes: 20_001 }, "corrupt", [], 1],
    ["without its header", file.subarray(1), {}, "corrupt", [], 1],
    ["encrypted", file, { encrypted: true }, "encrypted", [], 0],
    ["packed by another method", file, { method: 1 }, "corrupt", [], 1],
    ["of another checksum", file, { crc: 1 }, "wrongChecksum", [8192, 8192, 3616], 4],
    ["a byte shorter than stated", file, { bytes: 20_001 }, "corrupt", [8192, 8192, 3616], 4],
    ["a byte longer than stated", file, { bytes: 19_999 }, "corrupt", [8192, 8192], 4],
    ["a piece longer than stated", file, { bytes: 16_384 }, "corrupt", [8192, 8192], 4],
    ["two pieces longer than stated", file, { bytes: 8191 }, "corrupt", [], 2],
  ] as const)("that is %s is refused", async (_, archive, change, fault, lengths, reads) => {
    const crc = crc32(bytes.subarray(0, "bytes" in change ? change.bytes : undefined));
    const result = await unpacked(archive, { ...entry, crc, ...change });
    expect(result).toMatchObject({ fault, reads: { length: reads } });
    expect(result.lengths).toEqual(lengths);
  });
});

const deflated = (data: Uint8Array, of: Uint8Array): ZipEntry => ({
  ...stored(of),
  method: 8,
  packedBytes: data.length,
});

describe("a deflated entry", () => {
  // Half of it packs well, half of it not at all.
  const noise = Uint8Array.from(
    { length: 30_000 },
    (_, at) => Math.imul(at + 7, 0x9e3779b1) >>> 24,
  );
  const bytes = joinedBytes([content(50_000), noise, content(20_000)]);
  const packed = deflateRawSync(bytes);
  const refused = async (data: Uint8Array, of: Uint8Array = bytes) =>
    (await unpacked(joinedBytes([HEADER, data]), deflated(data, of))).fault;

  test("is inflated as it is read, piece by piece", async () => {
    const { fault, all, lengths, reads } = await unpacked(
      joinedBytes([HEADER, packed]),
      deflated(packed, bytes),
    );
    expect([fault, Buffer.compare(all, bytes)]).toEqual([undefined, 0]);
    expect(reads).toHaveLength(1 + Math.ceil(packed.length / 8192));
    expect(lengths).toHaveLength(reads.length - 1);
  });

  test("of no bytes is whole, and nothing is taken", async () => {
    const none = deflateRawSync(new Uint8Array(0));
    expect(
      await unpacked(joinedBytes([HEADER, none]), deflated(none, new Uint8Array(0))),
    ).toMatchObject({ fault: undefined, lengths: [] });
  });

  test("with bytes behind its end is whole: none of them is taken", async () => {
    const small = content(100);
    const padded = joinedBytes([deflateRawSync(small), new Uint8Array(20_000)]);
    expect(await unpacked(joinedBytes([HEADER, padded]), deflated(padded, small))).toMatchObject({
      fault: undefined,
      lengths: [100],
    });
  });

  test("that is no deflated data, or not all of it, is refused", async () => {
    expect(await refused(new Uint8Array(100).fill(0xff))).toBe("corrupt");
    expect(await refused(packed.subarray(0, packed.length / 2))).toBe("corrupt");
    // All bytes are there, and the end of the last block is not.
    const open = deflateRawSync(content(300), { level: 0 });
    open[0] = 0;
    expect(await refused(open, content(300))).toBe("corrupt");
  });

  test("with anything but deflated data behind all its bytes is refused", async () => {
    // A stored block, not the last, to the end of the first piece; then a block of a type that there is not.
    const block = new BinaryWriter(5)
      .u8(0)
      .u16(8187)
      .u16(0xffff - 8187).bytes;
    const broken = joinedBytes([block, content(8187), Uint8Array.of(7)]);
    expect(
      await unpacked(joinedBytes([HEADER, broken]), deflated(broken, content(8187))),
    ).toMatchObject({ fault: "corrupt", lengths: [8187] });
  });

  test("that inflates beyond what it states is read no further than that", async () => {
    const { fault, lengths, reads } = await unpacked(
      joinedBytes([HEADER, packed]),
      deflated(packed, bytes.subarray(0, 100)),
    );
    expect([fault, lengths, reads.length]).toEqual(["corrupt", [], 2]);
  });
});

/** Of no archive at all: it is corrupt once it is looked for. */
const foreseen = (bytes: number, packedBytes: number, bound: number, anyRatioBytes: number) =>
  unpackEntry(
    recordedSource(new Uint8Array(0)).source,
    { ...EMPTY, bytes, packedBytes },
    { bytes: bound, anyRatioBytes },
    () => undefined,
  );

describe("before a byte is read, an entry", () => {
  test.each([
    [100, 90, 100, 100, "corrupt"],
    [101, 90, 100, 200, "tooLarge"],
    [90, 100, 100, 100, "corrupt"],
    [90, 101, 100, 100, "tooLarge"],
    [1000, 5, 2000, 0, "corrupt"],
    [1001, 5, 2000, 0, "tooLarge"],
    [1500, 5, 2000, 1500, "corrupt"],
    [1501, 5, 2000, 1500, "tooLarge"],
    [1, 0, 2000, 1, "corrupt"],
    [2, 0, 2000, 1, "tooLarge"],
  ])(
    "of %i bytes, %i packed, bounded to %i and %i of any ratio, is %s",
    async (bytes, packed, bound, anyRatio, fault) => {
      expect(await foreseen(bytes, packed, bound, anyRatio)).toBe(fault);
    },
  );
});

const second =
  (fault: ReadFault) =>
  (piece: number): ReadFault | undefined =>
    piece === 2 ? fault : undefined;

describe("a fault of who takes the bytes", () => {
  const bytes = content(30_000);
  const file = joinedBytes([HEADER, bytes]);
  const entry = stored(bytes);

  test("ends the reading where that is too much", async () => {
    expect(await unpacked(file, entry, second("tooLarge"))).toMatchObject({
      fault: "tooLarge",
      lengths: [8192, 8192],
      reads: { length: 3 },
    });
  });

  test("else counts once the archive's own bytes prove right, and nothing more is given", async () => {
    expect(await unpacked(file, entry, second("notWellFormed"))).toMatchObject({
      fault: "notWellFormed",
      lengths: [8192, 8192],
      reads: { length: 5 },
    });
    const wrong = await unpacked(file, { ...entry, crc: 1 }, second("notWellFormed"));
    expect(wrong.fault).toBe("wrongChecksum");
    const short = await unpacked(file, { ...entry, bytes: 30_001 }, second("notWellFormed"));
    expect(short.fault).toBe("corrupt");
  });
});
