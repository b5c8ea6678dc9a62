import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { writeCog } from "./cog.ts";
import { readTiff } from "./testing/read-tiff.ts";

const shape = { width: 700, height: 300, cell: 0.5, west: 500_000, north: 6_000_150 };
const wave = (at: number): number => 100 + Math.sin(at / 900) + (at % shape.width) / 50;

describe("Cloud Optimized GeoTIFF", () => {
  const floats = Float32Array.from({ length: 210_000 }, (_, at) => wave(at));
  floats.fill(Number.NaN, 0, 5_000);

  test("another reader finds every height again, and none where there was none", () => {
    const [full] = readTiff(writeCog(shape, floats, { epsg: 28_356 }, deflateSync));
    expect(Float32Array.from(full!.cells)).toEqual(floats);
  });

  test("bytes too", () => {
    const bytes = Uint8Array.from(floats, (z) => (Number.isNaN(z) ? 0 : z));
    const [full] = readTiff(writeCog(shape, bytes, { epsg: 28_356 }, deflateSync));
    expect(Uint8Array.from(full!.cells)).toEqual(bytes);
    expect(full!.tags.get(339)).toEqual([1]);
  });

  test("overviews halve it by means, down to one tile", () => {
    const levels = readTiff(writeCog(shape, floats, { epsg: 28_356 }, deflateSync));
    expect(levels.map(({ tags }) => [tags.get(256)![0], tags.get(257)![0]])).toEqual([
      [700, 300],
      [350, 150],
      [175, 75],
    ]);
    const four = [7_000, 7_001, 7_700, 7_701].map((at) => Math.fround(wave(at)));
    const mean = four.reduce((sum, z) => sum + z, 0) / 4;
    expect(levels[1]!.cells[5 * 350]).toBeCloseTo(mean, 4);
    expect(levels.slice(1).every(({ tags }) => tags.get(254)![0] === 1)).toBe(true);
  });

  test("directories stand first, in order of size, then the smallest overview's tiles", () => {
    const levels = readTiff(writeCog(shape, floats, { epsg: 28_356 }, deflateSync));
    const places = [...levels.map(({ offset }) => offset)];
    const tiles = levels.toReversed().map(({ firstTile }) => firstTile);
    expect([...places, ...tiles]).toEqual([...places, ...tiles].toSorted((a, b) => a - b));
  });

  test("place and coordinate system are told, the system only where it is known", () => {
    const [full] = readTiff(writeCog(shape, floats, { epsg: 2_994, heightUnit: 9_002 }, deflateSync));
    expect(full!.tags.get(33_550)).toEqual([0.5, 0.5, 0]);
    expect(full!.tags.get(33_922)).toEqual([0, 0, 0, 500_000, 6_000_150, 0]);
    const keys = [1_024, 0, 1, 1, 1_025, 0, 1, 1, 3_072, 0, 1, 2_994, 4_099, 0, 1, 9_002];
    expect(full!.tags.get(34_735)).toEqual([1, 1, 1, 4, ...keys]);
    const [unknown] = readTiff(writeCog(shape, floats, { epsg: null }, deflateSync));
    expect(unknown!.tags.get(34_735)).toEqual([1, 1, 1, 1, 1_025, 0, 1, 1]);
  });

  test("a tile without a value takes no room", () => {
    const sparse = new Float32Array(700 * 300).fill(Number.NaN);
    sparse[0] = 1;
    const [full] = readTiff(writeCog(shape, sparse, { epsg: null }, deflateSync));
    expect(full!.tags.get(325)!.filter((bytes) => bytes > 0)).toHaveLength(1);
    expect(full!.tags.get(324)!.filter((offset) => offset > 0)).toHaveLength(1);
  });
});
