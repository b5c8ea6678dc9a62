import { expect, test } from "vitest";
import { freeArray } from "./strip-grid.ts";
import { chooseOverlaps, countShared, type StripOverlap } from "./strip-surface.ts";
import { syntheticSurface } from "./testing/synthetic-strips.ts";

/** Every two of the lines; the later they are, the fewer cells. */
const everyTwo = (lines: readonly string[]): StripOverlap[] =>
  lines.flatMap((a, n) =>
    lines.slice(n + 1).map((b, m) => ({ a, b, cells: 100_000 - 100 * n - m })),
  );

const named = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => `${name}${n}`);

const countOf = (overlaps: readonly StripOverlap[], line: string): number =>
  overlaps.filter(({ a, b }) => a === line || b === line).length;

test("where lines have few neighbours all overlaps are compared, in their order", () => {
  const lines = named("l", 40);
  const beside = lines.slice(1).map((b, n) => ({ a: lines[n]!, b, cells: 50 + ((n * 7) % 11) }));
  const across = lines.map((a) => ({ a, b: "x", cells: 20 }));
  const overlaps = [...beside, ...across];
  expect(chooseOverlaps(overlaps, 5)).toEqual(overlaps);
});

test("of lines that overlap many others the largest overlaps are compared, as many as a line may have", () => {
  const lines = named("l", 60);
  const overlaps = everyTwo(lines);
  const chosen = chooseOverlaps(overlaps, 5);
  expect(chosen.length).toBeLessThanOrEqual(60 * 6);
  for (const line of lines) expect(countOf(chosen, line)).toBeGreaterThanOrEqual(5);
  expect(chosen).toContain(overlaps[0]);
  expect(chosen).not.toContain(overlaps.at(-1));
});

test("the one overlap that ties two places together is compared, however small it is", () => {
  const [here, there] = [named("h", 30), named("t", 30)];
  const bridge = { a: "h3", b: "t4", cells: 20 };
  const overlaps = [...everyTwo(here), ...everyTwo(there), bridge];
  expect(chooseOverlaps(overlaps, 5)).toContain(bridge);
  const second = { a: "h5", b: "t6", cells: 20 };
  expect(chooseOverlaps([...overlaps, second], 5)).not.toContain(second);
});

test("the cells that two strips share are counted", () => {
  const a = syntheticSurface({ x: [-100, 90], y: [0, 80], seed: 1 });
  const b = syntheticSurface({ x: [-20, 120], y: [30, 150], seed: 2, density: 3 });
  let count = 0;
  for (let i = -120; i < 150; i++)
    for (let j = -20; j < 170; j++) if (!Number.isNaN(a.height(i, j) + b.height(i, j))) count++;
  expect(count).toBeGreaterThan(1_000);
  expect(countShared(a, b)).toBe(count);
  const apart = syntheticSurface({ x: [500, 550], y: [0, 50] });
  expect(countShared(a, apart)).toBeUndefined();
});

test("the memory of an array that is freed is free at once", () => {
  const array = new Float32Array(16_000_000);
  const before = process.memoryUsage().arrayBuffers;
  freeArray(array);
  expect(before - process.memoryUsage().arrayBuffers).toBeGreaterThan(60_000_000);
  expect(array.length).toBe(0);
});
