import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contours } from "./contours.ts";
import { fillVoids } from "./fill-voids.ts";
import {
  hillshade,
  cellAt,
  cropRaster,
  emptyRaster,
  type Raster,
  rasterShape,
  trimRaster,
} from "./raster.ts";
import { HighestGrid, MovingPlaneGrid } from "./surface-grids.ts";

const extent = (size: number) => ({ minX: 0, minY: 0, maxX: size, maxY: size });

/** A raster of a function of place, at the centres of its cells. */
function rasterOf(size: number, cell: number, z: (x: number, y: number) => number): Raster {
  const raster = emptyRaster(rasterShape(extent(size), cell));
  for (let at = 0; at < raster.values.length; at++) {
    const x = raster.west + ((at % raster.width) + 0.5) * cell;
    const y = raster.north - (Math.floor(at / raster.width) + 0.5) * cell;
    raster.values[at] = z(x, y);
  }
  return raster;
}

const plane = (x: number, y: number): number => 50 + 0.1 * x - 0.05 * y;
const hill = (x: number, y: number): number => 100 + 0.2 * x + 0.1 * y;
const surface = (x: number, y: number): number => 3 * Math.sin(x / 3) + 2 * Math.cos(y / 2.5);
function house(at: number): boolean {
  const [x, y] = [at % 60, Math.floor(at / 60)];
  return x > 20 && x < 40 && y > 25 && y < 37;
}
const middle = (raster: Raster, unit?: number): number => hillshade(raster, unit)[5 * 10 + 5]!;

describe("raster", () => {
  test("cells are aligned to multiples of their size, also below zero", () => {
    const shape = rasterShape({ minX: -10.2, minY: 4.9, maxX: 3, maxY: 7.1 }, 2);
    expect(shape).toEqual({ west: -12, north: 8, width: 8, height: 2, cell: 2 });
    expect(cellAt(shape, -12, 7.9)).toBe(0);
    expect(cellAt(shape, 3.99, 4.01)).toBe(15);
    expect(cellAt(shape, 4, 5)).toBe(-1);
    expect(cellAt(shape, Number.NaN, 5)).toBe(-1);
  });

  test("a crop keeps places, and has no value outside", () => {
    const raster = rasterOf(10, 1, (x, y) => 100 * x + y);
    const crop = cropRaster(raster, { minX: 2, minY: 3, maxX: 12, maxY: 6 });
    expect([crop.width, crop.height, crop.west, crop.north]).toEqual([10, 3, 2, 6]);
    expect(crop.values[0]).toBeCloseTo(255.5, 4);
    expect(crop.values[8]).toBeNaN();
  });
});

test("a trimmed raster has all values, at their places, and no empty edge", () => {
  const values = new Float32Array(100).fill(Number.NaN);
  [values[34], values[57]] = [1, 2];
  const raster = { ...rasterShape(extent(10), 1), values };
  const trimmed = trimRaster(raster)!;
  expect([trimmed.width, trimmed.height, trimmed.west, trimmed.north]).toEqual([4, 3, 4, 7]);
  expect([trimmed.values[0], trimmed.values[11]]).toEqual([1, 2]);
  expect(trimRaster({ ...raster, values: values.slice().fill(Number.NaN) })).toBeUndefined();
});

describe("terrain and surface models", () => {
  test("points on a plane give the plane, whatever their order", () => {
    const grid = new MovingPlaneGrid(rasterShape(extent(20), 1));
    for (let x = 0.25; x < 20; x += 0.5)
      for (let y = 0.25; y < 20; y += 0.5) grid.add(x, y, plane(x, y));
    const raster = grid.raster();
    for (let at = 0; at < raster.values.length; at++)
      expect(
        Math.abs(raster.values[at]! - plane((at % 20) + 0.5, 19.5 - Math.floor(at / 20))),
      ).toBeLessThan(0.02);
  });

  test("a point counts up to one and a half cells from a centre, and one that is not a number nowhere", () => {
    const grid = new MovingPlaneGrid(rasterShape(extent(9), 1));
    grid.add(4.5, 4.5, 7);
    grid.add(Number.NaN, 4.5, 1e9);
    grid.add(4.5, 4.5, Number.NaN);
    const filled = grid.raster().values.filter((z) => !Number.isNaN(z));
    expect([...filled]).toEqual([7, 7, 7, 7, 7, 7, 7, 7, 7]);
  });

  test("the surface model keeps the highest point of a cell", () => {
    const grid = new HighestGrid(rasterShape(extent(2), 1));
    grid.add(0.5, 0.5, 3);
    grid.add(0.6, 0.6, 9);
    grid.add(0.4, 0.4, Number.NaN);
    expect(grid.raster().values[2]).toBe(9);
  });
});

