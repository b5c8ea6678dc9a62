import fc from "fast-check";
import { expect, test } from "vitest";
import { LowestHeights } from "../grid/index.ts";
import { newBlock } from "../points/index.ts";
import { classifyPoints, TerrainModel } from "./terrain-model.ts";
import { HighestPoints } from "./highest-points.ts";
import { fillHoles } from "./nearest-fill.ts";
import { objectCells } from "./provisional-terrain.ts";

const settings = { cell: 1, slope: 0.15, window: 18, scalar: 1.25, threshold: 0.5 };

const plainOpening = (field: readonly number[], width: number, radius: number): number[] => {
  const over = (from: readonly number[], choose: (...values: number[]) => number): number[] =>
    from.map((_, at) => {
      const near = from.filter((__, other) => {
        const dx = Math.abs((other % width) - (at % width));
        const dy = Math.abs(Math.floor(other / width) - Math.floor(at / width));
        return dx + dy <= radius;
      });
      return choose(...near);
    });
  return over(over(field, Math.min), Math.max);
};

test("an opening by diamonds finds what its definition finds", () => {
  const heights = fc
    .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 7 }))
    .chain(([width, height]) => {
      const bounds = { minLength: width * height, maxLength: width * height };
      return fc.tuple(fc.constant(width), fc.array(fc.integer({ min: 0, max: 40 }), bounds));
    });
  fc.assert(
    fc.property(heights, fc.integer({ min: 1, max: 6 }), ([width, field], radius) => {
      const expected = field.map(() => 0);
      let before = field;
      for (let size = 1; size <= radius; size += 1) {
        const opening = plainOpening(field, width, size);
        for (const at of field.keys()) if (before[at]! - opening[at]! > 2 * size) expected[at] = 1;
        before = opening;
      }
      const found = objectCells(Float32Array.from(field), width, { cell: 1, slope: 2, radius });
      expect([...found]).toEqual(expected);
    }),
    { numRuns: 100 },
  );
});

test("a hole is the mean of the eight nearest cells; known heights stay", () => {
  const surface = Float32Array.from([1, 2, 3, 4, Number.NaN, 6, 7, 8, 9, 100, 100, 100]);
  fillHoles(surface, 3);
  expect([...surface]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 100, 100, 100]);
});

test("a hole far from everything is filled too, and a surface without heights stays without", () => {
  const surface = new Float32Array(300 * 300).fill(Number.NaN);
  fillHoles(surface, 300);
  expect(surface.every(Number.isNaN)).toBe(true);
  surface.fill(5, 0, 20);
  fillHoles(surface, 300);
  expect(surface.every((value) => value === 5)).toBe(true);
});

test("whatever is known, filling leaves no hole and stays within the heights there are", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 90 }),
      fc.array(fc.tuple(fc.nat(8_099), fc.integer({ min: -50, max: 50 })), { minLength: 1 }),
      (width, known) => {
        const surface = new Float32Array(width * 90).fill(Number.NaN);
        for (const [at, value] of known) surface[at % surface.length] = value;
        fillHoles(surface, width);
        const values = known.map(([, value]) => value);
        expect(surface.every((value) => value >= Math.min(...values) - 1e-4)).toBe(true);
        expect(surface.every((value) => value <= Math.max(...values) + 1e-4)).toBe(true);
      },
    ),
    { numRuns: 50 },
  );
});

/** Height of a slope of 8 %, in m. */
const slope = (x: number, y: number): number => 100 + 0.08 * x + 0.03 * y;

/** What stands on the slope: a hall of 15 m, a tree, a pit of one point. */
function cloud(size: number) {
  const points: { x: number; y: number; z: number; truth: string }[] = [];
  for (let x = 0; x < size; x += 0.5)
    for (let y = 0; y < size; y += 0.5) {
      const hall = x >= 20 && x < 35 && y >= 20 && y < 35;
      const tree = Math.hypot(x - 50, y - 50) < 3;
      const [z, truth] = hall ? [slope(27, 27) + 6, "hall"] : [slope(x, y), "ground"];
      points.push(tree ? { x, y, z: z + 8, truth: "tree" } : { x, y, z, truth });
    }
  points.push({ x: 10.2, y: 10.2, z: slope(10, 10) - 30, truth: "pit" });
  points.push({ x: 60.2, y: 10.2, z: slope(60, 10) + 90, truth: "bird" });
  return points;
}

