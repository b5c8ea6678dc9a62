import { expect, test } from "vitest";
import { crossedPlan } from "./testing/index.ts";
import { findCrossStrips } from "./find-cross-strips.ts";

const PLANS = 1000;

test("of 1,000 seeded plans, 99 % have every one of their cross-strips found, and no other", () => {
  const wrong = new Map<string, number[]>();
  let strips = 0;
  for (let seed = 1; seed <= PLANS; seed++) {
    const { kind, geometry, crossStrips } = crossedPlan(seed);
    const [found] = findCrossStrips([{ geometry, marked: new Uint8Array(crossStrips.length) }]);
    strips += crossStrips.filter((flag) => flag === 1).length;
    if (!crossStrips.every((flag, line) => flag === found?.[line]))
      wrong.set(kind, [...(wrong.get(kind) ?? []), seed]);
  }
  const failed = [...wrong.values()].flat().length;
  process.stdout.write(
    `cross-strips: ${PLANS - failed} of ${PLANS} plans right, ${strips} strips\n`,
  );
  expect(strips).toBeGreaterThan(500);
  expect((PLANS - failed) / PLANS, JSON.stringify([...wrong])).toBeGreaterThanOrEqual(0.99);
});
