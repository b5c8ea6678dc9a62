import { expect, test } from "vitest";
import { AREA, inAreaOf, LINE, partPositions } from "./model/index.ts";
import { seededPlan } from "./testing/index.ts";
import { areaCover, cutsOf, isCovered } from "./area-cover.ts";

const PLAN = seededPlan({ lines: 300, areas: 1000, seed: 4 });
const AREAS = [...PLAN.kinds.keys()]
  .filter((feature) => PLAN.kinds[feature] === AREA)
  .map((feature) => ({ geometry: PLAN, feature }));
const COVER = areaCover(AREAS);
const SAMPLES = 12;

test("a place is covered where one of the areas has it, and changes nowhere but at the cuts", () => {
  let [covered, cuts, wrong] = [0, 0, 0];
  for (const [feature, kind] of PLAN.kinds.entries()) {
    if (kind !== LINE) continue;
    const segment = partPositions(PLAN, PLAN.partStarts[feature] ?? 0).subarray(0, 4);
    const [ax = 0, ay = 0, bx = 0, by = 0] = segment;
    const places = Array.from({ length: SAMPLES + 1 }, (_, at) => {
      const share = at / SAMPLES;
      const [x, y] = [ax + (bx - ax) * share, ay + (by - ay) * share];
      const inside = AREAS.some(({ geometry, feature: area }) => inAreaOf(geometry, area, x, y));
      if (isCovered(COVER, x, y) !== inside) wrong += 1;
      return { share, inside };
    });
    const found = cutsOf(COVER, segment);
    covered += places.filter(({ inside }) => inside).length;
    cuts += found.length - 2;
    for (const [at, { share, inside }] of places.entries()) {
      const before = places[at - 1] ?? { share, inside };
      const isCut = found.some((cut) => cut >= before.share && cut <= share);
      if (before.inside !== inside && !isCut) wrong += 1;
    }
  }
  expect(wrong).toBe(0);
  expect(covered).toBeGreaterThan(50);
  expect(cuts).toBeGreaterThan(5);
});
