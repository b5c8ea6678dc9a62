import fc from "fast-check";
import { expect, test } from "vitest";
import {
  earthCentred,
  geodetic,
  HALF_AXIS,
  FLATTENING,
  projected,
  zoneOfEpsg,
  SiteFrame,
} from "./ellipsoid.ts";
import { radians } from "./matrix.ts";

const angle = (d: number, m: number, s: number): number => radians(d + m / 60 + s / 3600);

test("the pole and the equator are where the axes say", () => {
  const equator = earthCentred({ latitude: 0, longitude: 0, height: 12 });
  expect(equator).toEqual([HALF_AXIS + 12, 0, 0]);
  const pole = earthCentred({ latitude: Math.PI / 2, longitude: 0, height: 0 });
  expect(pole[2]).toBeCloseTo(HALF_AXIS * (1 - FLATTENING), 6);
});

test("geodetic coordinates come back from earth-centred ones within a micrometre", () => {
  const place = fc.record({
    latitude: fc.double({ min: -1.5, max: 1.5, noNaN: true }),
    longitude: fc.double({ min: -3.1, max: 3.1, noNaN: true }),
    height: fc.double({ min: -100, max: 9000, noNaN: true }),
  });
  fc.assert(
    fc.property(place, (given) => {
      const found = geodetic(earthCentred(given));
      expect(Math.abs(found.latitude - given.latitude)).toBeLessThan(1e-13);
      expect(Math.abs(found.longitude - given.longitude)).toBeLessThan(1e-13);
      expect(Math.abs(found.height - given.height)).toBeLessThan(1e-6);
    }),
  );
});

// ICSM, GDA Technical Manual 2.4, the worked example of chapter 5 (GRS 80 differs from WGS 84 by micrometres).
test.each([
  ["Flinders Peak", -angle(37, 57, 3.7203), angle(144, 25, 29.5244), 273_741.297, 5_796_489.777],
  ["Buninyong", -angle(37, 39, 10.1561), angle(143, 55, 35.3839), 228_854.052, 5_828_259.038],
])("%s is projected to its published coordinates in zone 55", (_, latitude, longitude, e, n) => {
  const zone = zoneOfEpsg(7855);
  if (zone === undefined) throw new Error("no zone");
  const [easting, northing] = projected({ latitude, longitude, height: 0 }, zone);
  expect(Math.abs(easting - e)).toBeLessThan(0.001);
  expect(Math.abs(northing - n)).toBeLessThan(0.001);
});

test("zones are known by their EPSG codes, others are not", () => {
  expect(zoneOfEpsg(32_631)).toEqual({ epsg: 32_631, zone: 31, south: false });
  expect(zoneOfEpsg(32_750)).toEqual({ epsg: 32_750, zone: 50, south: true });
  expect(zoneOfEpsg(7850)).toEqual({ epsg: 7850, zone: 50, south: true });
  for (const epsg of [4326, 32_600, 32_661, 32_800, 7860]) expect(zoneOfEpsg(epsg)).toBeUndefined();
});

test("the site's axes lead along its azimuth, to the left and up", () => {
  const place = { latitude: -0.55, longitude: 2.02, height: 80 };
  const site = new SiteFrame(place, radians(90));
  const east = site.geodetic([100, 0, 0]);
  expect(east.longitude).toBeGreaterThan(place.longitude);
  expect(Math.abs(east.latitude - place.latitude)).toBeLessThan(1e-8);
  expect(site.geodetic([0, 100, 0]).latitude).toBeGreaterThan(place.latitude);
  expect(site.geodetic([0, 0, 5]).height).toBeCloseTo(85, 6);
  const back = site.point(site.earthCentred([12, -34, 5]));
  for (const [i, value] of [12, -34, 5].entries()) expect(back[i]).toBeCloseTo(value, 7);
});
