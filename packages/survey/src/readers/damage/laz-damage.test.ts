import { describe, expect, test } from "vitest";
import { BinaryWriter } from "../../../../../tools/sample/binary-writer.ts";
import { lazShaped } from "../../../../../tools/sample/las-writer.ts";
import { joined, judged, noise } from "../../testing/judged.ts";

const content = { pointFormat: 6, points: 120_000, longitude: 1, latitude: 2, seed: 1 };
const POINTS_AT = 375 + 54 + 40;
function laz(set: (view: DataView) => void = () => undefined): Uint8Array {
  const bytes = lazShaped(content);
  set(new DataView(bytes.buffer));
  return bytes;
}
const table = Number(new DataView(laz().buffer).getBigUint64(POINTS_AT, true));

/** A LAZ that states so many chunks of any length. */
const variable = (chunks: number): Uint8Array =>
  laz((view) => {
    view.setUint32(375 + 54 + 12, 0xffff_ffff, true);
    view.setUint32(table + 4, chunks, true);
  });

describe("a LAZ", () => {
  test("has its chunk table where it says, or its place at the file's end", async () => {
    expect(await judged("a.laz", laz())).toBe("whole");
    const place = new BinaryWriter(8).u64(table).bytes;
    const streamed = laz((view) => view.setBigInt64(POINTS_AT, -1n, true));
    expect(await judged("a.laz", joined(streamed, place))).toBe("whole");
    expect(await judged("a.laz", streamed)).toContain("cutOff: its chunk table was never written");
    const chunks = laz((view) => view.setUint32(table + 4, 9, true));
    expect(await judged("a.laz", chunks)).toBe(
      "contradiction: its chunk table counts 9 chunks, where 120,000 points make 3",
    );
    const before = laz((view) => view.setBigInt64(POINTS_AT, 5n, true));
    expect(await judged("a.laz", before)).toContain("before its points");
    expect(await judged("a.laz", laz().slice(0, 9_000))).toContain(
      "cutOff: its chunk table lies at byte",
    );
    expect(await judged("a.laz", laz().slice(0, POINTS_AT + 3))).toContain(
      "cutOff: it ends before the first",
    );
    expect(await judged("a.laz", laz().fill(0, 9_000))).toContain("zeros: its last");
  });

  test("has a chunk table that holds the length of every chunk", async () => {
    for (let bytes = laz().length - 3; bytes >= table + 8; bytes--)
      expect(await judged("a.laz", laz().slice(0, bytes))).toBe(
        "cutOff: its chunk table is not whole, or not that of its points",
      );
    expect(await judged("a.laz", laz().fill(1, table + 8))).toContain("cutOff: its chunk table");
  });

  test("that states millions of chunks has a table that is not followed", async () => {
    expect(await judged("a.laz", variable(100_000))).toContain("cutOff: its chunk table");
    expect(await judged("a.laz", variable(4_000_000_000))).toBe("whole");
  });

  test("of points that LASzip wrote one by one has no chunk table", async () => {
    const pointwise = laz((view) => {
      view.setUint16(375 + 54, 1, true);
      view.setBigInt64(POINTS_AT, 5n, true);
    });
    expect(await judged("a.laz", pointwise)).toBe("whole");
  });
});

const NEVER = "cutOff: its chunk table was never written: it was not closed, or ends before it";
const SIZE = laz().length;
/** States this place of its table. */
const placed = (place: number): Uint8Array =>
  laz((view) => view.setBigInt64(POINTS_AT, BigInt(place), true));
/** States it in its last eight bytes. */
const streamed = (place: number): Uint8Array =>
  joined(placed(-1), new BinaryWriter(8).u64(place).bytes);
/** With zeros in place of its first chunk's first bytes. */
const withZeros = (bytes: Uint8Array): Uint8Array => bytes.fill(0, POINTS_AT + 8, POINTS_AT + 16);
const none = "contradiction: its chunk table counts 0 chunks, where 120,000 points make 3";

