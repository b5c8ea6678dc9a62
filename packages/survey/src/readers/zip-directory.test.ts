import { describe, expect, test } from "vitest";
import { BinaryWriter } from "../../../../tools/sample/binary-writer.ts";
import { joinedBytes } from "../bytes.ts";
import { recordedSource } from "../testing/recorded-source.ts";
import { sparseSource } from "../testing/sparse-source.ts";
import { memorySource } from "./file-source.ts";
import { isMacCopy, pathInside, readZipDirectory } from "./zip-directory.ts";

const WIDE = 0xffff_ffff;
const NONE = new Uint8Array(0);
const words = (text: string): Uint8Array => new TextEncoder().encode(text);

/** What the directory says of a file; anything that is left out is zero. */
interface Listed {
  readonly flags?: number;
  readonly method?: number;
  readonly crc?: number;
  readonly packedBytes?: number;
  readonly bytes?: number;
  readonly offset?: number;
  readonly name?: Uint8Array;
  readonly extra?: Uint8Array;
  readonly comment?: Uint8Array;
}

/** A header of the central directory (PKWARE APPNOTE 6.3.10, 4.3.12). */
function entry(listed: Listed): Uint8Array {
  const { name = NONE, extra = NONE, comment = NONE } = listed;
  const head = new BinaryWriter(46).u32(0x02014b50).u16(20).u16(20);
  head.u16(listed.flags ?? 0).u16(listed.method ?? 0);
  head.u32(0x5555_5555).u32(listed.crc ?? 0);
  head.u32(listed.packedBytes ?? 0).u32(listed.bytes ?? 0);
  head.u16(name.length).u16(extra.length).u16(comment.length);
  head.skip(8).u32(listed.offset ?? 0);
  return joinedBytes([head.bytes, name, extra, comment]);
}

interface Place {
  readonly count: number;
  readonly bytes: number;
  readonly offset: number;
}

/** An end record (4.3.16), which counts no entries on its own disk. */
function end({ count, bytes, offset }: Place, comment: Uint8Array = NONE): Uint8Array {
  const head = new BinaryWriter(22).u32(0x06054b50).skip(6).u16(count);
  return joinedBytes([head.u32(bytes).u32(offset).u16(comment.length).bytes, comment]);
}

/** A ZIP64 end record (4.3.14) and its locator (4.3.15). */
const wideRecord = ({ count, bytes, offset }: Place): Uint8Array =>
  new BinaryWriter(56).u32(0x06064b50).skip(28).u64(count).u64(bytes).u64(offset).bytes;
const locator = (at: number): Uint8Array =>
  new BinaryWriter(20).u32(0x07064b50).skip(4).u64(at).u32(1).bytes;

/** An archive of a directory alone. */
const archive = (...entries: readonly Uint8Array[]): Uint8Array => {
  const directory = joinedBytes(entries);
  const place = { count: entries.length, bytes: directory.length, offset: 0 };
  return joinedBytes([directory, end(place)]);
};
const read = (bytes: Uint8Array) => readZipDirectory(recordedSource(bytes).source);
const named = (name: string): Uint8Array => entry({ name: words(name) });
const names = async (bytes: Uint8Array): Promise<unknown> => {
  const result = await read(bytes);
  return result.ok ? result.entries.map(({ name }) => name) : result.fault;
};

test("a directory tells of each file what it says (APPNOTE 4.4)", async () => {
  const first = entry({
    flags: 0x0800,
    method: 8,
    crc: 0xdead_beef,
    packedBytes: 0xf102_0304,
    bytes: 0xf506_0708,
    offset: 0xf90a_0b0c,
    name: words("plän/doc.kml"),
    extra: new BinaryWriter(9).u16(0x5455).u16(5).bytes,
    comment: words("a note"),
  });
  const second = entry({ flags: 1, crc: 7, name: Uint8Array.of(0x61, 0xe9), offset: 9 });
  expect(await read(archive(first, second))).toEqual({
    ok: true,
    entries: [
      {
        name: "plän/doc.kml",
        encrypted: false,
        method: 8,
        crc: 0xdead_beef,
        packedBytes: 0xf102_0304,
        bytes: 0xf506_0708,
        offset: 0xf90a_0b0c,
      },
      { name: "aé", encrypted: true, method: 0, crc: 7, packedBytes: 0, bytes: 0, offset: 9 },
    ],
  });
});

