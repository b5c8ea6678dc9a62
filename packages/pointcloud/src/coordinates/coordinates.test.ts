import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { earthToGeodetic, geodeticToEarth, radiiAt } from "./ellipsoid.ts";
import {
  gda2020Definition,
  gridBearingOfNorth,
  projectedSystem,
  type ProjectedSystem,
} from "./projected-system.ts";
import { systemConversion } from "./system-conversion.ts";
import { systemWkt, systemWktWithHeights } from "./system-wkt.ts";

const DEGREE = Math.PI / 180;
const dms = (d: number, m: number, s: number): number => d + m / 60 + s / 3600;

function system(epsg: number, definition = gda2020Definition(epsg)): ProjectedSystem {
  const made = projectedSystem(epsg, definition);
  if ("fault" in made) throw new Error(made.fault);
  return made;
}

const seaLevel = (latitude: number, longitude: number): Float64Array =>
  geodeticToEarth(latitude, longitude, 0, new Float64Array(3));
const distance = (a: Float64Array, b: Float64Array): number =>
  Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!);

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
    const place = fc.record({
      latitude: fc.double({ min: -1.57, max: 1.57, noNaN: true }),
      longitude: fc.double({ min: -3.14, max: 3.14, noNaN: true }),
      height: fc.double({ min: -10_000, max: 20_000, noNaN: true }),
    });
    fc.assert(
      fc.property(place, ({ latitude, longitude, height }) => {
        const earth = geodeticToEarth(latitude, longitude, height, new Float64Array(3));
        const back = earthToGeodetic(earth[0]!, earth[1]!, earth[2]!, new Float64Array(3));
        expect(Math.abs(back[0]! - latitude)).toBeLessThan(3.2e-13);
        expect(Math.abs(back[1]! - longitude)).toBeLessThan(1e-12);
        expect(Math.abs(back[2]! - height)).toBeLessThan(1e-6);
      }),
      { numRuns: 500 },
    );
  });

  test("move by the radii of curvature times a small angle", () => {
    const { meridian, parallel } = radiiAt(-0.6);
    expect(distance(seaLevel(-0.6, 2), seaLevel(-0.6 + 1e-6, 2)) / 1e-6).toBeCloseTo(meridian, 0);
    expect(distance(seaLevel(-0.6, 2), seaLevel(-0.6, 2 + 1e-6)) / 1e-6).toBeCloseTo(parallel, 0);
  });
});

describe("a projected system", () => {
  // ICSM, GDA Technical Manual 2.4, 5.5: Flinders Peak; MGA2020 is the same projection.
  test("MGA zone 55 of Flinders Peak is that of the manual", () => {
    const [x, y] = system(7855).forward(dms(144, 25, 29.52442), -dms(37, 57, 3.7203));
    expect(Math.abs(x - 273_741.297)).toBeLessThan(0.001);
    expect(Math.abs(y - 5_796_489.777)).toBeLessThan(0.001);
  });

  test("turns true north by the convergence of Flinders Peak", () => {
    // The manual's grid convergence of Flinders Peak, −1°35′03.65″, is what is added to an azimuth.
    const turn = gridBearingOfNorth(system(7855), dms(144, 25, 29.52442), -dms(37, 57, 3.7203));
    expect(Math.abs(turn / DEGREE)).toBeCloseTo(dms(1, 35, 3.65), 5);
    expect(turn).toBeLessThan(0);
  });

  test("leads back to longitude and latitude", () => {
    const [longitude, latitude] = system(7856).inverse(...system(7856).forward(151.2, -33.9));
    expect(longitude).toBeCloseTo(151.2, 10);
    expect(latitude).toBeCloseTo(-33.9, 10);
  });

  test("in feet has a unit of feet", () => {
    const definition = "+proj=tmerc +lat_0=0 +lon_0=151 +x_0=1000 +units=us-ft +datum=WGS84";
    const made = system(1, definition);
    expect(made.unit).toBeCloseTo(0.304_800_609_6, 9);
    expect(made.forward(151, 0)[0]).toBeCloseTo(1_000 / made.unit, 6);
  });

  test.each([
    ["unknown", undefined],
    ["geographic", "+proj=longlat +datum=WGS84 +no_defs"],
    ["needsGrid", "+proj=utm +zone=10 +ellps=clrk66 +nadgrids=conus"],
    ["unsupported", "+proj=nothing"],
    ["unsupported", "+proj=utm +zone=10 +units=furlong"],
  ] as const)("is refused as %s", (fault, definition) => {
    expect(projectedSystem(1, definition)).toEqual({ fault });
  });
});

test("MGA2020 has zones 46 to 59 and no others", () => {
  expect(gda2020Definition(7846)).toContain("+zone=46 ");
  expect(gda2020Definition(7859)).toContain("+zone=59 ");
  expect(gda2020Definition(7844)).toContain("+proj=longlat");
  expect(gda2020Definition(7845)).toBeUndefined();
  expect(gda2020Definition(7860)).toBeUndefined();
});