function classesOf(points: readonly { x: number; y: number; z: number }[]): Uint8Array {
  const lowest = new LowestHeights(1, 0, 0);
  const highest = new HighestPoints();
  for (const { x, y, z } of points) {
    lowest.add(x, y, z);
    highest.add(x, y, z);
  }
  const block = newBlock(points.length);
  block.count = points.length;
  for (const [at, { x, y, z }] of points.entries()) {
    [block.x[at], block.y[at], block.z[at]] = [x, y, z];
    [block.returnNumber[at], block.returnCount[at]] = [1, 1];
  }
  const classes = new Uint8Array(points.length);
  const terrain = new TerrainModel(lowest, settings);
  classifyPoints(block, { x: 1, y: 1, z: 1 }, terrain, highest, classes);
  return classes;
}

test("a slope with a hall, a tree, a pit and a bird is classified as it was made", () => {
  const points = cloud(80);
  const classes = classesOf(points);
  const counts: Record<string, Record<number, number>> = {};
  for (const [at, { truth }] of points.entries()) {
    const of = (counts[truth] ??= {});
    of[classes[at]!] = (of[classes[at]!] ?? 0) + 1;
  }
  expect(Object.keys(counts["hall"]!)).toEqual(["5"]);
  expect(Object.keys(counts["tree"]!)).toEqual(["5"]);
  expect(counts["pit"]).toEqual({ 7: 1 });
  expect(counts["bird"]).toEqual({ 7: 1 });
  const ground = counts["ground"]!;
  expect(ground[2]! / Object.values(ground).reduce((sum, count) => sum + count, 0)).toBe(1);
});

test("heights above the terrain make classes 3, 4 and 5; a return that is not last is never ground", () => {
  const points = cloud(40).filter(({ truth }) => truth === "ground");
  const added = [0.3, 0.8, 3, 7].map((above) => ({ x: 8.1, y: 8.1, z: slope(8, 8) + above }));
  expect(Array.from(classesOf([...points, ...added]).subarray(-4))).toEqual([2, 3, 4, 5]);
});

const withHall = (x: number, y: number): number =>
  slope(x, y) + (Math.abs(x - 1_024) < 9 && Math.abs(y - 1_024) < 9 ? 7 : 0);

test("a field filtered block by block gives what it gives as a whole", () => {
  // A hall stands across the corner of four blocks.
  const lowest = new LowestHeights(1, 0, 0);
  for (let x = 900; x < 1_150; x += 1)
    for (let y = 900; y < 1_150; y += 1) lowest.add(x + 0.5, y + 0.5, withHall(x, y));
  const whole = new TerrainModel(lowest, settings);
  const blocks = new TerrainModel(lowest, settings, 1);
  for (let x = 900.5; x < 1_150; x += 7)
    for (let y = 900.5; y < 1_150; y += 7) {
      expect(blocks.heightAbove(x, y, 0)).toBe(whole.heightAbove(x, y, 0));
      expect(blocks.toleranceAt(x, y)).toBe(whole.toleranceAt(x, y));
    }
  expect(blocks.heightAbove(2_000, 500, 0)).toBeNaN();
});

test("a hall longer than a block's edge is wide is found in all of its blocks", () => {
  // From x = 1,010 m to 1,120 m across the edge of blocks at 1,024 m.
  const wide = { ...settings, window: 60 };
  const lowest = new LowestHeights(1, 0, 0);
  for (let x = 800; x < 1_300; x += 1)
    for (let y = 100; y < 108; y += 1)
      lowest.add(x + 0.5, y + 0.5, x >= 1_010 && x < 1_120 ? 30 : 10);
  const blocks = new TerrainModel(lowest, wide, 1);
  for (let x = 800.5; x < 1_300; x += 1) expect(blocks.heightAbove(x, 104.5, 10)).toBe(0);
});
