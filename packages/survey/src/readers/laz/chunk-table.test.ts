import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chunkedFile, withTable } from "../../../../../tools/testing/chunked-file.ts";
import { chunkTable, lazChunking } from "./chunk-table.ts";

const source = (bytes: Uint8Array, size = bytes.length) => ({
  size,
  read: async (start: number, end: number) => bytes.slice(start, end),
});

/** What is asked of a file to find its chunks: points from byte 0 on. */
const fileOf = (pointCount: number) => ({ pointOffset: 0, pointCount, recordBytes: 34 });

/** A table as LASzip wrote it for 110,000 points in chunks of 50,000. */
const TABLE = Uint8Array.from(Buffer.from("0000000003000000979555155dc73a6a63000000", "hex"));
const laszip = { compressor: 2, chunkPoints: 50_000 };
const MISSING = { fault: "is cut off: its chunk table is missing" };
const MISFIT = { fault: "has a chunk table that does not fit its points" };

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

test("a file without points has no chunks, whatever else it holds", async () => {
  expect(await chunkTable(source(new Uint8Array(0)), fileOf(0), laszip)).toEqual({ chunks: [] });
});

/** The first bytes of LASzip's record. */
const record = (compressor: number, points: number): DataView => {
  const view = new DataView(new ArrayBuffer(16));
  view.setUint16(0, compressor, true);
  view.setUint32(12, points, true);
  return view;
};

describe("LASzip's record", () => {
  test.each([
    [1, 50_000, 50_000],
    [2, 1, 1],
    [3, 0xffff_fffe, 0xffff_fffe],
    [3, 0xffff_ffff, undefined],
    [0x0102, 0, undefined],
  ])("of compressor %i and %i points of a chunk states %s", (compressor, points, chunkPoints) => {
    expect(lazChunking(record(compressor, points))).toEqual({ compressor, chunkPoints });
  });
});

/** The chunks of 110,000 points in chunks of 50,000. */
const tabled = (bytes: Uint8Array, points = 110_000) =>
  chunkTable(source(bytes), fileOf(points), laszip);
/** A file that states this place of its table. */
const placed = (place: bigint, bytes = withTable(TABLE, 601_189)): Uint8Array => {
  new DataView(bytes.buffer).setBigInt64(0, place, true);
  return bytes;
};

