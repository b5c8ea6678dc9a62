import type { ArithmeticDecoder } from "@swath/survey/laz";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { LasFile } from "../las/index.ts";
import { LAYER } from "./chunk-layers.ts";
import { decodeChunk } from "./decode-chunk.ts";
import { ITEM, type Laszip, laszipOf, type LazItem, recordPlan } from "./record-plan.ts";
import { RunningMedian, TimeModels } from "./models/index.ts";
import { CHUNK_POINTS, LASZIP_CHUNKS } from "./testing/laszip-chunks.ts";
import { plannedRecords } from "../las/testing/planned-records.ts";
import { decodeTime } from "./time-decoder.ts";

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
  const recordBytes = itemsOf.reduce((sum, { bytes }) => sum + bytes, 0);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.nat(3_000), (bytes, points) => {
      let decoded = 0;
      for (const batch of decodeChunk(bytes, itemsOf, points)) {
        if (batch === undefined) return;
        decoded += batch.length / recordBytes;
      }
      expect(decoded).toBe(points);
    }),
    { numRuns: 50 },
  );
});

const name = ({ format, items: [first] }: (typeof LASZIP_CHUNKS)[number]) =>
  `format ${format}, version ${first!.version}`;

test.each(LASZIP_CHUNKS.map((chunk) => [name(chunk), chunk] as const))(
  "a chunk that LASzip wrote holds every byte of its points: %s",
  (_, { format, items: itemsOf, base64 }) => {
    const chunk = Buffer.from(base64, "base64");
    const decoded = [...decodeChunk(chunk, itemsOf, CHUNK_POINTS)].map((batch) =>
      Array.from(batch!),
    );
    expect(decoded.flat()).toEqual([...plannedRecords(format, CHUNK_POINTS)]);
  },
);

const LAYERED = LASZIP_CHUNKS.filter(({ format }) => format >= 6);

test.each(LAYERED.map((chunk) => [name(chunk), chunk] as const))(
  "layers that do not fit in their chunk, or another count of points, are damage: %s",
  (_, { items: itemsOf, base64 }) => {
    const chunk = Buffer.from(base64, "base64");
    for (let length = 0; length < chunk.length; length += 1)
      expect([...decodeChunk(chunk.subarray(0, length), itemsOf, CHUNK_POINTS)]).toEqual([
        undefined,
      ]);
    expect([...decodeChunk(chunk, itemsOf, CHUNK_POINTS + 1)]).toEqual([undefined]);
  },
);

test("whatever the codes of layers are, decoding ends", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...LAYERED),
      fc.array(fc.tuple(fc.nat(3_000), fc.nat(255)), { maxLength: 30 }),
      fc.integer({ min: 1, max: 5_000 }),
      ({ items: itemsOf, base64 }, changes, points) => {
        const chunk = Buffer.from(base64, "base64");
        const recordBytes = itemsOf.reduce((sum, { bytes }) => sum + bytes, 0);
        for (const [at, value] of changes) chunk[at % chunk.length] = value;
        chunk.writeUInt32LE(points, recordBytes);
        let decoded = 0;
        try {
          for (const batch of decodeChunk(chunk, itemsOf, points)) {
            if (batch === undefined) return;
            decoded += batch.length / recordBytes;
          }
        } catch (fault) {
          // Codes that lead nowhere: whoever decodes says that the file is damaged.
          expect(fault).toBeInstanceOf(RangeError);
          return;
        }
        expect(decoded).toBe(points);
      },
    ),
    { numRuns: 50 },
  );
});

test("a time that leads from sequence to sequence without end is damage", () => {
  const models = new TimeModels(new DataView(new ArrayBuffer(8)), 0, true);
  const endless = { symbol: () => 2 } as unknown as ArithmeticDecoder;
  const to = new DataView(new ArrayBuffer(8));
  expect(() => decodeTime(endless, models, to, 0)).toThrow(RangeError);
});

function planOf(pointFormat: number, itemsOf: readonly LazItem[], other: Partial<Laszip> = {}) {
  const recordBytes = itemsOf.reduce((sum, { bytes }) => sum + bytes, 0);
  const header = { pointFormat, recordBytes } as LasFile["header"];
  const compressor = pointFormat < 6 ? 2 : 3;
  const stated = { compressor, coder: 0, chunkPoints: 50_000, items: itemsOf, ...other };
  return recordPlan({ header, records: [] }, stated);
}
const item = (type: number, bytes: number, version: number): LazItem => ({ type, bytes, version });
const point14 = (version: number) => item(ITEM.point14, 30, version);