describe("an archive's end record", () => {
  const nothing = { count: 0, bytes: 0, offset: 0 };

  test.each([
    ["no bytes", NONE, "notAZip"],
    ["21 bytes of one", end(nothing).subarray(0, 21), "notAZip"],
    ["22 bytes of another kind", new Uint8Array(22), "notAZip"],
    ["one of no comment", end(nothing), []],
    ["one of a comment", end(nothing, words("by us")), []],
    ["one of a comment that is a byte short", end(nothing, words("by us")).slice(0, -1), "notAZip"],
    ["one with a byte behind it", joinedBytes([end(nothing), new Uint8Array(1)]), "notAZip"],
  ])("is looked for in %s", async (_, bytes, found) => {
    expect(await names(bytes)).toEqual(found);
  });

  test("is the last one whose comment reaches to the end", async () => {
    const directory = named("a");
    const place = { count: 1, bytes: directory.length, offset: 0 };
    const inComment = joinedBytes([directory, end(place, end(nothing))]);
    expect(await names(inComment)).toEqual([]);
    const cutInComment = joinedBytes([
      directory,
      end(place, end(nothing, words("x")).slice(0, -1)),
    ]);
    expect(await names(cutInComment)).toEqual(["a"]);
  });

  test("may have a comment of 65,535 bytes, no part of which is read twice", async () => {
    const comment = new Uint8Array(65_535);
    const directory = named("a");
    const place = { count: 1, bytes: 47, offset: 100 };
    const wide = wideRecord(place);
    const { source, reads } = recordedSource(
      joinedBytes([new Uint8Array(100), directory, wide, locator(147), end(nothing, comment)]),
    );
    expect(await readZipDirectory(source)).toMatchObject({ entries: [{ name: "a" }] });
    expect(reads).toEqual([
      [203, 203 + 20 + 22 + 65_535],
      [147, 203],
      [100, 147],
    ]);
  });

  test.each([
    [{ count: 10_000, bytes: 0, offset: 0 }, "corrupt"],
    [{ count: 10_001, bytes: 0, offset: 0 }, "tooLarge"],
    [{ count: 0, bytes: 8_388_608, offset: 0 }, "corrupt"],
    [{ count: 0, bytes: 8_388_609, offset: 0 }, "tooLarge"],
    [{ count: 0, bytes: 10, offset: 12 }, []],
    [{ count: 0, bytes: 11, offset: 12 }, "corrupt"],
    [{ count: 0, bytes: 10, offset: 13 }, "corrupt"],
    [{ count: 0, bytes: 0, offset: 23 }, "corrupt"],
  ])("that places a directory at %j in 22 bytes gives %j", async (place, found) => {
    expect(await names(end(place))).toEqual(found);
  });
});

const signed = (bytes: Uint8Array, signature: number): Uint8Array =>
  joinedBytes([new BinaryWriter(4).u32(signature).bytes, bytes.subarray(4)]);