describe("a chunk table", () => {
  test("whose place is -1 stands where the file's last eight bytes say", async () => {
    const streamed = new Uint8Array(601_189 + TABLE.length + 8);
    streamed.set(withTable(TABLE, 601_189));
    new DataView(streamed.buffer).setBigInt64(601_189 + TABLE.length, 601_189n, true);
    expect(await tabled(placed(-1n, streamed))).toEqual(await tabled(withTable(TABLE, 601_189)));
  });

  test.each([
    ["at -2", placed(-2n), MISSING],
    ["in its own place", placed(7n), MISSING],
    ["right behind its place, before any chunk", placed(8n), MISFIT],
    ["in the last eight bytes", placed(601_201n), MISFIT],
    ["in the last seven bytes", placed(601_202n), MISSING],
    ["behind the end", placed(2n ** 40n), MISSING],
    ["at the end of a file whose last eight bytes are its place, -1", placed(-1n), MISSING],
    ["nowhere, as the file ends before its place", placed(8n).slice(0, 7), MISSING],
  ])("that stands %s is a fault", async (_, bytes, fault) => {
    // Of version 0 and no chunks, wherever it stands.
    bytes.fill(0, 8);
    expect(await tabled(bytes)).toEqual(fault);
  });

  test("of another version than 0 is a fault, in words", async () => {
    const bytes = withTable(TABLE, 601_189);
    bytes[601_189] = 1;
    expect(await tabled(bytes)).toEqual({
      fault: "has a chunk table of version 1, which is not known",
    });
  });

  test("that ends before its codes is a fault", async () => {
    const bytes = withTable(TABLE, 601_189);
    // The last three bytes are zeros, which a decoder reads ahead of what it needs.
    expect(await tabled(bytes.slice(0, -1))).toEqual(MISFIT);
    expect(await tabled(bytes.slice(0, -4))).toEqual(MISFIT);
    expect(await tabled(bytes.slice(0, -12))).toEqual(MISFIT);
  });

  test("whose chunks reach beyond it is a fault", async () => {
    expect(await tabled(withTable(TABLE, 601_188))).toEqual(MISFIT);
    expect(await tabled(withTable(TABLE, 601_190))).toHaveProperty("chunks.length", 3);
  });

  test("of more or fewer chunks than the points make is a fault", async () => {
    expect(await tabled(withTable(TABLE, 601_189), 100_000)).toEqual(MISFIT);
    // Its last chunk has 55,259 bytes: 68 for each of 805 points and 519.
    expect(await tabled(withTable(TABLE, 601_189), 100_805)).toEqual(MISFIT);
    expect(await tabled(withTable(TABLE, 601_189), 100_806)).toHaveProperty("chunks.length", 3);
    expect(await tabled(withTable(TABLE, 601_189), 150_000)).toHaveProperty("chunks.length", 3);
    expect(await tabled(withTable(TABLE, 601_189), 150_001)).toEqual(MISFIT);
  });

  test.each([
    [50_000, 110_000, 4, MISFIT],
    [50_000, 110_000, 5, { fault: "states 5 chunks of points" }],
    [50_000, 100_000, 3, MISFIT],
    [50_000, 100_000, 4, { fault: "states 4 chunks of points" }],
    [undefined, 30, 30, MISFIT],
    [undefined, 30, 31, { fault: "states 31 chunks of points" }],
    [undefined, 1_000, 124, MISFIT],
    [undefined, 1_000, 125, { fault: "states 125 chunks of points" }],
  ])(
    "in chunks of %s, for %i points in 124 bytes, that states %i chunks is a fault",
    async (chunkPoints, points, count, fault) => {
      const bytes = withTable(new Uint8Array(24), 100);
      new DataView(bytes.buffer).setUint32(104, count, true);
      const chunking = { ...laszip, chunkPoints };
      expect(await chunkTable(source(bytes), fileOf(points), chunking)).toEqual(fault);
    },
  );
});

/** The reads of a file of 10 GB that states so many chunks of one point. */
async function reads(size: number, count: number): Promise<readonly (readonly number[])[]> {
  const made: (readonly number[])[] = [];
  const [place, head] = [new Uint8Array(8), new Uint8Array(8)];
  new DataView(place.buffer).setBigInt64(0, 1_000n, true);
  new DataView(head.buffer).setUint32(4, count, true);
  const read = async (start: number, end: number) => {
    made.push([start, end]);
    return start === 100 ? place : head;
  };
  const stated = { pointOffset: 100, pointCount: 1e10, recordBytes: 34 };
  const found = await chunkTable({ size, read }, stated, {
    compressor: 3,
    chunkPoints: undefined,
  });
  expect(found).toEqual(MISFIT);
  return made;
}

describe("what is read of a chunk table", () => {
  const first = [
    [100, 108],
    [1_000, 1_008],
  ];

  test.each([
    ["16 bytes of each chunk and of four more", 1e10, 10, 1_000 + 8 + 14 * 16],
    ["as much up to 64 MB", 1e10, 4_194_299, 1_000 + 8 + 4_194_303 * 16],
    ["64 MB of a longer one", 1e10, 4_194_300, 1_000 + 67_108_864],
    ["nothing behind the file's end", 1_100, 10, 1_100],
  ])("is %s", async (_, size, count, end) => {
    expect(await reads(size, count)).toEqual([...first, [1_000, end]]);
  });
});

/** Points that are coded one by one, in a file of 10 bytes of them. */
const pointwise = (pointCount: number) =>
  chunkTable(
    source(new Uint8Array(110)),
    { pointOffset: 100, pointCount, recordBytes: 34 },
    { compressor: 1, chunkPoints: 50_000 },
  );

describe("points that are coded one by one", () => {
  test("are one chunk, to the file's end", async () => {
    expect(await pointwise(655_360)).toEqual({
      chunks: [{ points: 655_360, start: 100, end: 110 }],
    });
  });

  test("and more than their bytes can be codes of are a fault", async () => {
    expect(await pointwise(655_361)).toEqual({
      fault: "states 655361 points, which its bytes cannot be codes of",
    });
  });
});