const PLACES = new Map<number, readonly [longitude: number, latitude: number]>([
  [7856, [151, -33]],
  [2193, [174.5, -41]],
  [2225, [-123, 41]],
]);

describe("a system as text", () => {
  test.each<[name: string, epsg: number, definition: string | undefined]>([
    ["zone", 7856, gda2020Definition(7856)],
    [
      "tmerc",
      2193,
      "+proj=tmerc +lat_0=0 +lon_0=173 +k=0.9996 +x_0=1600000 +y_0=10000000 +ellps=GRS80 +units=m",
    ],
    [
      "lcc in feet",
      2225,
      "+proj=lcc +lat_1=41.66666666666666 +lat_2=40 +lat_0=39.33333333333334 +lon_0=-122 +x_0=2000000.0001016 +y_0=500000.0001016001 +datum=NAD83 +units=us-ft",
    ],
  ])("%s means the same coordinates", (_, epsg, definition) => {
    const made = system(epsg, definition);
    const wkt = systemWkt(made) ?? "";
    expect(wkt).toContain(`AUTHORITY["EPSG","${epsg}"]]`);
    expect(systemWktWithHeights(made)).toContain(`${wkt},VERT_CS["Ellipsoid (`);
    const read = system(epsg, wkt.replaceAll(/,AUTHORITY\["EPSG","\d+"\]/g, ""));
    const [longitude, latitude] = PLACES.get(epsg) ?? [0, 0];
    const [x, y] = made.forward(longitude, latitude);
    expect(read.forward(longitude, latitude)[0]).toBeCloseTo(x, 3);
    expect(read.forward(longitude, latitude)[1]).toBeCloseTo(y, 3);
  });
});

const MGA94 = "+proj=utm +zone=55 +south +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m";
const NEXT_ZONE = MGA94.replace("55", "56");
const placesAt = (x: number, y: number, z: number) => ({
  x: Float64Array.of(x),
  y: Float64Array.of(y),
  z: Float64Array.of(z),
});

describe("places of another system", () => {
  test("of GDA2020 are those of GDA94 moved by 1.8 m as PROJ moves them, heights too", () => {
    // gdaltransform 3.6.2: EPSG:28355 to 7855, EPSG:4939 to 7843 (EPSG 8048).
    const places = placesAt(300_000, 5_800_000, 100);
    const [from, to] = [system(28_355, MGA94), system(7_855)];
    systemConversion(from, to, "ellipsoidal")!(places, 1);
    expect(places.x[0]).toBeCloseTo(300_000.488_725, 4);
    expect(places.y[0]).toBeCloseTo(5_800_001.475_211, 4);
    expect(places.z[0]).toBeCloseTo(99.911_474, 5);
    systemConversion(to, from, "ellipsoidal")!(places, 1);
    expect(places.x[0]).toBeCloseTo(300_000, 5);
    expect(places.z[0]).toBeCloseTo(100, 5);
  });

  test("keep heights that are not ellipsoidal", () => {
    const places = placesAt(300_000, 5_800_000, 100);
    systemConversion(system(28_355, MGA94), system(7_855), "other")!(places, 1);
    expect(places.x[0]).toBeCloseTo(300_000.488_725, 4);
    expect(places.z[0]).toBe(100);
  });

  test("of a zone beside it are the same longitude and latitude", () => {
    const places = placesAt(800_000, 5_800_000, 100);
    const [from, to] = [system(28_355, MGA94), system(28_356, NEXT_ZONE)];
    systemConversion(from, to, "ellipsoidal")!(places, 1);
    const [longitude, latitude] = to.inverse(places.x[0]!, places.y[0]!);
    expect(from.forward(longitude, latitude)[0]).toBeCloseTo(800_000, 4);
    expect(places.z[0]).toBe(100);
  });

  test("in feet are made of feet", () => {
    const metres = system(26_910, "+proj=utm +zone=10 +datum=NAD83 +units=m");
    const feet = system(2_225, "+proj=utm +zone=10 +datum=NAD83 +units=us-ft");
    const places = placesAt(500_000, 4_000_000, 10);
    systemConversion(feet, metres, "other")!(places, 1);
    expect(places.x[0]).toBeCloseTo(500_000, 4);
  });

  test("of a datum to which no shift is installed are not made up", () => {
    const utm = system(32_755, "+proj=utm +zone=55 +south +datum=WGS84 +units=m");
    expect(systemConversion(utm, system(7_855), "ellipsoidal")).toBeUndefined();
    expect(systemConversion(system(28_355, MGA94), utm, "ellipsoidal")).toBeUndefined();
  });
});

test.each<[number, string | undefined, string]>([
  [7_855, undefined, 'DATUM["Geocentric_Datum_of_Australia_2020",'],
  [28_355, MGA94, 'DATUM["Geocentric_Datum_of_Australia_1994",'],
  [32_755, "+proj=utm +zone=55 +south +datum=WGS84 +units=m", 'DATUM["WGS_1984",'],
])("the text of EPSG:%d names its datum", (epsg, definition, datum) => {
  expect(systemWkt(system(epsg, definition ?? gda2020Definition(epsg)))).toContain(datum);
});
