import {
  ArithmeticDecoder,
  BitModel,
  chunkTable,
  IntegerModel,
  SymbolModel,
} from "@swath/survey/laz";
import fc from "fast-check";
import { expect, test } from "vitest";
import { LasWriter, openLas, pointDecoder } from "../../las/index.ts";
import { plannedRecords } from "../../las/testing/planned-records.ts";
import { memoryFile } from "../../testing/index.ts";
import { decodeChunk } from "../decode-chunk.ts";
import { laszipOf, recordPlan } from "../record-plan.ts";
import { CHUNK_POINTS, LASZIP_CHUNKS } from "../testing/laszip-chunks.ts";
import { ArithmeticEncoder } from "./arithmetic-encoder.ts";
import { ChunkEncoder } from "./chunk-encoder.ts";
import { LazBody } from "./laz-body.ts";
import { layeredItems } from "./laszip-record.ts";

const LAYERED = LASZIP_CHUNKS.filter(({ format }) => format >= 6);

test.each(LAYERED.map((chunk) => [chunk.format, chunk.items[0]!.version, chunk] as const))(
  "a chunk is what LASzip writes of its points, byte by byte: format %i, version %i",
  (format, _, { items, base64 }) => {
    const chunk = new ChunkEncoder(items, 10).encode(
      plannedRecords(format, CHUNK_POINTS),
      CHUNK_POINTS,
    );
    expect(Buffer.from(chunk).toString("base64")).toBe(base64);
  },
);

const decoded = (chunk: Uint8Array, items: (typeof LAYERED)[number]["items"], points: number) =>
  Buffer.concat([...decodeChunk(chunk, items, points)].map((batch) => batch ?? new Uint8Array()));

test.each([6, 7, 8, 9, 10])(
  "whatever the bytes of records of format %i are, their chunk holds them all",
  (format) => {
    const items = layeredItems(format, 2);
    const recordBytes = items.reduce((sum, { bytes }) => sum + bytes, 0);
    const encoder = new ChunkEncoder(items, 1);
    // Few different bytes, so that fields stay as they are, return and change by turns.
    const record = fc.oneof(
      fc.array(fc.constantFrom(0, 1, 16, 255), { minLength: recordBytes, maxLength: recordBytes }),
      fc.uint8Array({ minLength: recordBytes, maxLength: recordBytes }),
    );
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 30 }), (records) => {
        const bytes = Uint8Array.from(records.flatMap((each) => [...each]));
        const chunk = encoder.encode(bytes, records.length);
        expect(decoded(chunk, items, records.length).equals(bytes)).toBe(true);
      }),
      { numRuns: 200 },
    );
  },
);

const models = () => ({
  symbols: new SymbolModel(7),
  bit: new BitModel(),
  integers: new IntegerModel(32),
});
const plain = (bits: number, value: number) =>
  bits === 32 ? value >>> 0 : value & (2 ** bits - 1);

test("codes are what they were coded of, through every carry", () => {
  const step = fc.oneof(
    fc.record({ symbol: fc.nat(6) }),
    fc.record({ bit: fc.nat(1) }),
    fc.record({ integer: fc.integer(), prediction: fc.integer() }),
    fc.record({ bits: fc.integer({ min: 1, max: 32 }), value: fc.integer() }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
      const [coding, reading, encoder] = [models(), models(), new ArithmeticEncoder()];
      for (const each of steps)
        if ("symbol" in each) encoder.symbol(coding.symbols, each.symbol);
        else if ("bit" in each) encoder.bit(coding.bit, each.bit);
        else if ("bits" in each) encoder.bits(each.bits, plain(each.bits, each.value));
        else encoder.integer(coding.integers, each.prediction, each.integer, 0);
      encoder.end();
      const decoder = new ArithmeticDecoder(encoder.bytes);
      for (const each of steps)
        if ("symbol" in each) expect(decoder.symbol(reading.symbols)).toBe(each.symbol);
        else if ("bit" in each) expect(decoder.bit(reading.bit)).toBe(each.bit);
        else if ("bits" in each) expect(decoder.bits(each.bits)).toBe(plain(each.bits, each.value));
        else expect(decoder.integer(reading.integers, each.prediction)).toBe(each.integer);
      expect(decoder.overrunBytes).toBe(0);
    }),
    { numRuns: 200 },
  );
});

test("a count of points that the records do not have is refused", () => {
  const encoder = new ChunkEncoder(layeredItems(6, 0), 10);
  expect(() => encoder.encode(new Uint8Array(60), 3)).toThrow(RangeError);
  expect(() => encoder.encode(new Uint8Array(60), 0)).toThrow(RangeError);
});

/** Points of a file that is written, and what a reader finds in it. */
async function written(format: 6 | 8, points: number) {
  const file = memoryFile();
  const settings = {
    pointFormat: format,
    extraBytes: 3,
    scale: [0.01, 0.01, 0.01],
    offset: [0, 100, 200],
    records: [],
    standardTime: true,
  } as const;
  const recordBytes = layeredItems(format, 3).reduce((sum, { bytes }) => sum + bytes, 0);
  const header = { pointFormat: format, recordBytes };
  const records = plannedRecords(format, points);
  const decode = pointDecoder({ ...settings, header, timeShift: 0 }, points);
  const writer = new LasWriter(file, settings, new LazBody(file, settings));
  await writer.append(decode(records, points));
  await writer.end();
  const opened = await openLas(file);
  if ("fault" in opened) throw new Error(opened.fault);
  const laszip = laszipOf(opened.file.records)!;
  expect(recordPlan(opened.file, laszip)).toMatchObject({ by: "laz-perf" });
  const table = await chunkTable(file, opened.file.header, laszip);
  if ("fault" in table) throw new Error(table.fault);
  const read: Buffer[] = [];
  for (const { start, end, points: own } of table.chunks)
    read.push(decoded(await file.read(start, end), laszip.items, own));
  return { header: opened.file.header, chunks: table.chunks, records, read: Buffer.concat(read) };
}

test("a LAZ file has chunks of 50,000 points, and every byte of them", async () => {
  const { header, chunks, records, read } = await written(8, 100_001);
  expect(header).toMatchObject({ pointCount: 100_001, compressed: true, pointFormat: 8 });
  expect(chunks.map(({ points }) => points)).toEqual([50_000, 50_000, 1]);
  expect(read.equals(records)).toBe(true);
});

test("a LAZ file without points is whole", async () => {
  const { header, chunks } = await written(6, 0);
  expect(header).toMatchObject({ pointCount: 0, compressed: true });
  expect(chunks).toEqual([]);
});
