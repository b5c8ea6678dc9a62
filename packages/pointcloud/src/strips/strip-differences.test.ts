import { describe, expect, test } from "vitest";
import { compareControl, controlFigures } from "./control-planes.ts";
import { sharedCells, stripPair } from "./strip-differences.ts";
import { StripGrid } from "./strip-grid.ts";
import { crossStrips, type PairDifference, solveShifts } from "./strip-shifts.ts";
import { stripDirection, stripSurface, type StripSurface } from "./strip-surface.ts";
import { randoms, syntheticSurface } from "./testing/synthetic-strips.ts";

const still = new Map<number, StripSurface>();
/** The strip that others are compared with, made once. */
function stillStrip(noise: number): StripSurface {
  const made = still.get(noise) ?? syntheticSurface({ x: [0, 300], y: [0, 120], seed: 1, noise });
  still.set(noise, made);
  return made;
}

const pairOf = (shift: { x?: number; y?: number; z?: number }, noise = 0.02) => {
  const a = stillStrip(noise);
  const b = syntheticSurface({ x: [0, 300], y: [40, 160], seed: 2, noise, shift });
  return stripPair("a", "b", sharedCells(a, b))!;
};

/** A plain of 60 m. */
const flat = (seed: number) => {
  const { uniform, normal } = randoms(seed);
  const grid = new StripGrid(1);
  for (let n = 0; n < 20_000; n++) grid.add(60 * uniform(), 60 * uniform(), 5 + 0.02 * normal());
  return stripSurface(grid);
};

/** A slope of 36 %. */
const slopeHeight = (x: number, y: number): number => 40 + 0.3 * x - 0.2 * y;

const pointAt = (x: number, y: number) => ({ name: "", x, y, z: slopeHeight(x, y) });

describe("strip differences", () => {
  test.each([-0.12, 0, 0.044, 0.3])("a height shift of %f m is found within 5 mm", (z) => {
    const pair = pairOf({ z });
    expect(Math.abs(pair.median - z)).toBeLessThan(0.002);
    expect(Math.abs(pair.dz - z)).toBeLessThan(0.002);
    expect(pair.rms).toBeGreaterThan(Math.abs(z) - 0.002);
  });

  test.each([
    { x: 0.2, y: 0 },
    { x: 0, y: -0.2 },
    { x: -0.3, y: 0.15, z: 0.1 },
  ])("a horizontal shift of $x, $y m is found within 2 cm", (shift) => {
    const pair = pairOf(shift);
    expect(Math.abs(pair.dx! - shift.x)).toBeLessThan(0.02);
    expect(Math.abs(pair.dy! - shift.y)).toBeLessThan(0.02);
    expect(Math.abs(pair.dz - (shift.z ?? 0))).toBeLessThan(0.005);
  });

  test("strips without noise and without a shift do not differ", () => {
    const pair = pairOf({}, 0);
    expect(Math.abs(pair.median)).toBeLessThan(0.001);
    expect(Math.hypot(pair.dx!, pair.dy!)).toBeLessThan(0.01);
  });

  test("cells that differ since one line saw a roof's edge or a tree leave the RMS as it is", () => {
    const { uniform, normal } = randoms(3);
    const cells = (share: number, shift: number) => {
      const shared = sharedCells(flat(1), flat(2));
      for (let at = 0; at < shared.count; at++) {
        shared.difference[at] = shift + 0.01 * normal();
        if (uniform() < share) shared.difference[at]! += 0.3 * uniform();
      }
      return stripPair("a", "b", shared)!;
    };
    for (const shift of [0, 0.1]) {
      const rms = Math.hypot(shift, 0.01);
      expect(Math.abs(cells(0, shift).rms / rms - 1)).toBeLessThan(0.05);
      expect(Math.abs(cells(0.04, shift).rms / rms - 1)).toBeLessThan(0.05);
    }
  });

  test("a horizontal shift on a plain is not claimed to be known", () => {
    const pair = stripPair("a", "b", sharedCells(flat(1), flat(2)))!;
    expect(pair.cells).toBeGreaterThan(3_000);
    expect(pair.dx).toBeNull();
  });

  test("strips that share fewer than 20 cells are no pair", () => {
    const a = syntheticSurface({ x: [0, 50], y: [0, 50] });
    const b = syntheticSurface({ x: [0, 50], y: [49, 99] });
    const apart = syntheticSurface({ x: [500, 550], y: [0, 50] });
    expect(stripPair("a", "b", sharedCells(a, b), 100)).toBeUndefined();
    expect(stripPair("a", "b", sharedCells(a, apart))).toBeUndefined();
  });

  test("points that are no numbers, or beyond the earth, are none", () => {
    const grid = new StripGrid(1);
    grid.add(Number.NaN, 0, 1);
    grid.add(0, 0, Number.NaN);
    grid.add(1e300, 0, 1);
    grid.add(0, -1e12, 1);
    expect(grid.tiles.size).toBe(0);
  });

  test("control points are compared along the slope of their cell, and where there is one alone", () => {
    const surfaces = [0, 0.1].map((shift) => {
      const { uniform } = randoms(5);
      const grid = new StripGrid(1);
      for (let n = 0; n < 5_000; n++) {
        const [x, y] = [20 * uniform(), 20 * uniform()];
        grid.add(x, y, slopeHeight(x, y) + shift);
      }
      return stripSurface(grid);
    });
    const compared = compareControl(
      [pointAt(7.05, 8.95), pointAt(12.9, 3.1), pointAt(50, 5), pointAt(0.5, 9)],
      surfaces,
    );
    expect(compared.map(({ lines }) => lines)).toEqual([2, 2, 0, 0]);
    for (const { difference } of compared.slice(0, 2))
      expect(Math.abs(difference! - 0.05)).toBeLessThan(0.01);
    expect(compared[2]!.difference).toBeNull();
    expect(controlFigures(compared)).toMatchObject({ count: 2 });
    expect(Math.abs(controlFigures(compared).rms! - 0.05)).toBeLessThan(0.01);
    expect(controlFigures([])).toEqual({ count: 0, median: null, rms: null });
  });

  test("strips at negative coordinates and millions of metres away differ alike", () => {
    const [x, y] = [-4_000_000.25, 6_000_000.5];
    const grids = [0, 0.1].map((shift) => {
      const { uniform } = randoms(9);
      const grid = new StripGrid(1);
      for (let n = 0; n < 5_000; n++) grid.add(x + 20 * uniform(), y + 20 * uniform(), 100 + shift);
      return stripSurface(grid);
    });
    const pair = stripPair("a", "b", sharedCells(grids[0]!, grids[1]!))!;
    expect(pair.median).toBeCloseTo(0.1, 4);
  });
});

