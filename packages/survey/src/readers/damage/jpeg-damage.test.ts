import { describe, expect, test } from "vitest";
import { joined, judged, noise, zeros } from "../../testing/judged.ts";
import { readDamage } from "./read-damage.ts";

const bytes = (...all: readonly number[]): Uint8Array => Uint8Array.from(all);

/** Markers of ITU T.81, table B.1. */
const SOI = bytes(0xff, 0xd8);
const EOI = bytes(0xff, 0xd9);
const NO_END = "cutOff: it has no end marker (EOI) behind the data of its image";
const NO_DATA = "cutOff: it ends before the data of its image";

/** An application's segment; its length counts its own two bytes (T.81, B.1.1.4). */
const segment = (length: number, filled = 1): Uint8Array =>
  joined(bytes(0xff, 0xe1, length >> 8, length & 0xff), new Uint8Array(length - 2).fill(filled));
const scan = (...header: readonly number[]): Uint8Array =>
  bytes(0xff, 0xda, 0, header.length + 2, ...header);
const PREVIEW = joined(bytes(0xff, 0xe1, 0, 9), SOI, EOI, bytes(0, 0, 0));
const SCAN = scan(1, 1, 0, 0, 63, 0);
/** Coded data: an FF of it has a 00 behind it (T.81, B.1.1.5). */
const DATA = bytes(1, 0xff, 0, 0xd9, 7);

const saidOf = (...parts: readonly Uint8Array[]): Promise<string> =>
  judged("a.jpg", joined(...parts));

describe("a JPEG", () => {
  test.each<[string, readonly Uint8Array[], string]>([
    ["with its end marker", [SOI, SCAN, DATA, EOI], "whole"],
    ["without its end marker", [SOI, SCAN, DATA], NO_END],
    ["with the end marker's second byte alone", [SOI, SCAN, DATA, bytes(0xd9)], NO_END],
    ["with the end marker's first byte alone", [SOI, SCAN, DATA, bytes(0xff)], NO_END],
    ["with the two bytes of the end marker swapped", [SOI, SCAN, bytes(0xd9, 0xff, 0)], NO_END],
    ["that ends with another marker", [SOI, SCAN, DATA, bytes(0xff, 0xd0)], NO_END],
    ["with a byte behind its end", [SOI, SCAN, DATA, EOI, bytes(0)], "whole"],
    ["of no data but its end marker", [SOI, SCAN, EOI, noise(9)], "whole"],
    [
      "with an end marker in the header of its scan alone",
      [SOI, scan(1, 2, 0xff, 0xd9), DATA],
      NO_END,
    ],
    ["with segments before its scan", [SOI, segment(9), segment(300), SCAN, DATA], NO_END],
    ["with the end marker of a preview alone", [SOI, PREVIEW, SCAN, DATA], NO_END],
    ["that ends behind its preview", [SOI, PREVIEW], NO_DATA],
    ["that ends behind a segment", [SOI, segment(9)], NO_DATA],
    ["that ends within the head of a segment", [SOI, segment(9), bytes(0xff, 0xe1, 0)], NO_DATA],
    ["that ends behind the head of its scan", [SOI, SCAN.subarray(0, 4)], NO_END],
    ["that is its first marker alone", [SOI], NO_DATA],
    ["with fill bytes before its markers", [SOI, bytes(0xff, 0xff), SCAN, DATA], NO_END],
    [
      "with fill bytes, and whole",
      [SOI, bytes(0xff), segment(9), bytes(0xff), SCAN, EOI, noise(9)],
      "whole",
    ],
    ["whose segments are none", [SOI, bytes(0, 1), EOI, noise(9)], "whole"],
    ["whose segments are none, without an end", [SOI, bytes(0, 1), noise(9)], NO_END],
    ["of another format, by its first bytes", [bytes(0x47, 0x49, 0x46, 0x38), noise(99)], "whole"],
    ["of one byte", [bytes(0xff)], "whole"],
  ])("%s", async (_, parts, expected) => {
    expect(await saidOf(...parts)).toBe(expected);
  });

  test("may have less than 1 MB behind its end marker", async () => {
    const most = 1_048_576 - EOI.length;
    expect(await saidOf(SOI, SCAN, DATA, EOI, noise(most))).toBe("whole");
    expect(await saidOf(SOI, SCAN, DATA, EOI, noise(most + 1))).toBe(NO_END);
  });

  test("whose head is longer than what is read of it first is followed to its scan", async () => {
    for (const length of [65_527, 65_528, 65_529, 65_530, 65_531, 65_532]) {
      const head = [SOI, segment(length, 0xd9), segment(9)];
      expect(await saidOf(...head, SCAN, DATA, EOI, noise(9))).toBe("whole");
      expect(await saidOf(...head, SCAN, DATA, noise(9))).toBe(NO_END);
      expect(await saidOf(...head, bytes(0xff, 0xda, 0))).toBe(NO_DATA);
    }
  });
});

