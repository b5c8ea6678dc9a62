import { expect, test } from "vitest";
import { projectedSystem } from "./projected-system.ts";
import { systemWkt } from "./system-wkt.ts";
import { degreesOf } from "./wkt-system.ts";

const ZONE_50 = "+proj=utm +zone=50 +south +datum=WGS84 +units=m +no_defs";

function systemOf() {
  const system = projectedSystem(32_750, ZONE_50);
  if ("fault" in system) throw new Error(system.fault);
  return system;
}

test("places of a projected system have degrees by its text, with heights or without", () => {
  const system = systemOf();
  const expected = system.inverse(413_440, 6_480_308);
  const alone = systemWkt(system)!;
  const compound = `COMPD_CS["a ] b",${alone},VERT_CS["x",VERT_DATUM["x",2005],UNIT["metre",1]]]`;
  for (const text of [alone, compound, `${alone}\0`]) {
    const [longitude, latitude] = degreesOf(text)!(413_440, 6_480_308);
    expect(Math.abs(longitude - expected[0])).toBeLessThan(1e-9);
    expect(Math.abs(latitude - expected[1])).toBeLessThan(1e-9);
  }
});

test.each(["", "GEOGCS[]", 'PROJCS["x"', 'PROJCS["x",PROJECTION["Nothing"]]', "PROJCS[[[["])(
  "a text of none has no degrees: %j",
  (text) => {
    expect(degreesOf(text)).toBeUndefined();
  },
);
