import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { earthToGeodetic, geodeticToEarth, radiiAt } from "./ellipsoid.ts";
import { gda2020Definition } from "./gda2020.ts";
import { gridBearingOfNorth, projectedSystem, type ProjectedSystem } from "./projected-system.ts";
import { systemWkt } from "./system-wkt.ts";

const DEGREE = Math.PI / 180;
const dms = (d: number, m: number, s: number): number => d + m / 60 + s / 3600;

function system(epsg: number, definition = gda2020Definition(epsg)): ProjectedSystem {
  const made = projectedSystem(epsg, definition);
  if ("fault" in made) throw new Error(made.fault);
  return made;
}

describe("earth-centred coordinates", () => {
  // NIMA TR8350.2, table 3.1: the semi-axes; a/√(1−e²/2)·cos 45° and its counterpart between them.
  test.each([
    [0, 0, 0, [6_378_137, 0, 0]],
    [90, 0, 0, [0, 0, 6_356_752.3142]],
    [0, 90, 100, [0, 6_378_237, 0]],
    [45, 0, 0, [4_517_590.8788, 0, 4_487_348.4088]],
  ] as const)("of %d°, %d°, %d m are known", (latitude, longitude, height, known) => {
    const out = geodeticToEarth(latitude * DEGREE, longitude * DEGREE, height, new Float64Array(3));
    for (const [axis, value] of known.entries()) expect(out[axis]).toBeCloseTo(value, 3);
  });

  test("lead back to latitude, longitude and height within 2 µm", () => {
    const [longitude, latitude] = PLACES.get(epsg) ?? [0, 0];
    const [x, y] = made.forward(longitude, latitude);
    expect(read.forward(longitude, latitude)[0]).toBeCloseTo(x, 3);
    expect(read.forward(longitude, latitude)[1]).toBeCloseTo(y, 3);
  });
});
