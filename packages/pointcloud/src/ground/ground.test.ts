import { expect, test } from "vitest";
import { newBlock } from "../points/index.ts";
import { classifyPoints } from "./classify-points.ts";
import { CrowdedBoxes } from "./crowded-boxes.ts";
import { LowestPoints } from "./lowest-points.ts";
import { SURFACE } from "./surface-of-cells.ts";
import { TerrainModel } from "./terrain-model.ts";

const settings = { step: 0.8, threshold: 0.15, building: 12 };

interface MadePoint {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly truth?: string;
  /** Returns of its pulse, of which it is the last. */
  readonly returns?: number;
}

function lowestOf(points: readonly MadePoint[]) {
  const [lowest, boxes] = [new LowestPoints(1, 0, 0), new CrowdedBoxes()];
  for (const { x, y, z, returns = 1 } of points) {
    boxes.add(x, y, z);
    lowest.add(x, y, z, returns > 1);
  }
  return { lowest, boxes };
}

function classesOf(points: readonly MadePoint[]): number[] {
  const { lowest, boxes } = lowestOf(points);
  const block = newBlock(points.length);
  block.count = points.length;
  for (const [at, { x, y, z, returns = 1 }] of points.entries()) {
    [block.x[at], block.y[at], block.z[at]] = [x, y, z];
    [block.returnNumber[at], block.returnCount[at]] = [returns, returns];
  }
  const classes = new Uint8Array(points.length);
  const terrain = new TerrainModel(lowest, settings);
  classifyPoints(block, { x: 1, y: 1, z: 1 }, { terrain, boxes }, settings.threshold, classes);
  return [...classes];
}

/** Share of the points of each kind that have each class. */
function tally(points: readonly MadePoint[]): Record<string, Record<number, number>> {
  const classes = classesOf(points);
  const counts: Record<string, Record<number, number>> = {};
  for (const [at, { truth = "" }] of points.entries()) {
    const of = (counts[truth] ??= {});
    of[classes[at]!] = (of[classes[at]!] ?? 0) + 1;
  }
  return counts;
}

/** Points half a metre apart over a square; what a place holds is told by `at`, undefined for nothing. */
function field(
  size: number,
  at: (x: number, y: number) => { z: number; truth: string; returns?: number } | undefined,
): MadePoint[] {
  const points: MadePoint[] = [];
  for (let x = 0.2; x < size; x += 0.5)
    for (let y = 0.2; y < size; y += 0.5) {
      const found = at(x, y);
      if (found !== undefined) points.push({ x, y, ...found });
    }
  return points;
}

/** Height of a slope of 8 %, in m. */
const slope = (x: number, y: number): number => 100 + 0.08 * x + 0.03 * y;
/** Numbers between 0 and 1 that seem random. */
const noise = (x: number, y: number): number =>
  Math.abs((Math.sin(x * 12.9898 + y * 78.233) * 43_758.5453) % 1);

test("a slope with a hall, a tree, pits and a bird is classified as it was made", () => {
  const points = field(80, (x, y) => {
    if (x >= 20 && x < 35 && y >= 20 && y < 35) return { z: slope(27, 27) + 6, truth: "hall" };
    const z = slope(x, y);
    if (Math.hypot(x - 50, y - 50) < 3)
      return { z: z + 6 + 3 * noise(x, y), truth: "tree", returns: 2 };
    return { z, truth: "ground" };
  });
  for (const deep of [2, 3, 5, 30])
    points.push({ x: 9 + deep, y: 10.3, z: slope(9 + deep, 10.3) - deep, truth: "pit" });
  points.push({ x: 60.2, y: 10.2, z: slope(60, 10) + 90, truth: "bird" });
  const counts = tally(points);
  expect(Object.keys(counts["hall"]!)).toEqual(["6"]);
  expect(Object.keys(counts["tree"]!)).toEqual(["5"]);
  expect(counts["pit"]).toEqual({ 7: 4 });
  expect(counts["bird"]).toEqual({ 18: 1 });
  expect(Object.keys(counts["ground"]!)).toEqual(["2"]);
});

test("low points side by side are noise too, and the ground above them is found", () => {
  const points = field(30, (x, y) => ({ z: slope(x, y), truth: "ground" }));
  for (const [dx, deep] of [
    [0, 4],
    [1, 2.5],
    [2, 3],
  ] as const)
    points.push({ x: 14.1 + dx, y: 14.1, z: slope(14, 14) - deep, truth: "low" });
  const counts = tally(points);
  expect(counts["low"]).toEqual({ 7: 3 });
  expect(Object.keys(counts["ground"]!)).toEqual(["2"]);
});

test("heights above the ground make classes 3, 4 and 5; a return that is not last is never ground", () => {
  const points = field(40, (x, y) => ({ z: slope(x, y), truth: "ground" }));
  const added = [0.4, 3, 7].map((above) => ({ x: 8.1, y: 8.1, z: slope(8, 8) + above }));
  expect(classesOf([...points, ...added]).slice(-3)).toEqual([3, 4, 5]);
  const block = newBlock(1);
  block.count = 1;
  [block.x[0], block.y[0], block.z[0]] = [8.1, 8.1, slope(8.1, 8.1)];
  [block.returnNumber[0], block.returnCount[0]] = [1, 2];
  const { lowest, boxes } = lowestOf(points);
  const terrain = new TerrainModel(lowest, settings);
  const classes = new Uint8Array(1);
  classifyPoints(block, { x: 1, y: 1, z: 1 }, { terrain, boxes }, 0.15, classes);
  expect([...classes]).toEqual([1]);
});

