import { type PointBlock, newBlock } from "@swath/pointcloud/points";
import { GRID_TILE_BYTES } from "@swath/pointcloud/strips";
import { expect, test } from "vitest";
import { FileStrips } from "./file-strips.ts";

const SCALE = { x: 1, y: 1, z: 1 };
const LINE = { id: "7", sourceId: 7, start: 0, end: 100, points: 0 };
const reading = { name: "a.laz", lines: [LINE], compared: new Set(["7"]), cell: 1 };

type Place = readonly [x: number, y: number, z: number];

function blockOf(places: readonly Place[]): PointBlock {
  const block = newBlock(places.length);
  block.count = places.length;
  for (const [at, [x, y, z]] of places.entries()) {
    [block.x[at], block.y[at], block.z[at]] = [x, y, z];
    [block.sourceId[at], block.gpsTime[at]] = [7, 1];
    [block.returnNumber[at], block.returnCount[at]] = [1, 1];
  }
  return block;
}

/** Two points in each of some tiles of 64 m. */
const tiles = (count: number): Place[] =>
  Array.from({ length: 2 * count }, (_, n) => [64 * (n >> 1) + 5.4 + 0.2 * (n & 1), 7.5, 3]);

const cellsOf = (strips: FileStrips): number[] => strips.levels().map(({ cell }) => cell);

test("surfaces are made in the cells asked for, and in larger ones up to 4 m", () => {
  for (const [cell, cells] of [
    [1, [1, 2, 4]],
    [0.25, [0.25, 0.5, 1, 2, 4]],
    [3, [3]],
    [10, [10]],
  ] as const) {
    const strips = new FileStrips({ ...reading, cell });
    strips.add(blockOf(tiles(3)), SCALE);
    const levels = strips.levels();
    expect(levels.map((level) => level.cell)).toEqual(cells);
    for (const { lines } of levels) expect([...lines.keys()]).toEqual(["7"]);
  }
});

test("a line that is not compared has no surface; its file has all sizes of cells", () => {
  const strips = new FileStrips({ ...reading, compared: new Set() });
  strips.add(blockOf(tiles(3)), SCALE);
  expect(strips.levels().map(({ cell, lines }) => [cell, lines.size])).toEqual([
    [1, 0],
    [2, 0],
    [4, 0],
  ]);
});

test("where the cells asked for take too much memory larger ones are the smallest", () => {
  const most = 10 * GRID_TILE_BYTES;
  const fits = new FileStrips(reading, most);
  fits.add(blockOf(tiles(10)), SCALE);
  expect(cellsOf(fits)).toEqual([1, 2, 4]);
  const grown = new FileStrips(reading, most);
  grown.add(blockOf(tiles(11)), SCALE);
  expect(cellsOf(grown)).toEqual([2, 4]);
  const scattered = new FileStrips(reading, most);
  expect(() => scattered.add(blockOf(tiles(41)), SCALE)).toThrow(
    "has points scattered over too large an area for cells of 4 m",
  );
});

test("points that were put into larger cells are as those that were read into them", () => {
  const places = Array.from({ length: 4_000 }, (_, n): Place => {
    const [x, y] = [(n * 37) % 131, (n * 53) % 97];
    return [x / 2 - 30, y / 2 - 20, 250 + 0.1 * x + 0.05 * y];
  });
  const heights = (cell: number, level: number): Float32Array[] => {
    const strips = new FileStrips({ ...reading, cell });
    strips.add(blockOf(places), SCALE);
    const surface = strips.levels()[level]!.lines.get("7")!;
    return [...surface.keys()]
      .toSorted((one, other) => one - other)
      .map((key) => surface.get(key)!);
  };
  const [grown, read] = [heights(1, 1), heights(2, 0)];
  let cells = 0;
  expect(grown).toHaveLength(read.length);
  for (const [tile, each] of read.entries())
    for (const [index, height] of each.entries()) {
      const other = grown[tile]![index]!;
      if (Number.isNaN(height)) expect(other).toBeNaN();
      else {
        expect(other).toBeCloseTo(height, 3);
        cells += 1;
      }
    }
  expect(cells).toBeGreaterThan(500);
});
