import { mercatorX, mercatorY } from "@swath/plan/model";
import { describe, expect, test } from "vitest";
import type { RasterView } from "../../map/map-layer.ts";
import { systemOf } from "./systems.ts";
import {
  levelFor,
  meshBounds,
  meshOf,
  paintPixels,
  pixelSide,
  placeIn,
  type RasterGrid,
  tilesWithin,
} from "./warp.ts";
import { latitudeOf, longitudeOf } from "@swath/plan/model";

const mga = systemOf(7855)!;

/** A picture around a place at a zoom of web maps. */
function viewAt(zoom: number, longitude = 145, latitude = -37, size = 1_000): RasterView {
  const resolution = (2 * Math.PI * 6_378_137) / 256 / 2 ** zoom;
  const left = mercatorX(longitude) - (size / 2) * resolution;
  const top = mercatorY(latitude) + (size / 2) * resolution;
  return { left, top, resolution, width: size, height: size, mapResolution: resolution };
}

describe("a picture in another system", () => {
  test.each([8, 10, 12, 14, 16, 18, 20, 22])(
    "is right to a twentieth of a pixel at zoom %d",
    (zoom) => {
      const view = viewAt(zoom);
      const mesh = meshOf(view, mga.forward);
      const side = pixelSide(mesh, view);
      let most = 0;
      for (const x of [0, 7.5, 100.3, 503, 777.7, 990])
        for (const y of [0.5, 8, 250.2, 499, 811, 995]) {
          const [px, py] = placeIn(mesh, x, y);
          const exact = mga.forward(
            longitudeOf(view.left + x * view.resolution),
            latitudeOf(view.top - y * view.resolution),
          );
          most = Math.max(most, Math.hypot(px - exact[0], py - exact[1]) / side);
        }
      expect(most).toBeLessThan(0.05);
    },
  );

  test("corners alone are not right: they miss by many pixels", () => {
    const view = viewAt(10);
    const at = (x: number, y: number) =>
      mga.forward(
        longitudeOf(view.left + x * view.resolution),
        latitudeOf(view.top - y * view.resolution),
      );
    const [a, b, middle] = [at(0, 0), at(1_000, 1_000), at(500, 500)];
    const side = pixelSide(meshOf(view, mga.forward), view);
    const miss = Math.hypot((a[0] + b[0]) / 2 - middle[0], (a[1] + b[1]) / 2 - middle[1]);
    expect(miss / side).toBeGreaterThan(1);
  });

  test("there and back is the same place", () => {
    for (const epsg of [7855, 28355, 32755, 3857, 4326]) {
      const system = systemOf(epsg)!;
      const [longitude, latitude] = system.inverse(...system.forward(145.1, -37.2));
      expect(longitude).toBeCloseTo(145.1, 8);
      expect(latitude).toBeCloseTo(-37.2, 8);
    }
  });

  test("a system far from WGS 84, or not known, has no place on the map", () => {
    expect(systemOf(20255)).toBeUndefined();
    expect(systemOf(2994)).toBeUndefined();
  });
});

const level = (times: number) => ({
  width: 600 / times,
  height: 400 / times,
  tileWidth: 256,
  tileHeight: 256,
  cellX: 0.5 * times,
  cellY: 0.5 * times,
});
const grid: RasterGrid = { west: 1_000, north: 5_000, levels: [level(1), level(2), level(4)] };

describe("levels and tiles", () => {
  test("the coarsest level is taken that is no coarser than the picture", () => {
    expect([0.1, 0.5, 0.9, 1, 1.99, 2, 50].map((side) => levelFor(grid, side))).toEqual([
      0, 0, 0, 1, 1, 2, 2,
    ]);
  });

  test("tiles are those that are in view, and none beyond", () => {
    expect(tilesWithin(grid, 0, [1_000, 4_900, 1_010, 4_999])).toEqual([[0, 0]]);
    expect(tilesWithin(grid, 0, [1_120, 4_860, 1_140, 4_880])).toEqual([
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ]);
    expect(tilesWithin(grid, 0, [0, 0, 9_000, 9_000])).toHaveLength(6);
    expect(tilesWithin(grid, 0, [2_000, 4_900, 2_100, 4_950])).toEqual([]);
    expect(tilesWithin(grid, 0, [900, 5_001, 990, 5_100])).toEqual([]);
  });
});

test("a pixel has the colour of the cell that its middle lies in, and none beyond the raster", () => {
  const view = viewAt(20, 145, -37, 40);
  const mesh = meshOf(view, mga.forward);
  const [minX, minY, maxX, maxY] = meshBounds(mesh);
  // One cell, whose upper left corner is in the middle of the picture.
  const [west, north] = [(minX + maxX) / 2, (minY + maxY) / 2];
  const one = { width: 1, height: 1, tileWidth: 1, tileHeight: 1, cellX: 2, cellY: 2 };
  const pixels = new Uint32Array(40 * 40);
  const read = {
    grid: { west, north, levels: [one] },
    level: 0,
    tileAt: () => Float32Array.of(7),
    none: undefined,
  };
  expect(paintPixels(pixels, view, mesh, [read], (value) => value)).toBe(true);
  for (let y = 0; y < 40; y += 1)
    for (let x = 0; x < 40; x += 1) {
      const [px, py] = placeIn(mesh, x + 0.5, y + 0.5);
      const isIn = px >= west && px < west + 2 && py <= north && py > north - 2;
      const nearEdge = [px - west, px - west - 2, py - north, py - north + 2].some(
        (off) => Math.abs(off) < 0.01,
      );
      if (!nearEdge) expect(pixels[y * 40 + x]).toBe(isIn ? 7 : 0);
    }
  pixels.fill(0);
  expect(paintPixels(pixels, view, mesh, [{ ...read, none: 7 }], (value) => value)).toBe(false);
});
