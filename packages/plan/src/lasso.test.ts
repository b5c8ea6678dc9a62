import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  AREA,
  COLLECTION,
  GeometryBuilder,
  LINE,
  type PartKind,
  type PlanGeometry,
  POINT,
} from "./model/index.ts";
import { randomFrom } from "./testing/index.ts";
import { lassoFeatures, lassoOf, simplifyLasso } from "./lasso.ts";

type Path = readonly (readonly [number, number])[];
interface Feature {
  readonly parts: readonly {
    readonly kind: PartKind;
    readonly path: Path;
    readonly hole?: boolean;
  }[];
}

function geometryOf(features: readonly Feature[]): PlanGeometry {
  const builder = new GeometryBuilder("any");
  for (const [index, { parts }] of features.entries()) {
    for (const { kind, path, hole = false } of parts) {
      for (const [x, y] of path) builder.add(x, y);
      if (kind === AREA) builder.endRing(AREA, !hole);
      else builder.endPart(kind);
    }
    builder.endFeature(`${index}`, "");
  }
  return builder.finish();
}

const hits = (
  ring: Path,
  features: readonly Feature[],
  filter: "all" | "aoi" | "lines" = "all",
) => {
  const lasso = lassoOf(Float64Array.from(ring.flat()));
  return lasso === undefined ? undefined : [...lassoFeatures(lasso, geometryOf(features), filter)];
};

const SQUARE: Path = [
  [0, 0],
  [10, 0],
  [10, 10],
  [0, 10],
];
const drawn = (kind: PartKind, ...path: Path): Feature => ({ parts: [{ kind, path }] });

describe("the lasso takes", () => {
  test.each<readonly [string, Feature]>([
    ["a point inside", drawn(POINT, [5, 5])],
    ["a point on its edge", drawn(POINT, [10, 5])],
    ["a point on its corner", drawn(POINT, [10, 10])],
    ["a line inside", drawn(LINE, [1, 1], [9, 9])],
    ["a line through it, both ends outside", drawn(LINE, [-5, 5], [15, 5])],
    ["a line that touches its edge", drawn(LINE, [10, 5], [20, 5])],
    ["a line along its edge", drawn(LINE, [10, -5], [10, 15])],
    ["an area inside", drawn(AREA, [1, 1], [2, 1], [2, 2])],
    ["an area that crosses it", drawn(AREA, [5, 5], [20, 5], [20, 6])],
    ["an area around it", drawn(AREA, [-5, -5], [15, -5], [15, 15], [-5, 15])],
  ])("%s", (_, feature) => {
    expect(hits(SQUARE, [feature])).toEqual([0]);
  });

  test.each<readonly [string, Feature]>([
    ["a point beside it", drawn(POINT, [11, 5])],
    ["a line beside it whose box covers it", drawn(LINE, [-20, 5], [5, 30])],
    ["a line around it", drawn(LINE, [-5, -5], [15, -5], [15, 15], [-5, 15], [-5, -5])],
    ["an area beside it", drawn(AREA, [11, 0], [12, 0], [12, 9])],
  ])("not %s", (_, feature) => {
    expect(hits(SQUARE, [feature])).toEqual([]);
  });

  const OUTER: Path = [
    [-50, -50],
    [50, -50],
    [50, 50],
    [-50, 50],
  ];
  const HOLE: Path = [
    [-20, -20],
    [20, -20],
    [20, 20],
    [-20, 20],
  ];

  test("not an area in whose hole it lies, but one that holds it once more", () => {
    const holed = {
      parts: [
        { kind: AREA, path: OUTER },
        { kind: AREA, path: HOLE, hole: true },
      ],
    } as const;
    const island = [
      [-15, -15],
      [15, -15],
      [15, 15],
      [-15, 15],
    ] as const;
    expect(hits(SQUARE, [holed])).toEqual([]);
    expect(hits(SQUARE, [{ parts: [...holed.parts, { kind: AREA, path: island }] }])).toEqual([0]);
  });

  test("an area of two that overlap around it", () => {
    expect(
      hits(SQUARE, [
        {
          parts: [
            { kind: AREA, path: OUTER },
            { kind: AREA, path: OUTER },
          ],
        },
      ]),
    ).toEqual([0]);
  });

  test("by the radio: AOI's are all but lines, flight lines all but areas", () => {
    const both: Feature = {
      parts: [
        { kind: POINT, path: [[5, 5]] },
        { kind: LINE, path: SQUARE },
      ],
    };
    const features = [
      drawn(POINT, [5, 5]),
      drawn(LINE, [1, 1], [2, 2]),
      drawn(AREA, [1, 1], [2, 1], [2, 2]),
      both,
    ];
    expect(geometryOf(features).kinds[3]).toBe(COLLECTION);
    expect(hits(SQUARE, features, "aoi")).toEqual([0, 2, 3]);
    expect(hits(SQUARE, features, "lines")).toEqual([0, 1, 3]);
  });

  test("nothing with fewer than three corners, and nothing inside where it has no height", () => {
    expect(
      hits(
        [
          [0, 0],
          [1, 1],
        ],
        [drawn(POINT, [0, 0])],
      ),
    ).toBeUndefined();
    expect(
      hits(
        [
          [0, 0],
          [9, 0],
          [3, 0],
        ],
        [drawn(POINT, [5, 0]), drawn(POINT, [5, 1])],
      ),
    ).toEqual([0]);
  });
});

