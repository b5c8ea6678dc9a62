import fc from "fast-check";
import { expect, test } from "vitest";
import { chunkTable } from "./chunk-table.ts";

const source = (bytes: Uint8Array) => ({
  size: bytes.length,
  read: async (start: number, end: number) => bytes.subarray(start, end),
});

/** What is asked of a file to find its chunks: points from byte 0 on. */
const fileOf = (pointCount: number) => ({ pointOffset: 0, pointCount, recordBytes: 34 });

/** A file of nothing but the place of its table, room for the chunks, and the table. */
function withTable(table: Uint8Array, room: number): Uint8Array {
  const bytes = new Uint8Array(room + table.length);
  new DataView(bytes.buffer).setBigInt64(0, BigInt(room), true);
  bytes.set(table, room);
  return bytes;
}

/** A table as LASzip wrote it for 110,000 points in chunks of 50,000. */
const TABLE = Uint8Array.from(Buffer.from("0000000003000000979555155dc73a6a63000000", "hex"));
const laszip = { compressor: 2, coder: 0, chunkPoints: 50_000, items: [] };

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

test("a table of another version than 0 is a fault, in words", async () => {
  const bytes = withTable(TABLE, 601_189);
  bytes[601_189] = 1;
  expect(await chunkTable(source(bytes), fileOf(110_000), laszip)).toEqual({
    fault: "has a chunk table of version 1, which is not known",
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

test.each([
  ["one by one", 1, 50_000],
  ["in one chunk", 2, 0xffff_ffff - 1],
])("more points %s than their bytes can be codes of are a fault", async (_, compressor, most) => {
  const bytes = withTable(
    Uint8Array.from(Buffer.from("0000000001000000979555155dc73a6a", "hex")),
    601_189,
  );
  const chunking = { ...laszip, compressor, chunkPoints: most };
  const found = (points: number) => chunkTable(source(bytes), fileOf(points), chunking);
  expect(await found(4e9)).toHaveProperty("chunks");
  expect(
    await chunkTable(source(bytes), fileOf(2 ** 40), { ...chunking, chunkPoints: 2 ** 41 }),
  ).toHaveProperty("fault");
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
