import { crc32 as zipCrc32 } from "node:zlib";
import { memorySource, readRangeSerial } from "@swath/survey/readers";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type RangeBlock, rangeBlockBytes, rangeHeaderBytes } from "./range-format.ts";
import { noDamage, type RangeDamage, readRangeBlocks, readRangeHeader } from "./range-reader.ts";

const HEADER = {
  week: 2409,
  line: 3,
  pulseRate: 50_000,
  text: "Swath range file\r\nLaser Serial No: 18SEN045\r\n",
};

function returns(count: number, start = 100, step = 2e-5): RangeBlock {
  const column = (value: (i: number) => number): number[] =>
    Array.from({ length: count }, (_, i) => value(i));
  return {
    count,
    time: Float64Array.from(column((i) => start + i * step)),
    range: Float64Array.from(column((i) => 800 + i * 0.0123)),
    angle: Float64Array.from(column((i) => -20 + i * 0.001)),
    intensity: Uint16Array.from(column((i) => i % 65_536)),
    returnNumber: Uint8Array.from(column((i) => 1 + (i % 3))),
    returnCount: Uint8Array.from(column(() => 3)),
  };
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

async function readAll(bytes: Uint8Array) {
  const damage = noDamage();
  const times: number[] = [];
  const blocks: number[] = [];
  for await (const block of readRangeBlocks(memorySource("a.range", bytes), damage)) {
    blocks.push(block.count);
    times.push(...block.time.subarray(0, block.count));
  }
  return { damage, times, blocks };
}

/** Three blocks of 1,000 returns, 20 ms after one another. */
const BLOCKS = [0, 1, 2].map((n) => rangeBlockBytes(n, returns(1_000, 100 + n * 0.02)));
const FILE = joined(rangeHeaderBytes(HEADER), ...BLOCKS);
const BLOCK_BYTES = 24 + 16 * 1_000 + 4;

describe("a range file of the house", () => {
  test("has the bytes that docs/georeferencing.md lays down", async () => {
    const view = new DataView(new ArrayBuffer(4_096 + 44));
    const bytes = new Uint8Array(view.buffer);
    bytes.set(Buffer.from("SWRANGE1"));
    for (const [at, value] of [
      [8, 4_096],
      [12, 1],
      [16, 2_409],
      [24, 50_000],
    ] as const)
      view.setUint32(at, value, true);
    view.setUint16(20, 3, true);
    bytes.set(Buffer.from(HEADER.text), 32);
    view.setUint32(4_092, zipCrc32(bytes.subarray(0, 4_092)), true);
    bytes.set(Buffer.from("RBLK"), 4_096);
    for (const [at, value] of [
      [4, 0],
      [8, 1],
      [12, 44],
      [24, 0],
      [28, 8_001_234],
    ] as const)
      view.setUint32(4_096 + at, value, true);
    view.setFloat64(4_096 + 16, 522_018.25, true);
    view.setInt32(4_096 + 32, -125_000_000, true);
    view.setUint16(4_096 + 36, 77, true);
    bytes.set([2, 3], 4_096 + 38);
    view.setUint32(4_096 + 40, zipCrc32(bytes.subarray(4_096, 4_096 + 40)), true);

    const source = memorySource("a.range", bytes);
    expect(await readRangeHeader(source)).toEqual({ header: HEADER });
    for await (const block of readRangeBlocks(source, noDamage())) {
      expect(block.count).toBe(1);
      expect([block.time[0], block.range[0], block.angle[0]]).toEqual([
        522_018.25, 800.1234, -12.5,
      ]);
      expect([block.intensity[0], block.returnNumber[0], block.returnCount[0]]).toEqual([77, 2, 3]);
      const written = joined(rangeHeaderBytes(HEADER), rangeBlockBytes(0, block));
      expect(Buffer.compare(written, bytes)).toBe(0);
    }
  });

  test("gives its serial to the validation of uploads", async () => {
    expect(await readRangeSerial(memorySource("a.range", FILE))).toEqual({
      ok: true,
      serial: "18SEN045",
    });
  });

  test("gives back its returns, within half a unit", async () => {
    const { damage, times, blocks } = await readAll(FILE);
    expect(damage).toEqual(noDamage());
    expect(blocks).toEqual([1_000, 1_000, 1_000]);
    const worst = Math.max(...times.map((time, i) => Math.abs(time - (100 + i * 2e-5))));
    expect(worst).toBeLessThan(5.1e-8);
  });

  test("whose next block begins within the rounding of the last return is whole", async () => {
    const last = { ...returns(2), time: Float64Array.of(100, 100.000_000_06) };
    const next = { ...returns(1), time: Float64Array.of(100.000_000_06) };
    const { damage, blocks } = await readAll(
      joined(rangeHeaderBytes(HEADER), rangeBlockBytes(0, last), rangeBlockBytes(1, next)),
    );
    expect(damage.badBlocks).toBe(0);
    expect(blocks).toEqual([2, 1]);
  });

  test.each([
    ["a flipped bit in its returns", 4_096 + BLOCK_BYTES + 5_000, 0],
    ["a flipped bit in its mark", 4_096 + BLOCK_BYTES + 1, 0],
    ["a flipped bit in its length", 4_096 + BLOCK_BYTES + 13, 0],
    ["a flipped bit in its time", 4_096 + BLOCK_BYTES + 23, 0],
    ["a flipped bit in its checksum", 4_096 + 2 * BLOCK_BYTES - 1, 0],
  ])("loses one block by %s, and no other", async (_, at) => {
    const bytes = FILE.slice();
    bytes[at] = bytes[at]! ^ 0x10;
    const { damage, blocks, times } = await readAll(bytes);
    expect(blocks).toEqual([1_000, 1_000]);
    expect(times[1_000]).toBeCloseTo(100.04, 9);
    expect(damage).toMatchObject({ missingBlocks: 1, lostBytes: BLOCK_BYTES, cut: false });
  });

  test("that ends within a block keeps those before it", async () => {
    for (const cut of [1, 4, 1_000, BLOCK_BYTES - 1]) {
      const { damage, blocks } = await readAll(FILE.subarray(0, -cut));
      expect(blocks).toEqual([1_000, 1_000]);
      expect(damage).toMatchObject({ cut: true, lostBytes: BLOCK_BYTES - cut });
    }
  });

  test("with a block whose times fall leaves that block out", async () => {
    const back = rangeBlockBytes(1, returns(10, 99));
    const { damage, blocks } = await readAll(joined(rangeHeaderBytes(HEADER), BLOCKS[0]!, back));
    expect(blocks).toEqual([1_000]);
    expect(damage.badBlocks).toBe(1);
  });

  test("with a false mark just before a block keeps the block", async () => {
    const mark = BLOCKS[0]!.subarray(0, 24);
    const bytes = joined(rangeHeaderBytes(HEADER), BLOCKS[0]!, mark, BLOCKS[1]!);
    expect(await readAll(bytes)).toMatchObject({
      blocks: [1_000, 1_000],
      damage: { badBlocks: 1, missingBlocks: 0, lostBytes: 24 },
    });
  });

  test("larger than what is read at once is read whole", async () => {
    const block = returns(65_536, 0, 1e-6);
    const large = [0, 1, 2, 3, 4].map((n) =>
      rangeBlockBytes(n, { ...block, time: block.time.map((time) => time + n) }),
    );
    const rubbish = new Uint8Array(3_000_000).fill(0x52);
    const { damage, blocks } = await readAll(
      joined(rangeHeaderBytes(HEADER), ...large.slice(0, 3), rubbish, ...large.slice(3)),
    );
    expect(blocks).toEqual([65_536, 65_536, 65_536, 65_536, 65_536]);
    expect(damage).toMatchObject({ missingBlocks: 0, lostBytes: rubbish.length });
  });

  test("made of marks that promise long blocks costs a bounded number of checksums", async () => {
    // Each mark promises a block of 1 MB that is there: without the bound 8 GB would be summed up.
    const bytes = new Uint8Array(4_000_000);
    bytes.set(FILE.subarray(0, 4_096));
    const view = new DataView(bytes.buffer);
    for (let at = 4_096; at + 24 < bytes.length; at += 24) {
      view.setUint32(at, 0x4b4c4252, true);
      view.setUint32(at + 8, 65_536, true);
      view.setUint32(at + 12, 28 + 16 * 65_536, true);
    }
    const { damage, blocks } = await readAll(bytes);
    expect(blocks).toEqual([]);
    expect(damage.lostBytes).toBe(bytes.length - 4_096);
    // Checksums of twice the bytes and of two blocks: 10 blocks of 1 MB.
    expect(damage.badBlocks).toBe(10);
  });

  test("of any bytes gives a result", async () => {
    const changes = fc.array(fc.tuple(fc.nat(FILE.length - 1), fc.nat(255)), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(changes, fc.nat(FILE.length), async (changed, length) => {
        const bytes = FILE.slice(0, length);
        for (const [at, value] of changed) bytes[at] = value;
        const { damage, blocks } = await readAll(bytes);
        const kept = blocks.reduce((sum, count) => sum + 28 + 16 * count, 0);
        expect(kept + lost(damage)).toBe(Math.max(0, bytes.length - 4_096));
        await readRangeHeader(memorySource("a.range", bytes));
      }),
      { numRuns: 200 },
    );
  });
});

const lost = ({ lostBytes }: RangeDamage): number => lostBytes;

describe("a header", () => {
  const header = rangeHeaderBytes(HEADER);
  const changed = (at: number, value: number, sealed = true): Uint8Array => {
    const bytes = header.slice();
    bytes[at] = value;
    if (sealed)
      new DataView(bytes.buffer).setUint32(4_092, zipCrc32(bytes.subarray(0, 4_092)), true);
    return bytes;
  };
  test.each([
    ["otherFormat", new Uint8Array(0)],
    ["otherFormat", new TextEncoder().encode("RANGE\r\nLaser Serial No: 18SEN045")],
    ["tooShort", header.subarray(0, 4_095)],
    ["wrongChecksum", changed(100, 1, false)],
    ["otherVersion", changed(12, 2)],
    ["wrongHeader", changed(20, 0)],
    ["wrongHeader", changed(9, 1)],
  ])("is refused as %s", async (fault, bytes) => {
    expect(await readRangeHeader(memorySource("a.range", bytes))).toEqual({ fault });
  });
});

describe("the writer refuses", () => {
  test.each([
    ["no returns", { ...returns(1), count: 0 }],
    ["too many returns", returns(65_537)],
    ["times that fall", { ...returns(2), time: Float64Array.of(2, 1) }],
    ["times that are no numbers", { ...returns(1), time: Float64Array.of(Number.NaN) }],
    ["a time span over the field", { ...returns(2), time: Float64Array.of(0, 430) }],
    ["a negative range", { ...returns(1), range: Float64Array.of(-1) }],
    ["a range that is not a number", { ...returns(1), range: Float64Array.of(Number.NaN) }],
    ["an angle over the field", { ...returns(1), angle: Float64Array.of(220) }],
    ["return 0", { ...returns(1), returnNumber: Uint8Array.of(0) }],
    ["return 4 of 3", { ...returns(1), returnNumber: Uint8Array.of(4) }],
  ])("%s", (_, block) => {
    expect(() => rangeBlockBytes(0, block)).toThrow(RangeError);
  });

  test.each([
    ["line 0", { ...HEADER, line: 0 }],
    ["a text over the header", { ...HEADER, text: "x".repeat(4_061) }],
    ["a text with a NUL", { ...HEADER, text: "a\0b" }],
  ])("a header with %s", (_, header) => {
    expect(() => rangeHeaderBytes(header)).toThrow(RangeError);
  });
});