test("terraces with walls are ground up to their edges, a slope of 50° is", () => {
  const terraces = field(60, (x, y) => ({
    z: 50 + (y > 10 && y < 50 ? 2.5 * Math.floor(x / 8) : (2.5 * x) / 8),
    truth: "ground",
  }));
  const counts = tally(terraces)["ground"]!;
  expect(counts[2]! / terraces.length).toBeGreaterThan(0.97);
  const steep = field(60, (x, y) => ({
    z: 50 + 1.2 * Math.max(0, Math.min(30, x - 15)) + 0.1 * y,
    truth: "ground",
  }));
  expect(tally(steep)["ground"]![2]! / steep.length).toBeGreaterThan(0.995);
});

test("a hall of 90 m by 60 m is a building, and the terrain goes on under it", () => {
  const points = field(130, (x, y) =>
    x > 20 && x < 110 && y > 30 && y < 90
      ? { z: 109, truth: "hall" }
      : { z: 100 + 0.02 * x, truth: "ground" },
  );
  const counts = tally(points);
  expect(Object.keys(counts["hall"]!)).toEqual(["6"]);
  const terrain = new TerrainModel(lowestOf(points).lowest, settings);
  expect(Math.abs(terrain.terrainAt(65, 60) - 101.3)).toBeLessThan(0.3);
});

/** A valley 6 m deep along y, from x = 30 to 50, with decks over it. */
const valley = (x: number): number => 100 - Math.max(0, Math.min(6, 2 * (12 - Math.abs(x - 40))));

test.each([
  ["narrow", 6],
  ["wide", 28],
])("a %s bridge is one, and the ground under it that of the valley beside", (_, width) => {
  const isDeck = (x: number, y: number): boolean =>
    Math.abs(x - 40) < 12 && Math.abs(y - 40) < width / 2;
  const points = field(80, (x, y) =>
    isDeck(x, y) ? { z: 100, truth: "bridge" } : { z: valley(x), truth: "ground" },
  );
  const counts = tally(points);
  const deck = counts["bridge"]!;
  expect(deck[17]! / Object.values(deck).reduce((sum, each) => sum + each, 0)).toBeGreaterThan(
    0.93,
  );
  const terrain = new TerrainModel(lowestOf(points).lowest, settings);
  expect(terrain.kindAt(40, 40)).toBe(SURFACE.bridge);
  expect(terrain.terrainAt(40, 40)).toBeLessThan(96.5);
});

test("a pier that ends in the air is no bridge", () => {
  const points = field(80, (x, y) =>
    x > 28 && x < 40 && Math.abs(y - 40) < 4
      ? { z: 100, truth: "pier" }
      : { z: valley(x), truth: "ground" },
  );
  expect(tally(points)["pier"]![17]).toBeUndefined();
});

test("water is where most pulses fail and the others lie level; a gap without any is not", () => {
  const points = field(80, (x, y) => {
    if (Math.hypot(x - 40, y - 40) < 22)
      return noise(x, y) < 0.12 ? { z: 98, truth: "water" } : undefined;
    if (x > 66 && x < 72 && y > 20 && y < 60) return undefined;
    return { z: 98.3 + 0.02 * x + 0.3 * noise(x, y) * 0.1, truth: "ground" };
  });
  const counts = tally(points);
  const water = counts["water"]!;
  expect(water[9]! / Object.values(water).reduce((sum, each) => sum + each, 0)).toBeGreaterThan(
    0.85,
  );
  expect(counts["ground"]![9] ?? 0).toBeLessThan(20);
});

test("in closed shrubs the few returns from the ground are ground, and leaves are not", () => {
  const points = field(60, (x, y) => {
    const ground = 100 + 0.3 * x;
    if (Math.hypot(x - 30, y - 30) > 20) return { z: ground, truth: "ground" };
    if (noise(x, y) < 0.25) return { z: ground, truth: "ground" };
    return { z: ground + 0.35 + 1.2 * noise(y, x), truth: "shrub" };
  });
  const counts = tally(points);
  expect((counts["shrub"]![2] ?? 0) / points.length).toBeLessThan(0.005);
  const ground = counts["ground"]!;
  expect(ground[2]! / Object.values(ground).reduce((sum, each) => sum + each, 0)).toBeGreaterThan(
    0.99,
  );
});

test("a field seen block by block has the surfaces that it has as a whole", () => {
  // A hall stands across the corner of four blocks.
  const lowest = new LowestPoints(1, 0, 0);
  for (let x = 900.5; x < 1_150; x += 1)
    for (let y = 900.5; y < 1_150; y += 1) {
      const isHall = Math.abs(x - 1_024) < 9 && Math.abs(y - 1_024) < 9;
      lowest.add(x, y, isHall ? 220 : 0.08 * x + 0.03 * y, false);
    }
  const [whole, blocks] = [
    new TerrainModel(lowest, settings),
    new TerrainModel(lowest, settings, 1),
  ];
  for (let x = 900; x < 1_150; x += 3)
    for (let y = 900; y < 1_150; y += 3) {
      expect(blocks.kindAt(x, y)).toBe(whole.kindAt(x, y));
      expect(Math.abs(blocks.terrainAt(x, y) - whole.terrainAt(x, y))).toBeLessThan(0.01);
    }
  expect(blocks.kindAt(1_024, 1_024)).toBe(SURFACE.building);
  expect(blocks.terrainAt(2_000, 500)).toBeNaN();
});