describe("an archive's ZIP64 end record", () => {
  const directory = named("wide");
  const plain = { count: 0, bytes: 0, offset: 0 };
  /** The directory, 50 bytes; then a ZIP64 end record by its locator, then a plain one of no files. */
  const ending = (record: Uint8Array, place: Uint8Array): Uint8Array =>
    joinedBytes([directory, record, place, end(plain)]);
  const record = wideRecord({ count: 1, bytes: 50, offset: 0 });

  test.each([
    ["where its locator says", ending(record, locator(50)), ["wide"]],
    ["not where its locator does not say", ending(record, locator(51)), []],
    ["not by a locator of another signature", ending(record, signed(locator(50), 1)), []],
    ["not by another signature of its own", ending(signed(record, 1), locator(50)), []],
    ["not at a place behind the end", ending(record, locator(148 - 55)), []],
  ])("counts before the plain one %s", async (_, bytes, found) => {
    expect(bytes).toHaveLength(148);
    expect(await names(bytes)).toEqual(found);
  });

  test("may be the end of the file, and its locator the beginning", async () => {
    const wide = wideRecord({ count: 1, bytes: 46, offset: 98 });
    const bytes = joinedBytes([
      locator(144),
      end(plain, joinedBytes([new Uint8Array(56), entry({}), wide])),
    ]);
    expect(bytes).toHaveLength(200);
    expect(await names(bytes)).toEqual([""]);
    new DataView(bytes.buffer).setUint8(8, 145);
    expect(await names(bytes)).toEqual([]);
  });

  test("that the file ends within, against what it says, does not count", async () => {
    const whole = memorySource("a", ending(record, locator(50)));
    const cut = (start: number, to: number) => whole.read(start, start === 50 ? 105 : to);
    expect(await readZipDirectory({ ...whole, read: cut })).toEqual({ ok: true, entries: [] });
  });

  test("of an archive of 5 GB leads to its directory and its files", async () => {
    const size = 5_000_000_000;
    const extra = new BinaryWriter(12).u16(1).u16(8).u64(4_500_000_000).bytes;
    const listed = entry({ name: words("far"), offset: WIDE, extra });
    const at = size - 22 - 20 - 56 - listed.length;
    const wide = wideRecord({ count: 1, bytes: listed.length, offset: at });
    const ends = joinedBytes([listed, wide, locator(at + listed.length), end(plain)]);
    const { source, bytesRead } = sparseSource("a.zip", size, [at, ends]);
    expect(await readZipDirectory(source)).toMatchObject({
      entries: [{ name: "far", offset: 4_500_000_000 }],
    });
    expect(bytesRead()).toBe(65_577 + 56 + listed.length);
  });
});

/** One directory, whatever its end record says of it. */
const stated = (directory: Uint8Array, count: number): Uint8Array =>
  joinedBytes([directory, end({ count, bytes: directory.length, offset: 0 })]);

describe("a directory's entry", () => {
  const changed = (at: number, value: number): Uint8Array => {
    const bytes = named("abc").slice();
    new DataView(bytes.buffer).setUint16(at, value, true);
    return bytes;
  };

  test.each([
    ["46 bytes of no name", stated(entry({}), 1), [""]],
    ["45 bytes", stated(entry({}).subarray(0, 45), 1), "corrupt"],
    ["no bytes", stated(NONE, 1), "corrupt"],
    ["a name to the directory's end", stated(named("abc"), 1), ["abc"]],
    ["a name beyond the directory's end", stated(changed(28, 4), 1), "corrupt"],
    ["extra fields beyond the directory's end", stated(changed(30, 1), 1), "corrupt"],
    ["a comment beyond the directory's end", stated(changed(32, 1), 1), ["abc"]],
    [
      "a comment that the next begins in",
      stated(joinedBytes([changed(32, 1), named("b")]), 2),
      "corrupt",
    ],
    ["another signature", stated(changed(0, 1), 1), "corrupt"],
    ["none to follow, of two", stated(named("abc"), 2), "corrupt"],
    ["one that is not counted behind it", stated(joinedBytes([named("a"), named("b")]), 1), ["a"]],
  ])("of %s gives %j", async (_, bytes, found) => {
    expect(await names(bytes)).toEqual(found);
  });
});

/** An extra field, and how long it says that it is. */
function field(id: number, numbers: readonly number[], length = numbers.length * 8): Uint8Array {
  const writer = new BinaryWriter(4 + numbers.length * 8).u16(id).u16(length);
  for (const number of numbers) writer.u64(number);
  return writer.bytes;
}

