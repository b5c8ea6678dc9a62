import geographiclib from "geographiclib-geodesic";
import { latitudeOf, longitudeOf } from "./model/index.ts";

const { Geodesic } = geographiclib;
const EARTH = Geodesic.WGS84;

/** Metres along the WGS 84 ellipsoid from one position to another, degrees (Karney 2013). */
export function distance(
  longitude: number,
  latitude: number,
  toLongitude: number,
  toLatitude: number,
): number {
  const { s12 } = EARTH.Inverse(latitude, longitude, toLatitude, toLongitude, Geodesic.DISTANCE);
  return s12 ?? 0;
}

/** Metres along a path in EPSG:3857 (x and y in turn), its vertices joined by geodesics. */
export function lengthOf(positions: ArrayLike<number>): number {
  let metres = 0;
  let [longitude, latitude] = [longitudeOf(positions[0] ?? 0), latitudeOf(positions[1] ?? 0)];
  for (let at = 2; at < positions.length; at += 2) {
    const [nextLongitude, nextLatitude] = [
      longitudeOf(positions[at] ?? 0),
      latitudeOf(positions[at + 1] ?? 0),
    ];
    metres += distance(longitude, latitude, nextLongitude, nextLatitude);
    [longitude, latitude] = [nextLongitude, nextLatitude];
  }
  return metres;
}

/** Square metres within a ring in EPSG:3857 (x and y in turn, closed or not), however it runs. */
export const areaOf = (ring: ArrayLike<number>): number =>
  areaOfDegrees(
    Array.from(ring, (value, at) => (at % 2 === 0 ? longitudeOf(value) : latitudeOf(value))),
  );

/** Square metres within a ring of longitudes and latitudes in turn, degrees (Karney 2013). */
export function areaOfDegrees(ring: ArrayLike<number>): number {
  const polygon = EARTH.Polygon(false);
  for (let at = 0; at < ring.length; at += 2) polygon.AddPoint(ring[at + 1] ?? 0, ring[at] ?? 0);
  return Math.abs(polygon.Compute(false, true).area ?? 0);
}

/** Longitude and latitude in degrees, then optional values. */
export type Place = readonly [longitude: number, latitude: number, ...more: number[]];

/** A straight piece of a line, short enough that a plane around it is true to centimetres. */
export interface Step {
  readonly from: Place;
  readonly to: Place;
  /** Begin and end, m along the line. */
  readonly start: number;
  readonly end: number;
}

/** The arc of a step of this length leaves its chord by 8 cm. */
const LONGEST_M = 2_000;
const MOST_STEPS = 5_000;

/** A line's geodesics (Karney 2013) on WGS 84 in steps of at most 2 km. */
export function geodesicSteps(line: readonly Place[]): Step[] {
  const steps: Step[] = [];
  let start = 0;
  for (const [at, place] of line.entries()) {
    const before = line[at - 1];
    if (before === undefined) continue;
    const path = EARTH.InverseLine(before[1], before[0], place[1], place[0]);
    const length = path.s13;
    if (!(length > 0)) continue;
    const count = Math.min(Math.ceil(length / LONGEST_M), MOST_STEPS);
    let from = before;
    for (let n = 1; n <= count; n += 1) {
      const to = n === count ? place : placeAt(path, (length * n) / count);
      const [begin, end] = [start + (length * (n - 1)) / count, start + (length * n) / count];
      steps.push({ from, to, start: begin, end });
      from = to;
    }
    start += length;
  }
  return steps;
}

function placeAt(path: ReturnType<typeof EARTH.InverseLine>, metres: number): Place {
  const { lon2 = 0, lat2 = 0 } = path.Position(metres);
  return [lon2, lat2];
}

export type Point = readonly [x: number, y: number];

const DEGREE = Math.PI / 180;
/** Of WGS 84. */
const SEMI_MAJOR = 6_378_137;
const ECCENTRICITY_2 = 0.006_694_379_990_141_3;

/** Longitudes' difference, the short way round. */
export const longitudeBetween = (from: number, to: number): number =>
  ((((to - from + 180) % 360) + 360) % 360) - 180;

/** A plane around a place, m to its east and north: by the radii of curvature there (EPSG 7-2, 1.2). */
export function localPlane([longitude, latitude]: Place): (place: Place) => Point {
  const sine = Math.sin(latitude * DEGREE);
  const root = Math.sqrt(1 - ECCENTRICITY_2 * sine * sine);
  const meridian = (SEMI_MAJOR * (1 - ECCENTRICITY_2)) / root ** 3;
  const east = (SEMI_MAJOR / root) * Math.cos(latitude * DEGREE) * DEGREE;
  const north = meridian * DEGREE;
  return ([x, y]) => [longitudeBetween(longitude, x) * east, (y - latitude) * north];
}

/** Side of a cell, degrees: some steps are no longer than it. */
const CELL = 0.02;
const COLUMNS = Math.round(360 / CELL);

/** Flown steps by the cells that they pass. */
export class FlownGrid {
  readonly #cells = new Map<number, Step[]>();

  constructor(lines: readonly (readonly Step[])[]) {
    for (const steps of lines)
      for (const step of steps)
        for (const cell of cellsOf(step, 0)) {
          const there = this.#cells.get(cell);
          if (there === undefined) this.#cells.set(cell, [step]);
          else there.push(step);
        }
  }

  /** The steps that may be within `degrees` of a step, each once. */
  near(step: Step, degrees: number): ReadonlySet<Step> {
    const found = new Set<Step>();
    for (const cell of cellsOf(step, degrees))
      for (const other of this.#cells.get(cell) ?? []) found.add(other);
    return found;
  }
}

/**
 * Numbers of the cells of a step's box, widened by `margin` degrees; columns go round the earth.
 */
function* cellsOf({ from, to }: { readonly from: Place; readonly to: Place }, margin: number) {
  const width = longitudeBetween(from[0], to[0]);
  const stretch = 1 / Math.max(Math.cos((from[1] * Math.PI) / 180), 0.01);
  const west = from[0] + Math.min(width, 0) - margin * stretch;
  const east = from[0] + Math.max(width, 0) + margin * stretch;
  const [south, north] = [Math.min(from[1], to[1]) - margin, Math.max(from[1], to[1]) + margin];
  for (let row = Math.floor(south / CELL); row <= Math.floor(north / CELL); row += 1)
    for (let column = Math.floor(west / CELL); column <= Math.floor(east / CELL); column += 1)
      yield row * COLUMNS + (((column % COLUMNS) + COLUMNS) % COLUMNS);
}
