import { describe, expect, test } from "vitest";
import { BinaryWriter } from "../../../../../tools/sample/binary-writer.ts";
import { iiqFile, jpgFile } from "../../../../../tools/sample/sensor-file-writer.ts";
import { joined, judged, noise } from "../../testing/judged.ts";
import { readDamage } from "./read-damage.ts";

/** A TIFF of one strip: directory before or behind it. */
function tiff({ compression, first }: { compression: number; first: boolean }): Uint8Array {
  const [entries, strip] = [4, 9_000];
  const bytes = 2 + entries * 12 + 4;
  const [directory, data] = first ? [8, 8 + bytes] : [8 + strip, 8];
  const writer = new BinaryWriter(8 + bytes + strip).text("II").u16(42).u32(directory);
  writer.bytes.fill(1, data, data + strip);
  writer
    .skip(directory - 8)
    .u16(entries)
    .u16(256)
    .u16(3)
    .u32(1)
    .u32(90);
  writer.u16(259).u16(3).u32(1).u32(compression);
  writer.u16(273).u16(4).u32(1).u32(data).u16(279).u16(4).u32(1).u32(strip).u32(0);
  return writer.bytes;
}

const blackEnd = (compression: number): Uint8Array =>
  tiff({ compression, first: true }).fill(0, -5_000);

describe("images", () => {
  test("a JPEG ends with its marker, whatever is appended, and not with that of its preview", async () => {
    const jpg = jpgFile();
    expect(await judged("a.jpg", joined(jpg, noise(70_000)))).toBe("whole");
    expect(await judged("a.jpg", jpg.slice(0, -2))).toContain("no end marker (EOI)");
    const preview = joined(Uint8Array.of(0xff, 0xe1, 0, jpg.length + 2), jpg);
    const withPreview = joined(jpg.slice(0, 2), preview, jpg.slice(2));
    expect(await judged("a.jpg", withPreview)).toBe("whole");
    expect(await judged("a.jpg", withPreview.slice(0, -2))).toContain("no end marker (EOI)");
    expect(await judged("a.jpg", withPreview.slice(0, 4 + jpg.length))).toContain("ends before");
  });

  test.each([1, 5])(
    "a TIFF of compression %i holds its directory and its strips",
    async (compression) => {
      const front = tiff({ compression, first: true });
      const back = tiff({ compression, first: false });
      expect(await judged("a.tif", front)).toBe("whole");
      expect(await judged("a.tif", back)).toBe("whole");
      expect(await judged("a.tif", front.slice(0, -10))).toBe(
        "cutOff: its image ends 10 bytes behind the file",
      );
      expect(await judged("a.tif", back.slice(0, -10))).toBe(
        "cutOff: its directory ends behind it",
      );
      expect(await judged("a.tif", back.slice(0, 5_000))).toBe(
        "cutOff: its directory lies behind its end",
      );
      expect(await judged("a.tif", back.slice().fill(0, 5_000))).toContain("zeros: ");
    },
  );

  test("a TIFF may end in black pixels where these are not compressed", async () => {
    expect(await judged("a.tif", blackEnd(1))).toBe("whole");
    expect(await judged("a.tif", blackEnd(5))).toContain("zeros: its last");
  });

  test("an IIQ holds the image that its directory lists", async () => {
    const iiq = iiqFile(1000, 1);
    expect(await judged("a.iiq", iiq)).toBe("whole");
    expect(await judged("a.iiq", iiq.slice(0, 900))).toBe(
      "cutOff: its image ends 100 bytes behind the file",
    );
    expect(await judged("a.iiq", iiq.slice(0, 60))).toContain("cutOff: its image ends");
  });
});

type Entry = readonly [tag: number, type: number, count: number | bigint, value: number | bigint];

/** A TIFF of 4 KB whose only directory stands at byte 16; of a BigTIFF counts and places have 64 bits. */
function headed(entries: readonly Entry[], { big = false, next = 0, count = entries.length } = {}) {
  const writer = new BinaryWriter(4_096).text("II").u16(big ? 43 : 42);
  const word = (value: number | bigint) =>
    big ? writer.u64(Number(value)) : writer.u32(Number(value));
  if (big) writer.u16(8).u16(0);
  word(16);
  writer.skip(big ? 0 : 8);
  if (big) writer.u64(count);
  else writer.u16(count);
  for (const [tag, type, values, value] of entries) {
    writer.u16(tag).u16(type);
    word(values);
    word(value);
  }
  word(next);
  return writer.bytes.fill(1, 2_048);
}

const strip = (count: number, at: number, length: number): Entry[] => [
  [273, 4, count, at],
  [279, 4, count, length],
];
const tile = (count: number, at: number, length: number): Entry[] => [
  [324, 16, count, at],
  [325, 16, count, length],
];

describe("of a TIFF whose head lies", () => {
  test.each([
    ["nothing is wrong with", headed(strip(1, 2_048, 99)), "whole"],
    [
      "a directory that leads to itself",
      headed(strip(1, 2_048, 99), { next: 16 }),
      "contradiction: its directories lead in a circle",
    ],
    [
      "a directory of a BigTIFF that leads to itself",
      headed(tile(1, 2_048, 99), { big: true, next: 16 }),
      "contradiction: its directories lead in a circle",
    ],
    [
      "65,535 entries",
      headed(strip(1, 2_048, 99), { count: 65_535 }),
      "contradiction: its directory states 65,535 entries",
    ],
    [
      "2^53 entries of a BigTIFF",
      headed([], { big: true, count: 2 ** 53 }),
      "contradiction: its directory states 9,007,199,254,740,992 entries",
    ],
    [
      "2^32 - 1 strips",
      headed(strip(2 ** 32 - 1, 100, 100)),
      "cutOff: its image ends 17,179,865,184 bytes behind the file",
    ],
    [
      "a tile of 4 GiB",
      headed(tile(1, 2_048, 2 ** 32), { big: true }),
      "cutOff: its image ends 4,294,965,248 bytes behind the file",
    ],
    [
      "2^53 tiles",
      headed(tile(2 ** 53, 2_048, 9), { big: true }),
      "cutOff: its image ends 72,057,594,037,925,890 bytes behind the file",
    ],
    [
      "its next directory behind its end",
      headed(strip(1, 2_048, 99), { next: 2 ** 32 - 1 }),
      "cutOff: its directory lies behind its end",
    ],
  ])("%s: an answer comes", async (_, bytes, answer) => {
    expect(await judged("a.tif", bytes)).toBe(answer);
  });

  test("whatever it states, no more than some KB are read, by few reads", async () => {
    const bytes = headed(strip(500_000_000, 100_000, 100_000), { next: 16 });
    let [reads, most] = [0, 0];
    const read = (start: number, end: number): Promise<Uint8Array> => {
      reads += 1;
      most = Math.max(most, end - start);
      const piece = new Uint8Array(end - start).fill(1);
      piece.set(bytes.subarray(start, end).subarray(0, piece.length));
      return Promise.resolve(piece);
    };
    await readDamage({ path: "a.tif", size: 5_000_000_000, read });
    expect(reads).toBeLessThanOrEqual(10);
    expect(most).toBeLessThanOrEqual(100_000);
  });
});
