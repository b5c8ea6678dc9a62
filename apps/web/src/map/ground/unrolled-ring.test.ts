import { expect, test } from "vitest";
import { loadCoast, unrolledRing } from "./load-coast.ts";

test("a ring across 180° goes on beyond it", () => {
  const ring = [
    [179, -16],
    [-179, -16],
    [-179, -17],
    [179, -16],
  ];
  expect(unrolledRing(ring)).toEqual([
    [179, -16],
    [181, -16],
    [181, -17],
    [179, -16],
  ]);
});

test("a ring around a pole closes along the edge of the map", () => {
  const ring = [-180, -90, 0, 90, 180].map((longitude) => [longitude, -70]);
  expect(unrolledRing(ring).slice(-3)).toEqual([
    [180, -85.05],
    [-180, -85.05],
    [-180, -70],
  ]);
});

test("no piece of the coast goes round the world but along its edge", async () => {
  const { positionStarts, positions } = await loadCoast();
  const ends = new Set(positionStarts);
  const edge = Math.max(...positions.filter((_, at) => at % 2 === 1).map(Math.abs));
  const long = Array.from({ length: positions.length / 2 - 1 }, (_, at) => at + 1).filter(
    (at) =>
      !ends.has(at) &&
      Math.abs(positions[at * 2]! - positions[at * 2 - 2]!) > 1e7 &&
      Math.abs(positions[at * 2 + 1]!) < edge,
  );
  expect(long).toEqual([]);
  expect(positions.length).toBeGreaterThan(50_000);
});