describe("filling voids", () => {
  test("a void the size of a house is filled by the hillside around it within 2 cm", () => {
    const raster = rasterOf(60, 1, hill);
    const holed = { ...raster, values: raster.values.map((z, at) => (house(at) ? Number.NaN : z)) };
    const filled = fillVoids(holed, 30);
    for (const [at, z] of raster.values.entries())
      expect(Math.abs(filled.values[at]! - z)).toBeLessThan(0.02);
  });

  test("what lies farther off than the reach stays without a value, what has one keeps it", () => {
    const raster = rasterOf(50, 1, (x) => (x < 10 ? 5 : Number.NaN));
    const { values } = fillVoids(raster, 4);
    expect(
      values
        .slice(0, 50)
        .map((z) => (z === 5 ? 1 : 0))
        .reduce((a, b) => a + b),
    ).toBe(14);
    expect(values[40]).toBeNaN();
  });

  test("heights of a filled void stay between the lowest and the highest", () => {
    const cell = fc.oneof(fc.constant(Number.NaN), fc.float({ min: -10, max: 10, noNaN: true }));
    fc.assert(
      fc.property(fc.array(cell, { minLength: 64, maxLength: 64 }), (cells) => {
        const raster = { ...rasterShape(extent(8), 1), values: Float32Array.from(cells) };
        const known = cells.filter((z) => !Number.isNaN(z));
        for (const z of fillVoids(raster, 100).values)
          expect(
            known.length === 0
              ? Number.isNaN(z)
              : z >= Math.min(...known) - 3 && z <= Math.max(...known) + 3,
          ).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});

describe("hillshade", () => {
  test("a plain has the sine of the light's height, a slope to the light is brighter", () => {
    expect(middle(rasterOf(10, 1, () => 5))).toBe(Math.round(1 + 254 * Math.SQRT1_2));
    // Falls to the north-west by 45°: the light comes straight on.
    const toLight = rasterOf(10, 1, (x, y) => (x - y) * Math.SQRT1_2);
    expect(middle(toLight)).toBe(255);
    expect(middle(rasterOf(10, 1, (x, y) => (y - x) * 5))).toBe(1);
  });

  test("heights in feet over cells in metres are less steep", () => {
    const slope = rasterOf(10, 1, (x, y) => (x - y) * Math.SQRT1_2);
    expect(middle(slope, 0.3048)).toBeLessThan(255);
  });

  test("edges and neighbours of voids have no shade", () => {
    const shade = hillshade(rasterOf(10, 1, (x, y) => (x > 8 && y > 8 ? Number.NaN : x)));
    expect([shade[0], shade[99], shade[18]]).toEqual([0, 0, 0]);
  });
});

describe("contours", () => {
  test("those of a cone are closed circles of the right radius", () => {
    const cone = rasterOf(40, 0.5, (x, y) => Math.max(1, 20 - Math.hypot(x - 20, y - 20)));
    const lines = contours(cone, 5);
    expect(lines.map(({ height }) => height)).toEqual([5, 10, 15]);
    for (const { height, line } of lines) {
      expect(line.slice(0, 2)).toEqual(line.slice(-2));
      for (let n = 0; n < line.length; n += 2)
        expect(Math.hypot(line[n]! - 20, line[n + 1]! - 20)).toBeCloseTo(20 - height, 1);
    }
  });

  test("those of a slope are one straight line each, from edge to edge", () => {
    const lines = contours(
      rasterOf(20, 1, (x) => x / 2),
      2,
    );
    expect(lines.map(({ height }) => height)).toEqual([2, 4, 6, 8]);
    for (const { height, line } of lines) {
      expect(line.length).toBe(40);
      for (let n = 0; n < line.length; n += 2) expect(line[n]).toBeCloseTo(2 * height, 5);
    }
  });

  test("a saddle is cut by its mean: through the corners below it, or those above", () => {
    const saddle = { ...rasterShape(extent(2), 1), values: Float32Array.of(1, 0, 0, 1) };
    const sides = contours(saddle, 0.45).map(({ height, line }) => {
      const place = (line[0]! + line[2]!) / 2 + (line[1]! + line[3]!) / 2;
      return [height, Math.sign(Math.round((place - 2) * 100))];
    });
    // Lines around the corners NE (+) and SW (−) below the mean, of which x + y tells; else NW and SE.
    expect(sides).toEqual([
      [0.45, 1],
      [0.45, -1],
      [0.9, 0],
      [0.9, 0],
    ]);
  });

  test("a plateau at a level, voids and heights of kilometres do no harm", () => {
    expect(
      contours(
        rasterOf(10, 1, () => 5),
        5,
      ),
    ).toEqual([]);
    expect(
      contours(
        rasterOf(10, 1, () => Number.NaN),
        1,
      ),
    ).toEqual([]);
    expect(
      contours(
        rasterOf(4, 1, (x) => x * 1e9),
        0.01,
      ),
    ).toEqual([]);
  });

  test("every corner lies where the surface has the contour's height", () => {
    const lines = contours(rasterOf(30, 0.25, surface), 1);
    expect(lines.length).toBeGreaterThan(5);
    for (const { height, line } of lines)
      for (let n = 0; n < line.length; n += 2)
        expect(Math.abs(surface(line[n]!, line[n + 1]!) - height)).toBeLessThan(0.02);
  });
});
