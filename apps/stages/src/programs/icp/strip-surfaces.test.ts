import { join } from "node:path";
import { SURFACE_TILE_BYTES } from "@swath/pointcloud/strips";
import { expect, test } from "vitest";
import { type IndexFile, MOST_LINES } from "../../points/index-file.ts";
import { testFolder } from "../../testing/call-program.ts";
import { type CloudPoint, writeCloud } from "../../testing/write-cloud.ts";
import { readStripSurfaces, TILE_BYTES } from "./strip-surfaces.ts";

interface Row {
  readonly path: string;
  readonly line: string;
  /** Points, two each `step` m. */
  readonly count: number;
  readonly step: number;
}

/** Reads rows of points, each a file of one line, and answers the side of the cells. */
async function cellOf(rows: readonly Row[], most?: number): Promise<number> {
  const folder = testFolder();
  const files: IndexFile["files"] = [];
  for (const { path, line, count, step } of rows) {
    const points = Array.from({ length: count }, (_, n): CloudPoint => {
      const x = 500_000 + step * (n >> 1) + 0.1 * (n & 1);
      return { x, y: 6_000_000.5, z: 100, time: n / 1_000, source: Number(line) };
    });
    await writeCloud(join(folder, path), points);
    const lines = [{ id: line, sourceId: Number(line), start: 0, end: count, points: count }];
    const bounds: IndexFile["files"][number]["bounds"] = {
      min: [500_000, 6_000_000.5, 100],
      max: [500_000 + (step * count) / 2, 6_000_000.5, 100],
    };
    files.push({ path, points: count, bounds, lines });
  }
  const crs = { epsg: 32_755, geographic: false, horizontalUnit: 1, verticalUnit: 1 };
  const errors: string[] = [];
  const output = {
    progress() {},
    error: (file: string) => errors.push(file),
    note() {},
    unsupported() {},
  };
  const surfaces = await readStripSurfaces(folder, { version: 1, crs, files }, 1, output, most);
  expect(errors).toEqual([]);
  const sides = new Set(surfaces.values().map(({ cell }) => cell));
  expect(sides.size).toBe(1);
  return [...sides][0]!;
}

const row = (path: string, line: string, count: number, step: number): Row => ({
  path,
  line,
  count,
  step,
});

test("a row of points of 100 km fits in a tenth of the memory in larger cells, and so do all other lines", async () => {
  const tenth = (4 * MOST_LINES * (TILE_BYTES + SURFACE_TILE_BYTES)) / 10;
  const short = [row("a.las", "1", 200, 1), row("c.las", "3", 200, 1)];
  expect(await cellOf(short, tenth)).toBe(1);
  // 1,563 tiles of 64 m: of 256 m they fit.
  expect(await cellOf([short[0]!, row("b.las", "2", 5_000, 40), short[1]!], tenth)).toBe(4);
});

test("lines that go on in later files, and lines that are read, take memory too", async () => {
  const forty = 40 * TILE_BYTES;
  // 30 tiles each: of both at a time where the first goes on.
  const [one, two] = [row("a.las", "1", 60, 64), row("b.las", "2", 60, 64)];
  expect(await cellOf([one, two], forty)).toBe(1);
  expect(await cellOf([one, two, row("c.las", "1", 2, 1)], forty)).toBe(2);
  // Surfaces take a fifth: of 7 lines, and the tiles of the 8th, 72 tiles; of 2 m 36.
  const files = (count: number) =>
    Array.from({ length: count }, (_, n) => row(`${n}.las`, String(n + 1), 60, 64));
  expect(await cellOf(files(2), forty)).toBe(1);
  expect(await cellOf(files(8), forty)).toBe(2);
});
