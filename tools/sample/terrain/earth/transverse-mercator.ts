import { FLATTENING, type Geodetic, HALF_AXIS } from "./ellipsoid.ts";
import { radians } from "./matrix.ts";

const SCALE = 0.9996;
const FALSE_EASTING = 500_000;
const FALSE_NORTHING = 10_000_000;

const n = FLATTENING / (2 - FLATTENING);
const ECCENTRICITY = Math.sqrt(FLATTENING * (2 - FLATTENING));
const RECTIFYING_RADIUS = (HALF_AXIS / (1 + n)) * (1 + n ** 2 / 4 + n ** 4 / 64 + n ** 6 / 256);
/** Krüger's series to the sixth order (Karney 2011, _Transverse Mercator with an accuracy of a few nanometers_, (35)). */
const ALPHA = [
  n / 2 -
    (2 * n ** 2) / 3 +
    (5 * n ** 3) / 16 +
    (41 * n ** 4) / 180 -
    (127 * n ** 5) / 288 +
    (7891 * n ** 6) / 37_800,
  (13 * n ** 2) / 48 -
    (3 * n ** 3) / 5 +
    (557 * n ** 4) / 1440 +
    (281 * n ** 5) / 630 -
    (1_983_433 * n ** 6) / 1_935_360,
  (61 * n ** 3) / 240 -
    (103 * n ** 4) / 140 +
    (15_061 * n ** 5) / 26_880 +
    (167_603 * n ** 6) / 181_440,
  (49_561 * n ** 4) / 161_280 - (179 * n ** 5) / 168 + (6_601_661 * n ** 6) / 7_257_600,
  (34_729 * n ** 5) / 80_640 - (3_418_889 * n ** 6) / 1_995_840,
  (212_378_941 * n ** 6) / 319_334_400,
];

/** A zone of 6 degrees on a hemisphere, as an EPSG code of WGS 84 / UTM or GDA2020 / MGA names it. */
export interface Zone {
  readonly epsg: number;
  readonly zone: number;
  readonly south: boolean;
}

/** The zone of an EPSG code: 326zz and 327zz (WGS 84 / UTM), 7846 to 7859 (GDA2020 / MGA 46 to 59). */
export function zoneOfEpsg(epsg: number): Zone | undefined {
  if (epsg >= 7846 && epsg <= 7859) return { epsg, zone: epsg - 7800, south: true };
  const zone = epsg % 100;
  if (zone < 1 || zone > 60) return undefined;
  if (zone === epsg - 32_600) return { epsg, zone, south: false };
  return zone === epsg - 32_700 ? { epsg, zone, south: true } : undefined;
}

/** Easting and northing in m. */
export function projected(
  { latitude, longitude }: Geodetic,
  { zone, south }: Zone,
): readonly [easting: number, northing: number] {
  const fromMeridian = longitude - radians(zone * 6 - 183);
  const sin = Math.sin(latitude);
  const conformal = Math.sinh(Math.atanh(sin) - ECCENTRICITY * Math.atanh(ECCENTRICITY * sin));
  const xi = Math.atan2(conformal, Math.cos(fromMeridian));
  const eta = Math.asinh(Math.sin(fromMeridian) / Math.hypot(conformal, Math.cos(fromMeridian)));
  let [east, north] = [eta, xi];
  for (const [i, alpha] of ALPHA.entries()) {
    const twice = 2 * (i + 1);
    north += alpha * Math.sin(twice * xi) * Math.cosh(twice * eta);
    east += alpha * Math.cos(twice * xi) * Math.sinh(twice * eta);
  }
  return [
    FALSE_EASTING + SCALE * RECTIFYING_RADIUS * east,
    (south ? FALSE_NORTHING : 0) + SCALE * RECTIFYING_RADIUS * north,
  ];
}
