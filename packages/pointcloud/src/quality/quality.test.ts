import { writeCog } from "../raster/index.ts";
import { describe, expect, test } from "vitest";
import { DensityGrid } from "./density-grid.ts";
import { compareLines, type LineCover, sideLaps } from "./line-comparison.ts";

describe("density", () => {
  const grid = new DensityGrid(2);
  // Eight points a square metre, but one in the western tenth; cells of 4 m².
  for (let x = 0.125; x < 100; x += 0.25)
    for (let y = 0.25; y < 40; y += 0.5)
      if (x > 10 || (x % 1 < 0.2 && y % 1 < 0.5)) grid.add(x - 50, y);

  test("of all cells, and what 95 % of the inner ones reach", () => {
    const { mean, reached, area } = grid.figures();
    expect(area).toBe(4_000);
    expect(mean).toBeCloseTo(0.9 * 8 + 0.1, 9);
    expect(reached).toBe(1);
  });

  test("cells at the edge, which are covered in part, do not count for what 95 % reach", () => {
    const cut = new DensityGrid(2);
    for (let x = 0.125; x < 100; x += 0.25) for (let y = 1.25; y < 41; y += 0.5) cut.add(x, y);
    const { reached, mean } = cut.figures();
    expect(reached).toBe(8);
    expect(mean).toBeCloseTo((8 * 20) / 21, 9);
  });

  test("as a raster where the points are, in larger cells where there are too many", () => {
    const raster = grid.raster(1e6)!;
    const at = (x: number, y: number): number =>
      raster.values[
        Math.floor((raster.north - y) / raster.cell) * raster.width +
          Math.floor((x - raster.west) / raster.cell)
      ]!;
    expect([at(-49, 5), at(-30, 5), at(60, 5)]).toEqual([1, 8, Number.NaN]);
    const coarse = grid.raster(4_096)!;
    expect(coarse.cell).toBeGreaterThan(2);
    expect(Math.max(...coarse.values.filter((d) => !Number.isNaN(d)))).toBe(8);
  });

  test("without points, or with none that is a place, there is none", () => {
    const empty = new DensityGrid(1);
    empty.add(Number.NaN, 1);
    empty.add(1, 1e300);
    expect(empty.figures()).toEqual({ mean: null, reached: null, area: 0 });
    expect(empty.raster(100)).toBeUndefined();
  });
});

const strip = (id: string, x: [number, number], y: [number, number]): LineCover => ({
  id,
  area: (x[1] - x[0]) * (y[1] - y[0]),
  direction: x[1] - x[0] > y[1] - y[0] ? 0 : Math.PI / 2,
  covers: (px, py) => px >= x[0] && px < x[1] && py >= y[0] && py < y[1],
});

const plan = (name: string, ...corners: number[]) => ({ name, crossStrip: false, corners });
const shared = (a: string, b: string): number =>
  ({ "1-2": 30_000, "2-3": 10_000 })[[a, b].toSorted().join("-")] ?? 0;

describe("lines flown against the plan", () => {
  const flown = [
    strip("1", [0, 1_000], [0, 100]),
    strip("2", [0, 600], [80, 180]),
    strip("9", [400, 500], [0, 180]),
  ];

  test("a planned line is flown by the line that covers most of it in its direction", () => {
    const compared = compareLines(
      [
        plan("A", 0, 50, 1_000, 50),
        plan("B", 1_000, 130, 0, 130),
        plan("C", 450, 0, 450, 180),
        plan("D", 0, 500, 1_000, 500),
      ],
      flown,
    );
    expect(compared.map(({ line, share }) => [line, share])).toEqual([
      ["1", 1],
      ["2", 0.6],
      ["9", 1],
      [null, 0],
    ]);
    expect(compared[0]!.length).toBe(1_000);
  });

  test("a plan without corners, or of one point, is flown by nobody", () => {
    const compared = compareLines([plan("A"), plan("B", 5, 5)], flown);
    expect(compared.map(({ share, length }) => [share, length])).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  test("side laps are of lines side by side, by the neighbour that each shares most with", () => {
    const lines = [
      strip("1", [0, 1_000], [0, 100]),
      strip("2", [0, 1_000], [70, 170]),
      strip("3", [0, 1_000], [160, 260]),
      strip("9", [400, 500], [0, 260]),
    ];
    expect(Object.fromEntries(sideLaps(lines, shared))).toEqual({ 1: 0.3, 2: 0.3, 3: 0.1 });
    expect(sideLaps([lines[0]!, lines[3]!], shared).size).toBe(0);
  });
});

test("two islands 100 km apart make a raster of bounded size, whose empty tiles take no bytes", () => {
  const density = new DensityGrid(2);
  for (const at of [0, 100_000])
    for (let x = 1; x < 200; x += 2) for (let y = 1; y < 200; y += 2) density.add(at + x, at + y);
  const raster = density.raster(1_000_000)!;
  expect(raster.values.length).toBeLessThanOrEqual(1_000_000);
  const points = raster.values.reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : value), 0);
  expect(points * raster.cell ** 2).toBeCloseTo(20_000, 3);
  const deflated: number[] = [];
  const system = { epsg: 32_755, geographic: false, horizontalUnit: 1 };
  const cog = writeCog(raster, raster.values, system, (bytes) => {
    deflated.push(bytes.length);
    return bytes;
  });
  // Two tiles of 256 × 256 floats, and the overviews' one or two each.
  expect(deflated.length).toBeLessThanOrEqual(8);
  expect(cog.length).toBeLessThan(9 * 262_144);
});