/** The chunks of a file of `points` points of 34 bytes, of which a table lists `chunks`. */
function listed(
  chunks: readonly (readonly [points: number, bytes: number])[],
  points: number,
  chunkPoints?: number,
) {
  const bytes = chunkedFile(chunks, chunkPoints === undefined);
  return chunkTable(source(bytes), fileOf(points), { compressor: 3, chunkPoints });
}

describe("chunks that state their own points", () => {
  test("lie one behind the other", async () => {
    expect(
      await listed(
        [
          [700, 90],
          [20, 300],
          [700, 1],
        ],
        1_420,
      ),
    ).toEqual({
      chunks: [
        { points: 700, start: 8, end: 98 },
        { points: 20, start: 98, end: 398 },
        { points: 700, start: 398, end: 399 },
      ],
    });
  });

  test("and more than the file has are cut to these", async () => {
    expect(await listed([[700, 90]], 699)).toEqual({
      chunks: [{ points: 699, start: 8, end: 98 }],
    });
  });

  test("and fewer than the file has are a fault", async () => {
    expect(await listed([[700, 90]], 701)).toEqual(MISFIT);
  });

  test.each([
    [65_536, 1],
    [131_072, 2],
    [1, 1],
    [1, 2 * 34 + 512],
    [10, 20 * 34 + 512],
  ])("may hold %i points in %i bytes", async (points, bytes) => {
    expect(await listed([[points, bytes]], points)).toEqual({
      chunks: [{ points, start: 8, end: 8 + bytes }],
    });
  });

  test.each([
    [65_537, 1],
    [131_073, 2],
    [1, 0],
    [1, -1],
    [1, 2 * 34 + 513],
    [10, 20 * 34 + 513],
  ])("do not hold %i points in %i bytes", async (points, bytes) => {
    expect(await listed([[points, bytes]], points)).toEqual(MISFIT);
  });

  test.each([
    ["of no points", 0],
    ["of fewer points than none", -3],
  ])("among which is one %s are a fault", async (_, points) => {
    expect(
      await listed(
        [
          [5, 8],
          [points, 8],
          [5, 8],
        ],
        10 + points,
      ),
    ).toEqual(MISFIT);
  });
});

describe("behind the chunks of all points", () => {
  const CHUNKS = [
    [100, 90],
    [100, 100],
  ] as const;
  const whole = {
    chunks: [
      { points: 100, start: 8, end: 98 },
      { points: 100, start: 98, end: 198 },
    ],
  };

  test.each([[0], [512]])("one of no points and %i bytes is allowed", async (bytes) => {
    expect(await listed([...CHUNKS, [0, bytes]], 200)).toEqual(whole);
    expect(await listed([...CHUNKS, [0, bytes]], 200, 100)).toEqual(whole);
  });

  test("one of no points and 513 bytes is a fault", async () => {
    expect(await listed([...CHUNKS, [0, 513]], 200)).toEqual(MISFIT);
    expect(await listed([...CHUNKS, [0, 513]], 200, 100)).toEqual(MISFIT);
  });

  test("one of a point is a fault, and so are two", async () => {
    expect(await listed([...CHUNKS, [1, 8]], 200)).toEqual(MISFIT);
    expect(await listed([...CHUNKS, [0, 0], [0, 0]], 200)).toEqual(MISFIT);
  });
});

test("whatever chunks are written, these are read", async () => {
  const chunk = fc.tuple(fc.integer({ min: 1, max: 70_000 }), fc.integer({ min: 2, max: 60_000 }));
  const chunks = fc.array(
    chunk.map(([points, bytes]) => [points, Math.min(bytes, 68 * points + 512)] as const),
    { minLength: 1, maxLength: 40 },
  );
  await fc.assert(
    fc.asyncProperty(chunks, async (written) => {
      const total = written.reduce((sum, [points]) => sum + points, 0);
      let at = 8;
      const expected = written.map(([points, bytes]) => ({
        points,
        start: at,
        end: (at += bytes),
      }));
      expect(await listed(written, total)).toEqual({ chunks: expected });
    }),
    { numRuns: 100 },
  );
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