describe("the chunk table of a LAZ", () => {
  test.each([
    [
      "before its points",
      placed(POINTS_AT + 7),
      "contradiction: the place of its chunk table is before its points",
    ],
    ["at the first of its points", withZeros(placed(POINTS_AT + 8)), none],
    ["in the last eight bytes", placed(SIZE - 8).fill(0, -8), none],
    [
      "in the last seven",
      placed(SIZE - 7),
      `cutOff: its chunk table lies at byte ${(SIZE - 7).toLocaleString("en-GB")}, behind its end`,
    ],
    ["before its points, by its end", streamed(POINTS_AT + 7), NEVER],
    ["at the first of its points, by its end", withZeros(streamed(POINTS_AT + 8)), none],
    ["right before its place", streamed(SIZE - 8).fill(0, -16, -8), none],
    ["in its place", streamed(SIZE - 7), NEVER],
    ["nowhere", placed(-1), NEVER],
    ["at -2", placed(-2), "contradiction: the place of its chunk table is before its points"],
  ])("is not %s", async (_, bytes, reason) => {
    expect(await judged("a.laz", bytes)).toBe(reason);
  });

  test("is of version 0", async () => {
    const other = laz((view) => view.setUint32(table, 1_234, true));
    expect(await judged("a.laz", other)).toBe(
      "contradiction: its chunk table is of version 1,234, which is not known",
    );
  });

  test.each([
    [0, "contradiction: its chunk table counts 0 chunks, where 120,000 points make 3"],
    [2, "contradiction: its chunk table counts 2 chunks, where 120,000 points make 3"],
    [4, "cutOff: its chunk table is not whole, or not that of its points"],
    [5, "contradiction: its chunk table counts 5 chunks, where 120,000 points make 3"],
  ])("does not count %i chunks", async (chunks, reason) => {
    const counted = laz((view) => view.setUint32(table + 4, chunks, true));
    expect(await judged("a.laz", counted)).toBe(reason);
  });

  test("counts no chunks of any length", async () => {
    expect(await judged("a.laz", variable(0))).toBe(
      "contradiction: its chunk table counts 0 chunks, where 120,000 points make 1",
    );
  });

  test("is followed up to 100,000 chunks", async () => {
    expect(await judged("a.laz", variable(100_000))).toBe(
      "cutOff: its chunk table is not whole, or not that of its points",
    );
    expect(await judged("a.laz", variable(100_001))).toBe("whole");
  });
});

const NINE = "contradiction: its chunk table counts 9 chunks, where 120,000 points make 3";
/** The table counts nine chunks, which is said where the file has one by its record. */
const nine = (set: (view: DataView) => void): Uint8Array =>
  laz((view) => {
    view.setUint32(table + 4, 9, true);
    set(view);
  });

/** The same behind a record of so many bytes. */
function behindRecord(bytes: number): Uint8Array {
  const [shift, file] = [54 + bytes, nine(() => undefined)];
  const moved = joined(file.slice(0, 375), noise(shift), file.slice(375));
  const view = new DataView(moved.buffer);
  view.setUint32(96, POINTS_AT + shift, true);
  view.setUint32(100, 2, true);
  view.setUint16(375 + 20, bytes, true);
  view.setBigInt64(POINTS_AT + shift, BigInt(table + shift), true);
  return moved;
}

describe("LASzip's record", () => {
  test.each([
    ["of its compressor in chunks", nine((view) => view.setUint16(429, 2, true))],
    ["of its compressor in layers", nine((view) => view.setUint16(429, 3, true))],
    ["of 16 bytes", nine((view) => view.setUint16(375 + 20, 16, true))],
    ["behind another", behindRecord(9)],
    ["that ends with the first 64 KB of records", behindRecord(65_536 - 94 - 54)],
  ])("%s tells of a chunk table", async (_, bytes) => {
    expect(await judged("a.laz", bytes)).toBe(NINE);
  });

  test.each([
    ["of no compressor", nine((view) => view.setUint16(429, 0, true))],
    ["of another compressor", nine((view) => view.setUint16(429, 4, true))],
    ["of 15 bytes", nine((view) => view.setUint16(375 + 20, 15, true))],
    ["of another number", nine((view) => view.setUint16(375 + 18, 22_205, true))],
    ["of another user", nine((view) => view.setUint8(375 + 2, 0x4c))],
    ["that ends behind the first 64 KB of records", behindRecord(65_536 - 94 - 53)],
    [
      "in a file without points",
      nine((view) => {
        for (const at of [247, 255]) view.setBigUint64(at, 0n, true);
      }),
    ],
  ])("%s tells of none", async (_, bytes) => {
    expect(await judged("a.laz", bytes)).toBe("whole");
  });
});