/** The reads of a JPEG of this size, whose bytes a function gives. */
async function readsOf(
  size: number,
  give: (start: number, end: number) => Uint8Array,
): Promise<readonly string[]> {
  const reads: string[] = [];
  await readDamage({
    path: "a.jpg",
    size,
    read: (start, end) => {
      reads.push(`${start}+${end - start}`);
      return Promise.resolve(give(start, end));
    },
  });
  return reads;
}

const readsOfBytes = (...parts: readonly Uint8Array[]): Promise<readonly string[]> => {
  const file = joined(...parts);
  return readsOf(file.length, (start, end) => file.subarray(start, end));
};

describe("of a large JPEG", () => {
  const long = segment(65_000);

  test("that ends with its marker the last 4 KB are read alone", async () => {
    const size = 2 + 2 * 65_002 + SCAN.length + EOI.length;
    expect(await readsOfBytes(SOI, long, long, SCAN, EOI)).toEqual([`${size - 4_096}+4096`]);
  });

  test("that ends with its marker and padding, the padding too", async () => {
    const size = 2 + 2 * 65_002 + SCAN.length + EOI.length;
    expect(await readsOfBytes(SOI, long, long, SCAN, EOI, zeros(4_096))).toEqual([
      `${size}+4096`,
      `${size + 4_096 - 65_536}+65536`,
      `${size - 4_096}+4096`,
    ]);
  });

  test("a head that lies in the first 64 KB is read once", async () => {
    const head = segment(65_528);
    const size = 2 + head.length + 2 + SCAN.length + 3_000;
    expect(await readsOfBytes(SOI, head, SCAN, noise(3_002))).toEqual([
      `${size - 4_096}+4096`,
      "0+65536",
      `${2 + head.length + SCAN.length}+3002`,
    ]);
    expect(await readsOfBytes(SOI, head, bytes(0xff), SCAN, noise(3_001))).toEqual([
      `${size - 4_096}+4096`,
      "0+65536",
      `${2 + head.length + 1}+4`,
      `${2 + head.length + 1 + SCAN.length}+3001`,
    ]);
  });

  test("of segments alone the first 1,000 are read", async () => {
    const reads = await readsOf(5_000_000_000, (start, end) => {
      const piece = new Uint8Array(end - start).fill(1);
      // A segment of the greatest length follows another.
      piece.set(bytes(0xff, 0xe1, 0xff, 0xff).subarray(0, end - start));
      if (start === 0) piece.set(joined(SOI, bytes(0xff, 0xe1, 0xff, 0xff)));
      return piece;
    });
    expect(reads.slice(0, 3)).toEqual(["4999995904+4096", "0+65536", `${2 + 65_537}+4`]);
    expect(reads.slice(-2)).toEqual([
      `${2 + 999 * 65_537}+4`,
      `${5_000_000_000 - 1_048_576}+1048576`,
    ]);
    expect(reads).toHaveLength(2 + 999 + 1);
  });
});
