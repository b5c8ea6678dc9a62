import { deflateSync } from "node:zlib";
import { writeCog } from "@swath/pointcloud/raster";
import { describe, expect, test } from "vitest";
import { encodeLzw } from "../testing/encode-lzw.ts";
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

/** By GDAL's COG driver: `-co COMPRESS=LZW -co PREDICTOR=YES -ot Int16`, 64 by 64 cells of 2 m. */
const BY_GDAL = Buffer.from(
  "SUkqAMAAAABHREFMX1NUUlVDVFVSQUxfTUVUQURBVEFfU0laRT0wMDAxNDAgYnl0ZXMKTEFZT1VUPUlGRFNfQkVGT1JFX0RBVEEK" +
    "QkxPQ0tfT1JERVI9Uk9XX01BSk9SCkJMT0NLX0xFQURFUj1TSVpFX0FTX1VJTlQ0CkJMT0NLX1RSQUlMRVI9TEFTVF80X0JZVEVT" +
    "X1JFUEVBVEVECktOT1dOX0lOQ09NUEFUSUJMRV9FRElUSU9OPU5PCiAAEQAAAQMAAQAAAEAAAAABAQMAAQAAAEAAAAACAQMAAQAA" +
    "ABAAAAADAQMAAQAAAAUAAAAGAQMAAQAAAAEAAAAVAQMAAQAAAAEAAAAcAQMAAQAAAAEAAAA9AQMAAQAAAAIAAABCAQMAAQAAAIAA" +
    "AABDAQMAAQAAAIAAAABEAQQAAQAAADwCAABFAQQAAQAAAOwDAABTAQMAAQAAAAIAAAAOgwwAAwAAAJIBAACChAwABgAAAKoBAACv" +
    "hwMAIAAAANoBAACxhwIAHgAAABoCAAAAAAAAAAAAAAAAAEAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" +
    "AAAAAABqGEEAAAAAGWpYQQAAAAAAAAAAAQABAAAABwAABAAAAQABAAEEAAABAAEAAgSxhxYAAAABCLGHBwAWAAYIAAABAI4jAAwA" +
    "AAEA7n8EDAAAAQApI1dHUyA4NCAvIFVUTSB6b25lIDUwU3xXR1MgODR8AOwDAACAOJ/gCCQWDQYFQeFQiFw2Ew2FQ+IQyJxSKwSJ" +
    "RdsQOLx2PR+QSGRSMAQKPRmKyiJyqISyHR+XQuYwqNySbTecTmQSaOzODz6LRegQWhxiYR+azqlUumSOeUKjyeoz2p1CPUmm1mtV" +
    "uCU+U1Wv1KxVSxxqOVy0Wmb16V2C22Ww2S5Wa1XW7R+2S23Xq4W+53G6XfBYOD3mX32+X+/VbFRCsYTIXbDTK94fG5bGZmK4/I52" +
    "uZOI5XKYjMYDTRPOZ7VUzQT/RaHSaPL7LA6vbUvW0HT4nNYvd6XUWfb8O18Lfcfeb/acrYR3U8ToXjjcnkcDqdfrdmF8/o92J7mi" +
    "a/XbHm73sdvp971QvwUbyePZ+XmfDa+v7Qpx+nl9X9+f5P4/6IGu/T7vW/L3t1AD6PnBL/IPAcCwigsDvjBcFQa7UAwzB8CQk6MK" +
    "PNDcMP7ETwwQgsIQ9AsQQZE0KxHDUSRkhUUxU+0WQvF0QxnC0HRhDkbPvHEfR1Fr3RfIscoJGsgu9IcSyPHcYynHsoABJkmw/Dsf" +
    "y5JMiSjIwAKLK8tyyz0nx5LswSVMTxTVMkzSdMs1y/NsTzpK0xyxOLbzRKk3zHQM3S8hs9z41c/SrNNCUXPFGzsjtDUPM850hKVF" +
    "T/RlM0dGlK0mu1E0BQdOUxUs30lT7IVDTVTVZUU70sitUVSwZyUrQVYVxJFSIMa1PVotFbVzUdYzZXSL19YDV2FXdizrY8wzHZNl" +
    "M9ZlL1fZtoTZadqMja1o2JbVno/blusJb9jXDdVYXLczBXRcdh3lZt23cu14Tzdds2Jet7LVfFH3FfN52RX9/J1gFN2dgd93Zg2D" +
    "pxhNW15V2K4pi+FoXfuIK3iVsWvi2M4VaWH44kmPZDgWA31guTLrlGMZVkeWIrjeXKZmGRYnnWP3Aj2bZupWc5lneiZ6iegaCnJy" +
    "1vml04Iipq5LpSPaZqGn4bZupaorerazkGY6ciGt64rOvbBnmU7FK2ybKpmz59r+47Rtu3KVuGsbRo21I9uu7aXpur3juSJ79v6b" +
    "7xwe9bXR/DcOknE4ZxfBbZqfHoPyOV8pzWtcty6C8zmfN9FzvPpx0Oi8Z0m6c903UaPxW5zDx3TI/1++cJ2M2dp2qO9vsPR9TWHe" +
    "d6ivf7T4Hc8lqPW+L53n+h6Ppen6nq+t6/sez7Xt+57vve/8Hw/F8fyfL83z/R9P1fX9n2/d9/4fj+X5/p+v7fv/H8/1/f+f7/z/" +
    "4AQBgFAOAkBYDQHgRAmBUC4GQNgdA+CEEYJQTgpBWC0F4MQZg1BuDkHYPQfhBCGEUI4SQlhNCeFEKYVQrhZC2F0L4YQxhlDOGhBS" +
    "AhoQUgI=",
  "base64",
);

test("a COG of LZW as GDAL writes it has the values that it was made of", async () => {
  const { tile, grid, epsg } = await open(Uint8Array.from(BY_GDAL));
  expect([epsg, grid.west, grid.north]).toEqual([32_750, 400_000, 6_400_100]);
  const samples = await tile(0, 0, 0, never);
  const { tileWidth } = grid.levels[0]!;
  for (let y = 0; y < 64; y += 1)
    for (let x = 0; x < 64; x += 1)
      expect(samples?.[y * tileWidth + x]).toBe((x >> 3) * 10 + (y >> 4) - 30);
});

const LONGER = Uint8Array.from({ length: 262_145 }, (_, at) => at);

test("a tile of LZW ends where it is full", async () => {
  const bytes = writeCog(shape, heights, crs, () => encodeLzw(LONGER));
  new DataView(bytes.buffer).setUint16(valueOf(bytes, 259), 5, true);
  const { tile } = await open(bytes);
  await expect(tile(0, 0, 0, never)).rejects.toMatchObject({
    name: "RasterFault",
    message: expect.stringContaining("damaged"),
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
      changed((view, bytes) => view.setUint16(valueOf(bytes, 259), 50_000, true)),
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
