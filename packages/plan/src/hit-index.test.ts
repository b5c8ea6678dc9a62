import { describe, expect, test } from "vitest";
import { AREA, LINE, POINT, mercatorX, mercatorY } from "./model/index.ts";
import { drawnLayer, randomFrom, seededPlan } from "./testing/index.ts";
import { createHitIndex, nearestFeature } from "./hit-index.ts";

const at = (longitude: number, latitude: number): readonly [number, number] => [
  mercatorX(longitude),
  mercatorY(latitude),
];

describe("under the pointer is", () => {
  const { geometry } = drawnLayer("a.kmz", [
    {
      kind: AREA,
      paths: [
        [0, 0, 10, 0, 10, 10, 0, 10],
        [4, 4, 6, 4, 6, 6, 4, 6],
      ],
    },
    { kind: AREA, paths: [[1, 1, 2, 1, 2, 2, 1, 2]] },
    { kind: LINE, paths: [[0, 8, 10, 8]] },
    { kind: POINT, paths: [[8, 3]] },
  ]);
  const index = createHitIndex(geometry);

  test.each<readonly [string, readonly [number, number], number | undefined]>([
    ["a line within the tolerance", at(5, 8.0005), 2],
    ["a point", at(8, 3.0005), 3],
    ["the outline of an area", at(10, 5), 0],
    ["the smallest area around it", at(1.5, 1.5), 1],
    ["the area around it", at(8, 6), 0],
    ["nothing in a hole", at(5, 5), undefined],
    ["nothing beside everything", at(20, 20), undefined],
  ])("%s", (_, place, feature) => {
    expect(nearestFeature(index, place, 100)).toBe(feature);
  });

  test("only what counts", () => {
    expect(nearestFeature(index, at(5, 8), 100, (feature) => feature !== 2)).toBe(0);
  });

  test("nothing on an empty map", () => {
    expect(
      nearestFeature(createHitIndex(drawnLayer("b", []).geometry), [0, 0], 1e9),
    ).toBeUndefined();
  });
});

test("the nearest line is the one found by measuring to all", () => {
  const geometry = seededPlan({ lines: 2000, areas: 0 });
  const index = createHitIndex(geometry);
  const random = randomFrom(3);
  let found = 0;
  for (let run = 0; run < 200; run++) {
    const [x, y] = at(115 + random() * 37, -38 + random() * 24);
    const distances = Array.from(geometry.kinds, (_, line) => distanceTo(line, x, y));
    const nearest = Math.min(...distances);
    const hit = nearestFeature(index, [x, y], 100_000);
    expect(hit === undefined ? undefined : distances[hit]).toBe(
      nearest <= 100_000 ? nearest : undefined,
    );
    if (hit !== undefined) found += 1;
  }
  expect(found).toBeGreaterThan(20);

  function distanceTo(line: number, x: number, y: number): number {
    const own = geometry.positions.subarray(line * 6, line * 6 + 6);
    return Math.min(...[0, 2].map((from) => toSegment(own.subarray(from, from + 4), x, y)));
  }
});

function toSegment([ax = 0, ay = 0, bx = 0, by = 0]: Float64Array, x: number, y: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const t = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(x - ax - t * dx, y - ay - t * dy);
}
