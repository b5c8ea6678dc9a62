import { describe, expect, test } from "vitest";
import { areaOf, lengthOf } from "./geodesy.ts";
import { AREA, LINE, mercatorX, mercatorY } from "./model/index.ts";
import { EMPTY_WORK, instructionKey, planReducer, type PlanEvent } from "./state/index.ts";
import { type DrawnFeature, drawnLayer } from "./testing/index.ts";
import { instructionSums } from "./instruction-sums.ts";

const A = { projectId: "PRJ00001", siteName: "North" };
const B = { projectId: "PRJ00002", siteName: "South" };

const give = (picks: readonly number[], key: string): PlanEvent[] => [
  { type: "select", picks: new Map([["layer-1", picks]]), mode: "only" },
  { type: "choose", key },
  { type: "associate" },
];

/** Sums once the features were given to the instructions. */
function sums(
  features: readonly DrawnFeature[],
  toA: readonly number[],
  toB: readonly number[] = [],
) {
  const events: readonly PlanEvent[] = [
    { type: "instructions", instructions: [A, B] },
    { type: "add", layers: [drawnLayer("a.kmz", features)] },
    ...give(toA, instructionKey(A)),
    ...give(toB, instructionKey(B)),
  ];
  return instructionSums(events.reduce(planReducer, EMPTY_WORK));
}

const LINE_EAST: DrawnFeature = { kind: LINE, paths: [[116, -32, 117, -32]] };
const square = (west: number, east: number): DrawnFeature => ({
  kind: AREA,
  paths: [[west, -33, east, -33, east, -31, west, -31]],
});

describe("of an instruction are summed", () => {
  test("lines, kilometres on the ellipsoid and hours on line", () => {
    const [a, b, none] = sums([LINE_EAST, LINE_EAST, LINE_EAST], [0, 1]);
    // geod of PROJ 9.1: 94492.805 m.
    expect(a).toMatchObject({ lines: 2, areas: 0, inside: undefined });
    expect(a?.metres).toBeCloseTo(2 * 94_492.805, 2);
    expect(a?.hours).toBeCloseTo((2 * 94_492.805) / 1852 / 120, 6);
    expect(b).toMatchObject({ lines: 0, metres: 0, hours: 0 });
    expect(none).toMatchObject({ key: undefined, lines: 1 });
  });

  test("the share of its lines in its own areas of interest", () => {
    const features = [LINE_EAST, square(116.25, 116.5), square(116, 116.9)];
    expect(sums(features, [0, 1])[0]?.inside).toBeCloseTo(0.25, 5);
    expect(sums(features, [0, 1], [2])[1]).toMatchObject({ areas: 1, inside: undefined });
  });

  test("the share in all areas of interest, where it has none of its own: each stretch once", () => {
    const features = [LINE_EAST, square(116.25, 116.5), square(116.4, 116.75)];
    expect(sums(features, [0])[0]?.inside).toBeCloseTo(0.5, 5);
  });

  test("no stretch in a hole", () => {
    const holed = {
      ...square(116, 117),
      paths: [...square(116, 117).paths, ...square(116.2, 116.6).paths],
    };
    expect(sums([LINE_EAST, holed], [0])[0]?.inside).toBeCloseTo(0.6, 5);
  });

  test("everything or nothing of lines that meet no outline", () => {
    expect(sums([LINE_EAST, square(110, 120)], [0])[0]?.inside).toBe(1);
    expect(sums([LINE_EAST, square(130, 140)], [0])[0]?.inside).toBe(0);
  });
});

test("lengths and areas are those of the ellipsoid, not of the map", () => {
  const ring = [116, -32, 117, -32, 117, -31, 116, -31].map((degree, at) =>
    (at % 2 === 0 ? mercatorX : mercatorY)(degree),
  );
  expect(lengthOf([])).toBe(0);
  expect(lengthOf(ring.slice(0, 4))).toBeCloseTo(94_492.805, 3);
  // Between two meridians and two parallels, on the authalic sphere: 10533.54 km².
  expect(areaOf(ring) / 1e6).toBeCloseTo(10_533.5, 0);
  expect(
    areaOf(
      ring
        .toReversed()
        .flatMap((_, at, all) => (at % 2 === 0 ? [all[at + 1] ?? 0, all[at] ?? 0] : [])),
    ),
  ).toBeCloseTo(areaOf(ring), 3);
});
