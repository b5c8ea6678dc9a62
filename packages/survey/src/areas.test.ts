import fc from "fast-check";
import { expect, test } from "vitest";
import { areaNumber, numberedAreas, ClipArea, type Edge, RingBands } from "./areas.ts";

test.each([
  ["AOI 2", 2],
  ["aoi_02", 2],
  ["PRJ00001_AOI012", 12],
  ["A.O.I. 3 north", 3],
  ["AOI No. 4", 4],
  ["AOI-5 of 7", 5],
  ["AOI", undefined],
  ["AOI 0", undefined],
  ["Naoi 3", undefined],
  ["Area 2", undefined],
  ["AOI 123456", undefined],
])("%s is area %s", (name, number) => {
  expect(areaNumber(name)).toBe(number);
});

const SQUARE = [
  [0, 0],
  [10, 0],
  [10, 10],
  [0, 10],
] as const;

test("areas are gathered by number; lines, other areas and what encloses nothing are none", () => {
  const path = { crossStrip: false, positions: SQUARE, area: true };
  const areas = numberedAreas([
    { ...path, name: "AOI 1" },
    { ...path, name: "AOI 2 west" },
    { ...path, name: "AOI 2 east" },
    { ...path, name: "AOI 3", area: false },
    { ...path, name: "AOI 4", positions: SQUARE.slice(0, 2) },
    { ...path, name: "Town" },
  ]);
  expect([...areas].map(([number, rings]) => [number, rings.length])).toEqual([
    [1, 1],
    [2, 2],
  ]);
});

test("a line is cut where it enters and leaves; height and time are interpolated", () => {
  const area = new ClipArea([SQUARE]);
  expect(
    area.clip([
      [-10, 5, 100, 0],
      [5, 5, 130, 30],
      [20, 5, 160, 60],
    ]),
  ).toEqual([
    [
      [0, 5, 120, 20],
      [5, 5, 130, 30],
      [10, 5, 140, 40],
    ],
  ]);
  expect(
    area.clip([
      [11, 5],
      [20, 5],
    ]),
  ).toEqual([]);
  expect(
    area.clip([
      [1, 5],
      [2, 5],
    ]),
  ).toEqual([
    [
      [1, 5],
      [2, 5],
    ],
  ]);
});

test("a line that leaves and comes back has two stretches, also within one segment", () => {
  const horseshoe = [
    [0, 0],
    [10, 0],
    [10, 10],
    [7, 10],
    [7, 3],
    [3, 3],
    [3, 10],
    [0, 10],
    [0, 0],
  ] as const;
  expect(
    new ClipArea([horseshoe]).clip([
      [-1, 5],
      [11, 5],
    ]),
  ).toEqual([
    [
      [0, 5],
      [3, 5],
    ],
    [
      [7, 5],
      [10, 5],
    ],
  ]);
  expect(
    new ClipArea([SQUARE]).clip([
      [5, 5],
      [15, 5],
      [15, 6],
      [5, 6],
    ]),
  ).toEqual([
    [
      [5, 5],
      [10, 5],
    ],
    [
      [10, 6],
      [5, 6],
    ],
  ]);
});

test("a line of one vertex has no stretch in an area, where it lies in it either", () => {
  const area = new ClipArea([
    [
      [0, 0],
      [9, 0],
      [9, 9],
      [0, 9],
    ],
  ]);
  expect(area.clip([[5, 5]])).toEqual([]);
});

test("two areas are one where they meet or overlap", () => {
  const east = SQUARE.map(([x, y]) => [x + 8, y] as const);
  expect(
    new ClipArea([SQUARE, east]).clip([
      [-1, 5],
      [30, 5],
    ]),
  ).toEqual([
    [
      [0, 5],
      [18, 5],
    ],
  ]);
});

test("an area over 180° east takes lines from both sides", () => {
  const ring = [
    [179, 0],
    [-179, 0],
    [-179, 2],
    [179, 2],
  ] as const;
  const area = new ClipArea([ring]);
  const [stretch = []] = area.clip([
    [178, 1],
    [-179.5, 1],
    [-178, 1],
  ]);
  expect(stretch.map(([x]) => ((x + 360) % 360).toFixed(6))).toEqual([
    "179.000000",
    "180.500000",
    "181.000000",
  ]);
  expect(area.has([180, 1])).toBe(true);
  expect(area.has([0, 1])).toBe(false);
});

/** The even-odd rule, edge by edge. */
const holds = (ring: readonly (readonly number[])[], x: number, y: number): boolean => {
  let inside = false;
  for (let at = 0, last = ring.length - 1; at < ring.length; last = at, at += 1) {
    const [[ax = 0, ay = 0], [bx = 0, by = 0]] = [ring[at]!, ring[last]!];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
};

test("whatever the ring, a place between two cuts is inside as the ring's own parity says", () => {
  const number = fc.integer({ min: -400, max: 400 }).map((value) => value / 7);
  const place = fc.tuple(number, number);
  fc.assert(
    fc.property(
      fc.array(place, { minLength: 3, maxLength: 12 }),
      place,
      place,
      (ring, from, to) => {
        for (const stretch of new ClipArea([ring]).clip([from, to])) {
          const [start, end] = [stretch[0]!, stretch.at(-1)!];
          if (Math.hypot(end[0] - start[0], end[1] - start[1]) < 1e-6) continue;
          const within = (index: 0 | 1): number =>
            start[index] + 0.37 * (end[index] - start[index]);
          expect(holds(ring, within(0), within(1))).toBe(true);
        }
      },
    ),
    { numRuns: 500 },
  );
});

test("an edge is looked at where it passes alone: of 10,000 a few for each place", () => {
  let looks = 0;
  class SeenEdge extends Array<number> {
    override [Symbol.iterator]() {
      looks += 1;
      return super[Symbol.iterator]();
    }
  }
  const ring = Array.from({ length: 10_000 }, (_, n) => {
    const angle = (n / 10_000) * 2 * Math.PI;
    return [Math.cos(angle) * 10, Math.sin(angle) * 10] as const;
  });
  const edges = ring.map(([x, y], n) => {
    const [toX, toY] = ring[(n + 1) % ring.length]!;
    return SeenEdge.of(x, y, toX, toY) as readonly number[] as Edge;
  });
  const bands = new RingBands(edges);
  looks = 0;
  const places = Array.from({ length: 200 }, (_, n) => [-20 + n / 5, (n % 7) / 1_000] as const);
  for (const [x, y] of places) {
    expect(bands.holds(x, y)).toBe(Math.hypot(x, y) < 10);
    bands.crossings([x, y, x + 0.2, y]);
  }
  expect(looks).toBeLessThan((places.length * edges.length) / 50);
});