test.each([
  ["laz-perf", 3, items(2)],
  ["own", 3, items(1)],
  ["own", 5, items(2, item(ITEM.waveform13, 29, 1))],
  ["laz-perf", 6, [point14(4)]],
  ["laz-perf", 7, [point14(3), item(ITEM.color14, 6, 3)]],
  ["both", 7, [point14(4), item(ITEM.color14, 6, 4)]],
  ["both", 6, [point14(4), item(ITEM.bytes14, 2, 4)]],
  ["own", 9, [point14(3), item(ITEM.waveform14, 29, 3)]],
])("%s decodes format %i of %j", (by, format, itemsOf) => {
  expect(planOf(format, itemsOf)).toMatchObject({ pointFormat: format, by });
});

const THREE = items(2);
test.each([
  ["by a coder that is not known (1)", 3, THREE, { coder: 1 }],
  ["in a way that is not known (4)", 3, THREE, { compressor: 4 }],
  ["in a way that is not known (0)", 3, THREE, { compressor: 0 }],
  ["does not fit its point format", 3, THREE, { compressor: 3 }],
  ["does not fit its point format", 7, [point14(3), item(ITEM.color14, 6, 3)], { compressor: 2 }],
  ["does not fit its point format", 7, [point14(3)], {}],
  ["does not fit its point format", 2, THREE, {}],
  ["does not fit its point format", 6, [point14(3), item(ITEM.bytes, 2, 2)], {}],
  ["of an item that is not known (15)", 6, [point14(3), item(15, 2, 3)], {}],
  ["of an item that is not known (1)", 0, [item(1, 2, 2)], {}],
  ["of POINT14 in version 5", 6, [point14(5)], {}],
  ["of POINT14 in version 1", 6, [point14(1)], {}],
  ["of RGB14 in version 5", 7, [point14(4), item(ITEM.color14, 6, 5)], {}],
  ["of WAVEPACKET14 in version 2", 9, [point14(3), item(ITEM.waveform14, 29, 2)], {}],
  ["of POINT10 in version 3", 0, [item(ITEM.point10, 20, 3)], {}],
  ["of POINT10 in version 0", 0, [item(ITEM.point10, 20, 0)], {}],
  ["of RGB14 in 8 bytes", 7, [point14(3), item(ITEM.color14, 8, 3)], {}],
  ["of BYTE14 in 0 bytes", 6, [point14(3), item(ITEM.bytes14, 0, 3)], {}],
])("compressed points %s are refused in words: format %i", (words, format, itemsOf, other) => {
  expect(planOf(format, itemsOf, other)).toContain(words);
});

test("points in LASzip's compatibility mode are refused", () => {
  const records = [
    { userId: "lascompatible", recordId: 22_204, description: "", data: new Uint8Array(8) },
  ];
  const header = { pointFormat: 3, recordBytes: 34 } as LasFile["header"];
  const stated = { compressor: 2, coder: 0, chunkPoints: 50_000, items: THREE };
  expect(recordPlan({ header, records }, stated)).toContain("LASzip's compatibility mode");
});

test("items that do not add up to the header's length of a record are refused", () => {
  const header = { pointFormat: 6, recordBytes: 31 } as LasFile["header"];
  const layers = { compressor: 3, coder: 0, chunkPoints: 50_000, items: [point14(3)] };
  expect(recordPlan({ header, records: [] }, layers)).toContain("another length than its header");
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

test.each(LAYERED.map((chunk) => [name(chunk), chunk] as const))(
  "layers that are left out stay as the first point has them, all others are as they were: %s",
  (_, { format, items: itemsOf, base64 }) => {
    const chunk = Buffer.from(base64, "base64");
    const leftOut = new Set([LAYER.angle, LAYER.userData, LAYER.source, LAYER.time]);
    const recordBytes = itemsOf.reduce((sum, { bytes }) => sum + bytes, 0);
    const expected = Uint8Array.from(plannedRecords(format, CHUNK_POINTS));
    for (let point = 1; point < CHUNK_POINTS; point += 1)
      // User data, angle, source and time: bytes 17 to 29 of a record (LAS 1.4-R15, table 14).
      expected.copyWithin(point * recordBytes + 17, 17, 30);
    const decoded = [...decodeChunk(chunk, itemsOf, CHUNK_POINTS, leftOut)];
    // A channel that first appears begins with the values of the point before it.
    expect(Buffer.concat(decoded.map((batch) => batch!))).toEqual(Buffer.from(expected));
  },
);
