import fc from "fast-check";
import { expect, test } from "vitest";
import { newBlock } from "../points/index.ts";
import { lasPoints } from "./decode-points.ts";
import { openLas } from "./las-file.ts";
import { copySettings, type LasSettings } from "./las-settings.ts";
import { LasWriter } from "./las-writer.ts";
import { lasBytes } from "./testing/las-bytes.ts";

function memory() {
  let bytes = new Uint8Array();
  return {
    write: async (more: Uint8Array) => {
      bytes = Uint8Array.from([...bytes, ...more]);
    },
    overwrite: async (at: number, other: Uint8Array) => bytes.set(other, at),
    get size() {
      return bytes.length;
    },
    read: async (start: number, end: number) => bytes.slice(start, end),
    bytes: () => Buffer.from(bytes),
  };
}

const settings: LasSettings = {
  pointFormat: 6,
  scale: [0.001, 0.001, 0.001],
  offset: [500_000, 6_000_000, 0],
  records: [],
  standardTime: true,
};

test("a file states its counts, bounds and returns where LAS 1.4 has them", async () => {
  const file = memory();
  const writer = new LasWriter(file, settings);
  const block = newBlock(2);
  block.count = 2;
  block.x.set([500_001.5, 500_003.25]);
  block.y.set([6_000_002, 6_000_001]);
  block.z.set([-4.125, 10]);
  block.returnNumber.set([1, 2]);
  block.returnCount.set([1, 2]);
  await writer.append(block);
  await writer.append(block);
  await writer.end();
  const bytes = file.bytes();
  expect(bytes.length).toBe(375 + 4 * 30);
  expect(bytes.readUInt16LE(6)).toBe(1);
  expect([bytes[24], bytes[25], bytes[104]]).toEqual([1, 4, 6]);
  expect(bytes.readBigUInt64LE(247)).toBe(4n);
  expect([bytes.readBigUInt64LE(255), bytes.readBigUInt64LE(263)]).toEqual([2n, 2n]);
  const bounds = [179, 187, 195, 203, 211, 219].map((at) => bytes.readDoubleLE(at));
  expect(bounds).toEqual([500_003.25, 500_001.5, 6_000_002, 6_000_001, 10, -4.125]);
});

test.each([
  ["2024-01-01T00:00:00Z", 1, 2024],
  ["2024-12-31T23:59:59Z", 366, 2024],
  ["2023-12-31T23:59:59Z", 365, 2023],
  ["2024-03-01T00:30:00+02:00", 60, 2024],
  ["2026-12-31T22:00:00-05:00", 1, 2027],
])("a file that is written at %s is created on day %i of %i", async (instant, day, year) => {
  const file = memory();
  const created = new Date(instant);
  await new LasWriter(file, { ...settings, created }).end();
  expect([file.bytes().readUInt16LE(90), file.bytes().readUInt16LE(92)]).toEqual([day, year]);
  const read = await openLas(file);
  expect("file" in read && read.file.created?.toISOString().slice(0, 10)).toBe(
    created.toISOString().slice(0, 10),
  );
});

test.each([
  [0, 2024],
  [366, 2023],
  [367, 2024],
  [60, 0],
])("a file of day %i of %i states no day of its creation", async (day, year) => {
  const bytes = Buffer.from(lasBytes({ format: 6, points: [{ at: [0, 0, 0] }] }));
  bytes.writeUInt16LE(day, 90);
  bytes.writeUInt16LE(year, 92);
  const read = await openLas({ size: bytes.length, read: async (a, b) => bytes.subarray(a, b) });
  expect("file" in read && read.file.created).toBeUndefined();
});

test("a file without points is whole", async () => {
  const file = memory();
  await new LasWriter(file, settings).end();
  const result = await openLas(file);
  expect("file" in result && result.file.header.pointCount).toBe(0);
});

test("a coordinate beyond 32 bits of steps is an error, and NaN too", async () => {
  const block = newBlock(1);
  block.count = 1;
  for (const x of [1e9, Number.NaN]) {
    block.x[0] = x;
    await expect(new LasWriter(memory(), settings).append(block)).rejects.toThrow("does not fit");
  }
});

test("a copy of any file holds the same points, to the last bit", async () => {
  const points = fc.array(
    fc.record({
      at: fc
        .tuple(fc.maxSafeInteger(), fc.nat(), fc.nat())
        .map(([a, b, c]) => [a % 2_000_000_000, b % 2_000_000_000, -c] as const),
      intensity: fc.nat(65_535),
      return: fc.integer({ min: 1, max: 7 }),
      returns: fc.integer({ min: 1, max: 7 }),
      classification: fc.nat(11),
      withheld: fc.boolean(),
      // Multiples of 3°, which both steps, 1° and 0.006°, divide.
      angle: fc.integer({ min: -30, max: 30 }).map((angle) => angle * 3 + 0),
      user: fc.nat(255),
      source: fc.nat(65_535),
      time: fc.double({ noNaN: true }).map((time) => time + 0),
      color: fc.tuple(fc.nat(65_535), fc.nat(65_535), fc.nat(65_535), fc.nat(65_535)),
    }),
    { minLength: 1, maxLength: 20 },
  );
  await fc.assert(
    fc.asyncProperty(
      points,
      fc.constantFrom(1, 3, 6, 7, 8, 9, 10),
      fc.constantFrom(0.01, 0.001, 0.00025),
      async (planned, format, scale) => {
        const bytes = lasBytes({ format, minor: format < 6 ? 2 : 4, scale, points: planned });
        const first = {
          size: bytes.length,
          read: async (a: number, b: number) => bytes.slice(a, b),
        };
        const opened = await openLas(first);
        if ("fault" in opened) throw new Error(opened.fault);
        const copy = memory();
        const writer = new LasWriter(copy, copySettings(opened.file));
        for await (const block of lasPoints(first, opened.file)) await writer.append(block);
        await writer.end();
        const again = await openLas(copy);
        if ("fault" in again) throw new Error(again.fault);
        expect(again.file.header.bounds).toEqual(opened.file.header.bounds);
        const before = await lasPoints(first, opened.file).next();
        expect(await lasPoints(copy, again.file).next()).toEqual(before);
      },
    ),
    { numRuns: 100 },
  );
});
