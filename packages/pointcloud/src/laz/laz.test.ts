import fc from "fast-check";
import { expect, test } from "vitest";
import type { LasFile } from "../las/index.ts";
import { chunkTable } from "./chunk-table.ts";
import { decodeChunk } from "./decode-chunk.ts";
import { dropWaveforms } from "./drop-waveforms.ts";
import { ITEM, type LazItem, laszipOf } from "./laszip-record.ts";
import { RunningMedian } from "./running-median.ts";

const source = (bytes: Uint8Array) => ({
  size: bytes.length,
  read: async (start: number, end: number) => bytes.subarray(start, end),
});

/** What is asked of a file to find its chunks: points from byte 0 on. */
const fileOf = (pointCount: number) => ({ header: { pointOffset: 0, pointCount } }) as LasFile;

/** A file of nothing but the place of its table, room for the chunks, and the table. */
function withTable(table: Uint8Array, room: number): Uint8Array {
  const bytes = new Uint8Array(room + table.length);
  new DataView(bytes.buffer).setBigInt64(0, BigInt(room), true);
  bytes.set(table, room);
  return bytes;
}

/** A table as LASzip wrote it for 110,000 points in chunks of 50,000. */
const TABLE = Uint8Array.from(Buffer.from("0000000003000000979555155dc73a6a63000000", "hex"));
const laszip = { compressor: 2, chunkPoints: 50_000, items: [] };

test("a chunk table that LASzip wrote gives the chunks' lengths", async () => {
  const bytes = withTable(TABLE, 601_189);
  expect(await chunkTable(source(bytes), fileOf(110_000), laszip)).toEqual({
    chunks: [
      { points: 50_000, start: 8, end: 283_507 },
      { points: 50_000, start: 283_507, end: 545_930 },
      { points: 10_000, start: 545_930, end: 601_189 },
    ],
  });
});

test("a table that is missing, or whose chunks reach beyond it, is a fault", async () => {
  const cut = withTable(TABLE, 601_189).subarray(0, 601_190);
  expect(await chunkTable(source(cut), fileOf(110_000), laszip)).toHaveProperty("fault");
  const crowded = withTable(TABLE, 601_180);
  expect(await chunkTable(source(crowded), fileOf(110_000), laszip)).toHaveProperty("fault");
  const longer = withTable(TABLE, 601_189);
  expect(await chunkTable(source(longer), fileOf(160_001), laszip)).toHaveProperty("fault");
});

test("whatever a table's bytes are, an answer comes, and chunks lie one behind the other", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 60 }),
      fc.nat(200_000),
      fc.constantFrom(undefined, 1, 50_000),
      async (table, points, chunkPoints) => {
        const bytes = withTable(table, 4_096);
        const found = await chunkTable(source(bytes), fileOf(points), { ...laszip, chunkPoints });
        if ("fault" in found) return;
        let end = 8;
        for (const chunk of found.chunks) {
          expect(chunk.start).toBe(end);
          expect(chunk.end).toBeGreaterThan(chunk.start);
          end = chunk.end;
        }
        expect(found.chunks.reduce((sum, chunk) => sum + chunk.points, 0)).toBe(points);
      },
    ),
    { numRuns: 300 },
  );
});

const items = (version: number, ...extra: LazItem[]): LazItem[] => [
  { type: ITEM.point10, bytes: 20, version },
  { type: ITEM.time11, bytes: 8, version },
  { type: ITEM.color12, bytes: 6, version },
  ...extra,
];

test.each([
  ["version 1", items(1, { type: ITEM.bytes, bytes: 3, version: 1 })],
  ["version 2", items(2, { type: ITEM.bytes, bytes: 3, version: 2 })],
  ["waveforms", items(2, { type: ITEM.waveform13, bytes: 29, version: 1 })],
])("whatever a chunk's bytes are, decoding ends: %s", (_, itemsOf) => {
  const recordBytes = itemsOf.reduce(
    (sum, { type, bytes }) => sum + (type === ITEM.waveform13 ? 0 : bytes),
    0,
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.nat(3_000), (bytes, points) => {
      let decoded = 0;
      for (const batch of decodeChunk(bytes, itemsOf, points)) {
        if (batch === undefined) return;
        decoded += batch.length / recordBytes;
      }
      expect(decoded).toBe(points);
    }),
    { numRuns: 100 },
  );
});

const words = (values: readonly number[]): number[] => values.flatMap((value) => [value, 0, 0, 0]);

test("of a chunk of layers all but the waveforms' is kept", () => {
  const layered: LazItem[] = [
    { type: ITEM.point14, bytes: 30, version: 3 },
    { type: ITEM.waveform14, bytes: 29, version: 3 },
    { type: ITEM.bytes14, bytes: 2, version: 3 },
  ];
  // A first point of 61 bytes, the count, lengths of 9 + 1 + 2 layers, the layers.
  const lengths = [1, 1, 1, 1, 1, 1, 1, 1, 1, 5, 2, 3];
  const layers = lengths.flatMap((length, layer) => Array.from({ length }, () => 100 + layer));
  const first = Array.from({ length: 61 }, (_, index) => index);
  const chunk = Uint8Array.from([...first, ...words([7, ...lengths]), ...layers]);
  const kept = Uint8Array.from([
    ...first.filter((byte) => byte < 30 || byte >= 59),
    ...words([7, ...lengths].filter((length) => length !== 5)),
    ...layers.filter((byte) => byte !== 109),
  ]);
  expect(dropWaveforms(chunk, layered)).toEqual(kept);
  for (let length = 0; length < chunk.length; length += 1)
    expect(dropWaveforms(chunk.subarray(0, length), layered)).toBeUndefined();
});

test("the running median is the median of the first five values, whatever their order", () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { minLength: 20, maxLength: 20 }), (values) => {
      const median = new RunningMedian();
      for (const value of values) median.add(value);
      expect(Math.min(...values, 0)).toBeLessThanOrEqual(median.median);
      expect(Math.max(...values, 0)).toBeGreaterThanOrEqual(median.median);
      for (let again = 0; again < 10; again += 1) median.add(77);
      expect(median.median).toBe(77);
    }),
  );
});

const record = (data: Uint8Array) => [
  { userId: "laszip encoded", recordId: 22_204, description: "", data },
];

test("a record that is too short for its items states no compression", () => {
  const data = new Uint8Array(40);
  data[32] = 1;
  expect(laszipOf(record(data))?.items).toHaveLength(1);
  data[32] = 2;
  expect(laszipOf(record(data))).toBeUndefined();
  expect(laszipOf(record(data.subarray(0, 20)))).toBeUndefined();
});
