import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cellsWithin, CoverageGrid } from "./coverage-grid.ts";
import { outlines, type Ring } from "./outline.ts";
import { shareOf, surveyedBlocks, voidBlocks } from "./void-share.ts";

const voidShare = (...of: Parameters<typeof voidBlocks>) => shareOf(voidBlocks(...of));
const surveyedShare = (...of: Parameters<typeof surveyedBlocks>) => shareOf(surveyedBlocks(...of));

test("the same cells are covered as a plain set holds, negative ones too", () => {
  const coordinate = fc.integer({ min: -2_000, max: 2_000 });
  fc.assert(
    fc.property(fc.array(fc.tuple(coordinate, coordinate), { maxLength: 60 }), (places) => {
      const grid = new CoverageGrid(2);
      for (const [x, y] of places) grid.add(x, y);
      const plain = new Set(places.map(([x, y]) => `${Math.floor(x / 2)},${Math.floor(y / 2)}`));
      expect(grid.count).toBe(plain.size);
      expect(new Set([...grid.cells()].map(({ column, row }) => `${column},${row}`))).toEqual(
        plain,
      );
    }),
    { numRuns: 100 },
  );
});

const keys = (of: CoverageGrid) =>
  new Set(Array.from(of.cells(), ({ column, row }) => `${column},${row}`));

test("a grid that adopts another covers what either covered, and goes on", () => {
  const place = fc.tuple(fc.integer({ min: -600, max: 600 }), fc.integer({ min: -600, max: 600 }));
  const places = fc.array(place, { maxLength: 40 });
  fc.assert(
    fc.property(places, places, places, (before, others, after) => {
      const [grid, other, plain] = [1, 1, 1].map((cell) => new CoverageGrid(cell));
      for (const [x, y] of before) grid!.add(x, y);
      for (const [x, y] of others) other!.add(x, y);
      grid!.adopt(other!);
      for (const [x, y] of after) grid!.add(x, y);
      for (const [x, y] of [...before, ...others, ...after]) plain!.add(x, y);
      expect(keys(grid!)).toEqual(keys(plain!));
      expect([grid!.count, grid!.bytes]).toEqual([plain!.count, plain!.bytes]);
    }),
    { numRuns: 100 },
  );
});

test("places that are no numbers, or beyond the earth, cover nothing", () => {
  const grid = new CoverageGrid(1);
  for (const place of [Number.NaN, Infinity, 1e300]) grid.add(place, 0);
  expect(grid.count).toBe(0);
});

test("a void of 10 x 10 in 80 x 80 cells is a share of the blocks inside", () => {
  const grid = new CoverageGrid(1);
  for (let x = 0; x < 80; x += 1)
    for (let y = 0; y < 80; y += 1)
      if (x < 30 || x >= 40 || y < 30 || y >= 40) grid.add(x + 0.5, y + 0.5);
  // The outer ring of the 10 x 10 blocks has the outside as a neighbour.
  expect(voidShare(grid)).toBeCloseTo(100 / (64 * 64), 12);
});

test("of nothing, and of points a continent apart, no share of voids is told", () => {
  const grid = new CoverageGrid(1);
  expect(voidShare(grid)).toBeNaN();
  for (const place of [0, 5_000_000]) grid.add(place, place);
  expect(voidShare(grid)).toBeNaN();
});

function areaOf(ring: Ring): number {
  let sum = 0;
  for (let at = 0; at + 1 < ring.length; at += 1) {
    const [[x0, y0], [x1, y1]] = [ring[at] ?? [0, 0], ring[at + 1] ?? [0, 0]];
    sum += (x0 * y1 - x1 * y0) / 2;
  }
  return sum;
}

test("a frame has an outer ring and a hole", () => {
  const grid = new CoverageGrid(10);
  for (let x = 0; x < 3; x += 1)
    for (let y = 0; y < 3; y += 1) if (x !== 1 || y !== 1) grid.mark(x, y);
  const [polygon, ...others] = outlines(grid);
  expect(others).toEqual([]);
  expect(polygon?.map(areaOf)).toEqual([900, -100]);
  expect(polygon?.[0]).toHaveLength(5);
});

