import { deflateSync } from "node:zlib";
import { writeCog } from "@swath/pointcloud/raster";
import { describe, expect, test } from "vitest";
import { openRaster } from "./raster-file.ts";

const shape = { width: 600, height: 260, cell: 0.5, west: 500_000, north: 6_000_150 };
const crs = { epsg: 7_855 };
const heights = Float32Array.from({ length: 156_000 }, (_, at) => 100 + Math.sin(at / 900));
heights.fill(Number.NaN, 0, 5_000);
const sound = writeCog(shape, heights, crs, deflateSync);

/** Opens bytes as a store has them; what was read is counted. */
async function open(bytes: Uint8Array) {
  const spans: [number, number][] = [];
  const raster = await openRaster(bytes.length, async (start, end) => {
    spans.push([start, end]);
    return Uint8Array.from(bytes.subarray(start, end));
  });
  return { ...raster, spans };
}

const never = new AbortController().signal;

describe("a Cloud Optimized GeoTIFF", () => {
  test("is opened by one read of its head, with its place and its levels", async () => {
    const { grid, epsg, isByte, spans } = await open(sound);
    expect(spans).toEqual([[0, Math.min(32_768, sound.length)]]);
    expect([epsg, isByte]).toEqual([7_855, false]);
    expect(grid).toMatchObject({ west: 500_000, north: 6_000_150 });
    expect(grid.levels.map(({ width, cellX }) => [width, cellX])).toEqual([
      [600, 0.5],
      [300, 1],
      [150, 2],
    ]);
  });

  test("has the heights that were written, each tile by one read", async () => {
    const { tile, spans } = await open(sound);
    const before = spans.length;
    const samples = await tile(0, 1, 0, never);
    expect(spans.length - before).toBeLessThanOrEqual(1);
    expect(samples?.[100 * 256 + 3]).toBe(heights[100 * 600 + 259]);
    expect(samples?.[0]).toBeNaN();
  });

  test("of bytes is one too, whose zeros are none", async () => {
    const bytes = writeCog(shape, Uint8Array.from(heights), crs, deflateSync);
    const { tile, isByte, none } = await open(bytes);
    expect([isByte, none]).toEqual([true, 0]);
    expect((await tile(0, 0, 0, never))?.[200 * 256]).toBe(Math.trunc(heights[200 * 600]!));
  });

  test("has tiles without a value that take no read", async () => {
    const sparse = new Float32Array(156_000).fill(Number.NaN);
    sparse[0] = 1;
    const { tile, spans } = await open(writeCog(shape, sparse, crs, deflateSync));
    const before = spans.length;
    expect(await tile(0, 2, 1, never)).toBeUndefined();
    expect(spans).toHaveLength(before);
  });
});

/** The place of a tag's value in the first directory. */
function valueOf(bytes: Uint8Array, tag: number): number {
  const view = new DataView(bytes.buffer);
  for (let at = view.getUint32(4, true) + 2; ; at += 12)
    if (view.getUint16(at, true) === tag) return at + 8;
}
const changed = (change: (view: DataView, bytes: Uint8Array) => void): Uint8Array => {
  const bytes = Uint8Array.from(sound);
  change(new DataView(bytes.buffer), bytes);
  return bytes;
};

describe("a raster that is hostile or none", () => {
  test.each([
    ["no TIFF", Uint8Array.from({ length: 200 }, () => 65), "is no GeoTIFF"],
    ["nothing", new Uint8Array(), "beyond its end"],
    ["a directory beyond its end", changed((view) => view.setUint32(4, 0xffff_fff0, true)), ""],
    [
      "tiles of a billion cells",
      changed((view, bytes) => view.setUint16(valueOf(bytes, 322), 65_535, true)),
      "too large",
    ],
    [
      "another compression",
      changed((view, bytes) => view.setUint16(valueOf(bytes, 259), 5, true)),
      "compressed in a way",
    ],
    ["no system", writeCog(shape, heights, { epsg: null }, deflateSync), "no coordinate system"],
  ])("is refused in words: %s", async (_, bytes, words) => {
    await expect(open(bytes)).rejects.toMatchObject({
      name: "RasterFault",
      message: expect.stringContaining(words),
    });
  });

  test("is not asked for a tile of gigabytes", async () => {
    const bytes = changed((view, of) => {
      const counts = view.getUint32(valueOf(of, 325), true);
      view.setUint32(counts, 0x7fff_ffff, true);
    });
    const { tile, spans } = await open(bytes);
    const before = spans.length;
    await expect(tile(0, 0, 0, never)).rejects.toMatchObject({
      message: expect.stringContaining("too large"),
    });
    expect(spans).toHaveLength(before);
  });

  test("ends where a tile is full, whatever its bytes unpack to", async () => {
    const bomb = deflateSync(Buffer.alloc(20_000_000));
    const { tile } = await open(writeCog(shape, heights, crs, () => bomb));
    await expect(tile(0, 0, 0, never)).rejects.toMatchObject({
      message: expect.stringContaining("unpacks to more"),
    });
  });

  test("is damaged where a tile unpacks to less, or not at all", async () => {
    const short = await open(writeCog(shape, heights, crs, () => deflateSync(Buffer.alloc(9))));
    await expect(short.tile(0, 0, 0, never)).rejects.toMatchObject({ name: "RasterFault" });
  });

  test("whose directories lead in a circle has the levels that grow smaller", async () => {
    const bytes = changed((view) => {
      let at = view.getUint32(4, true);
      for (;;) {
        const next = at + 2 + 12 * view.getUint16(at, true);
        if (view.getUint32(next, true) === 0) {
          view.setUint32(next, view.getUint32(4, true), true);
          return;
        }
        at = view.getUint32(next, true);
      }
    });
    expect((await open(bytes)).grid.levels).toHaveLength(3);
  });
});