const difference = (a: string, b: string, median: number): PairDifference => ({
  a,
  b,
  median,
  cells: 1_000,
});

describe("shifts of lines", () => {
  test("a line that jumped is moved back, the others stay", () => {
    const pairs = [
      difference("1", "2", 0.1),
      difference("2", "3", -0.1),
      difference("3", "4", 0),
      difference("1", "x", 0),
    ];
    const shifts = solveShifts(["1", "2", "3", "4", "x"], pairs, new Set(["x"]));
    expect(shifts.get("2")).toBeCloseTo(-0.1, 9);
    for (const line of ["1", "3", "4", "x"]) expect(shifts.get(line)).toBeCloseTo(0, 9);
  });

  test("where pairs contradict each other the cross-strip is believed", () => {
    const pairs = [difference("1", "2", 0.04), difference("1", "x", 0), difference("2", "x", 0)];
    const shifts = solveShifts(["1", "2", "x"], pairs, new Set(["x"]));
    expect(Math.abs(shifts.get("2")! - shifts.get("1")!)).toBeLessThan(0.015);
    const alike = solveShifts(["1", "2", "x"], pairs);
    expect(Math.abs(alike.get("2")! - alike.get("1")!)).toBeGreaterThan(0.02);
  });

  test("lines that nothing ties together, and a line alone, keep their heights", () => {
    const pairs = [difference("1", "2", 0.1), difference("3", "4", 0.2)];
    const shifts = solveShifts(["1", "2", "3", "4", "5"], pairs);
    expect(shifts.get("1")! - shifts.get("2")!).toBeCloseTo(0.1, 9);
    expect(shifts.get("3")! - shifts.get("4")!).toBeCloseTo(0.2, 9);
    expect(shifts.get("5")).toBe(0);
  });

  test("planted shifts of five lines and a cross-strip vanish within 5 mm", () => {
    const planted = [0, 0.05, -0.08, 0.02, 0.12, 0];
    const surfaces = planted.map((z, n) =>
      n === 5
        ? syntheticSurface({ x: [100, 160], y: [0, 260], shift: { z }, seed: 60, density: 5 })
        : syntheticSurface({ x: [0, 300], y: [50 * n, 50 * n + 70], shift: { z }, seed: n }),
    );
    const lines = planted.map((_, n) => String(n));
    const pairs = lines.flatMap((a, n) =>
      lines.slice(n + 1).flatMap((b) => {
        const shared = sharedCells(surfaces[n]!, surfaces[Number(b)]!);
        return stripPair(a, b, shared) ?? [];
      }),
    );
    expect(pairs.length).toBe(9);
    const directions = surfaces.map(stripDirection);
    const across = crossStrips(new Map(lines.map((line, n) => [line, directions[n]!])));
    expect(across).toEqual(new Set(["5"]));
    const shifts = solveShifts(lines, pairs, across);
    for (const [n, z] of planted.entries())
      expect(Math.abs(z + shifts.get(String(n))! - shifts.get("5")!)).toBeLessThan(0.005);
  });
});