test("a hole that meets the outer edge at a corner is a hole, as a polygon's ring may not touch itself", () => {
  const grid = new CoverageGrid(1);
  for (let x = 0; x < 3; x += 1)
    for (let y = 0; y < 3; y += 1) if (x !== y || x === 0) grid.mark(x, y);
  const [polygon, ...others] = outlines(grid);
  expect(others).toEqual([]);
  expect(polygon?.map(areaOf)).toEqual([8, -1]);
});

test("outlines enclose the area of the cells, whatever these are; no ring comes to a corner twice", () => {
  const coordinate = fc.integer({ min: -3, max: 3 });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(coordinate, coordinate), { maxLength: 40, size: "max" }),
      (cells) => {
        const grid = new CoverageGrid(1);
        for (const [column, row] of cells) grid.mark(column, row);
        const polygons = outlines(grid);
        const area = polygons.flat().reduce((sum, ring) => sum + areaOf(ring), 0);
        expect(area).toBeCloseTo(grid.count, 9);
        for (const ring of polygons.flat())
          expect(new Set(ring.map(String)).size).toBe(ring.length - 1);
        for (const [outer, ...holes] of polygons) {
          expect(areaOf(outer ?? [])).toBeGreaterThan(0);
          for (const hole of holes) expect(areaOf(hole)).toBeLessThan(0);
        }
      },
    ),
    { numRuns: 300 },
  );
});

const square = (west: number, south: number, side: number): [number, number][] => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
  [west, south],
];

const blocksOf = (west: number, side: number) => cellsWithin([square(west, 80, side)], 16)!;

describe("an area of interest", () => {
  test("is the cells whose centres lie in its rings, each by itself", () => {
    const grid = cellsWithin([square(-20, 10, 40), square(0, 10, 40)], 5)!;
    expect(grid.count).toBe(12 * 8);
    expect([grid.has(-4, 2), grid.has(-5, 2), grid.has(7, 9), grid.has(8, 9)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    const triangle = cellsWithin(
      [
        [
          [0, 0],
          [1_000, 0],
          [0, 1_000],
        ],
      ],
      2,
    )!;
    expect(Math.abs(triangle.count * 4 - 500_000)).toBeLessThan(3_000);
    expect(cellsWithin([], 5)).toBeUndefined();
    expect(cellsWithin([square(0, 0, 1e9)], 5)).toBeUndefined();
    const fence = Array.from({ length: 10_000 }, (_, n): [number, number] => [
      n % 2,
      (n % 2) * 1e7,
    ]);
    expect(cellsWithin([fence], 16)).toBeUndefined();
    expect(
      cellsWithin(
        [
          [
            [Number.NaN, 0],
            [1, 1],
          ],
        ],
        5,
      ),
    ).toBeUndefined();
  });

  test("is surveyed where points are or enclose it; its voids are those in it", () => {
    const grid = new CoverageGrid(2);
    for (let column = 0; column < 200; column++)
      for (let row = 0; row < 200; row++)
        if (!(column >= 80 && column < 96 && row >= 80 && row < 112)) grid.mark(column, row);
    expect(surveyedShare(grid, blocksOf(80, 240))).toBe(1);
    expect(surveyedShare(grid, blocksOf(240, 320))).toBeCloseTo(0.5, 6);
    expect(surveyedShare(grid, blocksOf(1_000, 320))).toBe(0);
    const empty = 16 * 32;
    expect(voidShare(grid)).toBeCloseTo(empty / (23 * 8) ** 2, 9);
    expect(voidShare(grid, blocksOf(80, 240))).toBeCloseTo(empty / 120 ** 2, 9);
    expect(voidShare(grid, blocksOf(240, 80))).toBe(0);
  });
});