/** Every edge against every edge, every point against every edge, without bands. */
function naive(ring: Path, { parts }: Feature): boolean {
  const lasso = closed(ring);
  const touches = parts.some(({ kind, path }) => {
    const own = kind === AREA ? closed(path) : path;
    if (own.some((point) => within(lasso, point))) return true;
    const segments =
      own.length === 1 ? [[own[0], own[0]]] : own.slice(1).map((to, at) => [own[at], to]);
    return segments.some(([a, b]) => lasso.slice(1).some((d, at) => meet(a, b, lasso[at], d)));
  });
  const corner = ring[0] ?? [0, 0];
  const around = parts.filter(({ kind, path }) => kind === AREA && within(closed(path), corner));
  return touches || around.reduce((sum, { hole = false }) => sum + (hole ? -1 : 1), 0) > 0;
}

type Point = readonly [number, number] | undefined;
const closed = (path: Path): Path => [...path, path[0] ?? [0, 0]];
const side = (a: Point, b: Point, [x, y]: readonly [number, number]): number =>
  Math.sign(
    ((b?.[0] ?? 0) - (a?.[0] ?? 0)) * (y - (a?.[1] ?? 0)) -
      ((b?.[1] ?? 0) - (a?.[1] ?? 0)) * (x - (a?.[0] ?? 0)),
  );

function onSegment(a: Point, b: Point, p: readonly [number, number]): boolean {
  if (side(a, b, p) !== 0) return false;
  return [0, 1].every((axis) => {
    const [low = 0, high = 0] = [a?.[axis] ?? 0, b?.[axis] ?? 0].toSorted((one, two) => one - two);
    return (p[axis] ?? 0) >= low && (p[axis] ?? 0) <= high;
  });
}

function meet(a: Point = [0, 0], b: Point = [0, 0], c: Point = [0, 0], d: Point = [0, 0]): boolean {
  if (onSegment(a, b, c) || onSegment(a, b, d) || onSegment(c, d, a) || onSegment(c, d, b))
    return true;
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

function within(ring: Path, [x, y]: readonly [number, number]): boolean {
  let inside = false;
  for (let at = 1; at < ring.length; at++) {
    const [[ax, ay], [bx, by]] = [ring[at - 1] ?? [0, 0], ring[at] ?? [0, 0]];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

describe("the lasso agrees with every edge tested against every edge", () => {
  const place = fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 12 }));
  const path = (minLength: number) => fc.array(place, { minLength, maxLength: 8 });
  const anyFeature = fc.oneof(
    path(1).map(([first = [0, 0] as const]) => drawn(POINT, first)),
    path(1).map((positions) => drawn(LINE, ...positions)),
    path(3).map((positions) => drawn(AREA, ...positions)),
  );

  test("on a grid where they touch and run along one another all the time", () => {
    fc.assert(
      fc.property(path(3), anyFeature, (ring, feature) => {
        const flat = geometryOf([feature]);
        // An area that crosses itself, or has no inside, is no area of a plan.
        fc.pre(feature.parts[0]?.kind !== AREA || isSimple(closed(feature.parts[0].path)));
        expect(flat.kinds).toHaveLength(1);
        expect(hits(ring, [feature])).toEqual(naive(ring, feature) ? [0] : []);
      }),
      { numRuns: 1_000 },
    );
  });

  test("drawn by hand over 400 lines and areas anywhere", () => {
    const random = randomFrom(7);
    const around = (size: number, corners: number): Path => {
      const [x, y] = [random() * 1e6, random() * 1e6];
      return Array.from({ length: corners }, (_, corner) => {
        const turn = (corner / corners) * 2 * Math.PI;
        const radius = size * (0.5 + random());
        return [x + radius * Math.cos(turn), y + radius * Math.sin(turn)] as const;
      });
    };
    const features = Array.from({ length: 400 }, (_, at) =>
      at % 3 === 0 ? drawn(AREA, ...around(30_000, 9)) : drawn(LINE, ...around(40_000, 3)),
    );
    for (let run = 0; run < 4; run++) {
      const ring = around(200_000, 300);
      const expected = features.flatMap((feature, at) => (naive(ring, feature) ? [at] : []));
      expect(expected.length).toBeGreaterThan(10);
      expect(hits(ring, features)).toEqual(expected);
    }
  });
});

function isSimple(ring: Path): boolean {
  const edges = ring.slice(1).map((to, at) => [ring[at], to] as const);
  const area = edges.reduce((sum, [a, b]) => sum + (a?.[0] ?? 0) * b[1] - b[0] * (a?.[1] ?? 0), 0);
  return (
    area !== 0 &&
    edges.every(([a, b], i) =>
      edges.every(([c, d], j) => {
        const beside = Math.abs(i - j) <= 1 || Math.abs(i - j) === edges.length - 1;
        return beside
          ? !(
              i !== j &&
              (onSegment(a, b, d) || onSegment(c, d, b)) &&
              side(a, b, d) === 0 &&
              side(a, b, c ?? [0, 0]) === 0
            )
          : !meet(a, b, c, d);
      }),
    )
  );
}

test("corners nearer than a pixel to the last are left out", () => {
  const byHand = Float64Array.from([0, 0, 3, 0, 6, 0, 9, 4, 12, 8, 12, 8]);
  expect([...simplifyLasso(byHand, 5)]).toEqual([0, 0, 6, 0, 9, 4, 12, 8]);
});
