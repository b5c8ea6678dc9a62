import { add, apply, type Matrix, radians, scale, transpose, type Vector } from "./matrix.ts";

/** WGS 84 (NIMA TR8350.2, table 3.1): half axis in m, flattening. */
export const HALF_AXIS = 6_378_137;
export const FLATTENING = 1 / 298.257_223_563;
const E2 = FLATTENING * (2 - FLATTENING);
const POLAR_AXIS = HALF_AXIS * (1 - FLATTENING);
const SECOND_E2 = E2 / (1 - E2);

/** Latitude and longitude in radians, height over the ellipsoid in m. */
export interface Geodetic {
  readonly latitude: number;
  readonly longitude: number;
  readonly height: number;
}

/** Earth-centred, earth-fixed coordinates in m. */
export function earthCentred({ latitude, longitude, height }: Geodetic): Vector {
  const sin = Math.sin(latitude);
  const cos = Math.cos(latitude);
  const normal = HALF_AXIS / Math.sqrt(1 - E2 * sin * sin);
  const radius = (normal + height) * cos;
  return [
    radius * Math.cos(longitude),
    radius * Math.sin(longitude),
    (normal * (1 - E2) + height) * sin,
  ];
}

/** The way back (Bowring 1976, the reduced latitude taken twice: exact to 10⁻⁹ m near the ground). */
export function geodetic([x, y, z]: Vector): Geodetic {
  const radius = Math.sqrt(x * x + y * y);
  let reduced = Math.atan2(z * HALF_AXIS, radius * POLAR_AXIS);
  let latitude = 0;
  for (let i = 0; i < 2; i++) {
    const sin = Math.sin(reduced);
    const cos = Math.cos(reduced);
    latitude = Math.atan2(
      z + SECOND_E2 * POLAR_AXIS * sin * sin * sin,
      radius - E2 * HALF_AXIS * cos * cos * cos,
    );
    reduced = Math.atan2(POLAR_AXIS * Math.sin(latitude), HALF_AXIS * Math.cos(latitude));
  }
  const sin = Math.sin(latitude);
  const height = radius * Math.cos(latitude) + z * sin - HALF_AXIS * Math.sqrt(1 - E2 * sin * sin);
  return { latitude, longitude: Math.atan2(y, x), height };
}

/** The axes north, east, down of a place, as columns of earth-centred components. */
export function northEastDown({ latitude, longitude }: Geodetic): Matrix {
  const [sinLat, cosLat] = [Math.sin(latitude), Math.cos(latitude)];
  const [sinLon, cosLon] = [Math.sin(longitude), Math.cos(longitude)];
  return [
    [-sinLat * cosLon, -sinLon, -cosLat * cosLon],
    [-sinLat * sinLon, cosLon, -cosLat * sinLon],
    [cosLat, 0, -sinLat],
  ];
}

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

const EARTH_RADIUS = 6_371_000;

/**
 * The frame in which the valley is built and flown: straight axes fixed to the earth at a place, x
 * along the flight lines, y to their left, z up. Metres.
 */
export class SiteFrame {
  readonly origin: Vector;
  /** Columns x, y, z in earth-centred components. */
  readonly axes: Matrix;
  readonly place: Geodetic;
  /** Of the x axis, from true north, clockwise; radians. */
  readonly azimuth: number;

  constructor(place: Geodetic, azimuth: number) {
    this.place = place;
    this.azimuth = azimuth;
    this.origin = earthCentred(place);
    const [north, east, down] = transpose(northEastDown(place));
    const [cos, sin] = [Math.cos(azimuth), Math.sin(azimuth)];
    const x = add(scale(north, cos), scale(east, sin));
    const y = add(scale(north, sin), scale(east, -cos));
    this.axes = transpose([x, y, scale(down, -1)]);
  }

  earthCentred(point: Vector): Vector {
    return add(this.origin, apply(this.axes, point));
  }
  geodetic(point: Vector): Geodetic {
    return geodetic(this.earthCentred(point));
  }
  /** Of earth-centred coordinates. */
  point(position: Vector): Vector {
    return apply(transpose(this.axes), add(position, scale(this.origin, -1)));
  }
}

/** How far a surface of constant height falls below the plane of the site. */
export const curvatureDrop = (x: number, y: number): number => (x * x + y * y) / (2 * EARTH_RADIUS);