describe("sizes and places of ZIP64 (APPNOTE 4.5.3)", () => {
  const all = { bytes: WIDE, packedBytes: WIDE, offset: WIDE };
  const [A, B, C, D] = [0x1_0000_0001, 0x2_0000_0002, 0x3_0000_0003, 0x4_0000_0004];

  test.each([
    ["all of them", all, [field(1, [A, B, C])], [A, B, C]],
    ["all of them before the number of a disk", all, [field(1, [A, B, C, D])], [A, B, C]],
    ["all but the size", { ...all, bytes: 5 }, [field(1, [A, B])], [5, A, B]],
    ["all but the packed size", { ...all, packedBytes: 6 }, [field(1, [A, B])], [A, 6, B]],
    ["all but the place", { ...all, offset: 7 }, [field(1, [A, B])], [A, B, 7]],
    ["the place alone", { bytes: 5, packedBytes: 6, offset: WIDE }, [field(1, [A])], [5, 6, A]],
    [
      "none, though they are given",
      { bytes: 1, packedBytes: 2, offset: 3 },
      [field(1, [A, B, C])],
      [1, 2, 3],
    ],
    ["those that are given, of all", all, [field(1, [A])], [A, WIDE, WIDE]],
    ["none of no field", all, [], [WIDE, WIDE, WIDE]],
    ["none of an empty field", all, [field(1, [])], [WIDE, WIDE, WIDE]],
    ["none of another field", all, [field(2, [A, B, C])], [WIDE, WIDE, WIDE]],
    [
      "those behind other fields",
      all,
      [field(2, [D]), field(9, []), field(1, [A, B, C])],
      [A, B, C],
    ],
    ["those of the first field", all, [field(1, [A]), field(1, [B, C])], [A, WIDE, WIDE]],
    ["none of another field's content", all, [field(1, [A]), field(2, [B])], [A, WIDE, WIDE]],
    ["two of two and a half", all, [field(1, [A, B, C], 23)], [A, B, WIDE]],
    ["none of seven bytes", all, [field(1, [A], 7)], [WIDE, WIDE, WIDE]],
    ["those before the end, of a field that says more", all, [field(1, [A, B], 24)], [A, B, WIDE]],
    [
      "none behind a field that says more",
      all,
      [field(2, [D], 9), field(1, [A, B, C])],
      [WIDE, WIDE, WIDE],
    ],
    ["none of half a field's head", all, [Uint8Array.of(1, 0, 8)], [WIDE, WIDE, WIDE]],
  ])("are %s", async (_, listed, fields, [bytes, packedBytes, offset]) => {
    const one = entry({ ...listed, extra: joinedBytes(fields) });
    const result = await read(archive(one));
    expect(result).toMatchObject({ ok: true, entries: [{ bytes, packedBytes, offset }] });
  });

  test("are those of their own entry", async () => {
    const wide = entry({ ...all, name: words("a"), extra: field(1, [A, B, C]) });
    const more = entry({ ...all, name: words("bcd"), extra: field(1, [D, C, B]) });
    expect(await read(archive(wide, more))).toMatchObject({
      entries: [
        { name: "a", bytes: A, packedBytes: B, offset: C },
        { name: "bcd", bytes: D, packedBytes: C, offset: B },
      ],
    });
  });
});

test.each([
  ["doc.kml", "doc.kml"],
  ["/a/b.kml", "a/b.kml"],
  ["./a//b/./c.kml", "a/b/c.kml"],
  ["C:\\plans\\doc.kml", "C:/plans/doc.kml"],
  ["a..b/.c", "a..b/.c"],
  ["a/", "a"],
  ["", ""],
  ["..", undefined],
  ["a/../b", undefined],
  ["a\\..\\b", undefined],
])("the name %j in an archive is the path %j", (name, path) => {
  expect(pathInside(name)).toBe(path);
});

test.each([
  ["__MACOSX/plan.kml", true],
  ["plans/__MACOSX/plan.kml", true],
  ["._plan.kml", true],
  ["plans/._plan.kml", true],
  ["plan.kml", false],
  ["a__MACOSX/plan.kml", false],
  ["__MACOSX", false],
  ["plan._kml", false],
  ["plans/.plan.kml", false],
  ["plans/_plan.kml", false],
])("%s is a file that macOS adds: %s", (path, isCopy) => {
  expect(isMacCopy(path)).toBe(isCopy);
});
