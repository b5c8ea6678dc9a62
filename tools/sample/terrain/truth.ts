import { randomFrom, seedOf } from "../random.ts";
import { lineY, HALF_LINE, LINES } from "./ground-track.ts";
import { poseOf } from "./pose.ts";
import { degrees } from "./matrix.ts";
import type { SiteFrame } from "./ellipsoid.ts";
import { projected, type Zone } from "./ellipsoid.ts";
import { compass } from "./pos-recording.ts";
import type { TerrainFlight } from "./terrain-flight.ts";
import type { Building } from "./buildings.ts";
import { type Ground, ROAD_SHOULDER } from "./ground.ts";
import type { Valley } from "./valley.ts";

/** A point of a surface in the truth's coordinate system; m. */
interface TruthSample {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly surface: "ground" | "roof" | "road";
}

/** A flat roof: its corners in turn, and its height; m in the truth's coordinate system. */
export interface TruthRoof {
  readonly corners: readonly (readonly [x: number, y: number])[];
  readonly z: number;
}

/** The IMU at a second of the GPS week: degrees and m. */
interface TruthSolution {
  readonly t: number;
  readonly lat: number;
  readonly lon: number;
  readonly h: number;
  readonly roll: number;
  readonly pitch: number;
  readonly heading: number;
}

/** The truth of a flight, for judging its products. */
export interface Truth {
  /** EPSG code. */
  readonly crs: number;
  readonly seed: number;
  readonly noise: number;
  readonly planted: Readonly<Record<string, number>>;
  readonly samples: readonly TruthSample[];
  readonly roofs: readonly TruthRoof[];
  readonly trajectory: readonly TruthSolution[];
}

const SAMPLES = { ground: 7000, road: 3000, roof: 2500 };
const STEEPEST = 0.1;
/** Least distance of a sample from edges, so that its surroundings belong to one surface. */
const MARGIN = 1.5;
/** A plane through the ground this far around a sample, m, meets it within half of BENT. */
const AROUND = 2;
const BENT = 0.001;
/** Scans from the side leave shadows of this length behind objects. */
const SHADOW = 6;
/** Half of the area that the lines certainly cover. */
export const COVERED = { x: HALF_LINE - 38, y: lineY(LINES) + 90 };
const SEALED = 2.5;

export function truthOf(flight: TerrainFlight): Truth {
  const { seed, noise, epsg, planted } = flight.options;
  return {
    crs: epsg,
    seed,
    noise,
    planted,
    samples: samples(flight),
    roofs: flatRoofs(flight).map((roof) => outlineOf(flight, roof)),
    trajectory: trajectory(flight),
  };
}

type Place = readonly [x: number, y: number, z: number];

/** Places of the road for control points: hard, open, and not steep. */
export function roadSamples({ valley, site, zone }: TerrainFlight, seed: string, count: number) {
  const random = randomFrom(seedOf(seed));
  return Array.from({ length: count }, () =>
    projectedSample(
      site,
      zone,
      found(() => roadPlace(valley, random)),
    ),
  );
}

function projectedSample(site: SiteFrame, zone: Zone, of: Place) {
  const place = site.geodetic(of);
  const [x, y] = projected(place, zone);
  return { x: rounded(x, 4), y: rounded(y, 4), z: rounded(place.height, 4) };
}

function samples(flight: TerrainFlight): TruthSample[] {
  const { valley, site, zone, options } = flight;
  const random = randomFrom(seedOf(`truth ${options.seed}`));
  const flat = flatRoofs(flight);
  const makers = {
    ground: () => groundPlace(valley, random),
    road: () => roadPlace(valley, random),
    roof: () => roofPlace(flat, random),
  };
  return (["ground", "road", "roof"] as const).flatMap((surface) =>
    Array.from({ length: SAMPLES[surface] }, () => ({
      ...projectedSample(site, zone, found(makers[surface])),
      surface,
    })),
  );
}

function found(make: () => Place | undefined): Place {
  for (;;) {
    const place = make();
    if (place !== undefined) return place;
  }
}

function groundPlace(
  { ground, buildings, trees }: Valley,
  random: () => number,
): Place | undefined {
  const [x, y] = [(2 * random() - 1) * COVERED.x, (2 * random() - 1) * COVERED.y];
  const far = (other: { x: number; y: number }, reach: number): boolean =>
    Math.hypot(other.x - x, other.y - y) > reach + SHADOW;
  const clear =
    ground.fromRoad(x, y) > ROAD_SHOULDER + MARGIN &&
    ground.slope(x, y) < STEEPEST &&
    isPlane(ground, x, y) &&
    buildings.every((building) => far(building, building.reach)) &&
    trees.every((tree) => far(tree, tree.radius));
  return clear ? [x, y, ground.height(x, y)] : undefined;
}

function roadPlace({ ground }: Valley, random: () => number): Place | undefined {
  const x = (2 * random() - 1) * COVERED.x;
  const y = ground.roadAt(x) + (2 * random() - 1) * SEALED;
  const fit = ground.slope(x, y) < STEEPEST && isPlane(ground, x, y);
  return fit ? [x, y, ground.height(x, y)] : undefined;
}

/** Whether the heights on a ring around a place have its height as their mean. */
function isPlane(ground: Ground, x: number, y: number): boolean {
  const heights = Array.from({ length: 8 }, (_, eighth) => {
    const angle = (eighth * Math.PI) / 4;
    return ground.height(x + AROUND * Math.cos(angle), y + AROUND * Math.sin(angle));
  });
  const mean = heights.reduce((sum, height) => sum + height, 0) / heights.length;
  return Math.abs(mean - ground.height(x, y)) < BENT;
}

const isCovered = ({ x, y, reach }: Building): boolean =>
  Math.abs(x) + reach < COVERED.x && Math.abs(y) + reach < COVERED.y;

const flatRoofs = ({ valley }: TerrainFlight): readonly Building[] =>
  valley.buildings.filter((building) => building.flat && isCovered(building));

function outlineOf({ site, zone }: TerrainFlight, roof: Building): TruthRoof {
  const corners = [
    [1, 1],
    [-1, 1],
    [-1, -1],
    [1, -1],
  ].map(([along, across]) =>
    projectedSample(site, zone, onRoof(roof, along! * roof.halfLength, across! * roof.halfWidth)),
  );
  return { corners: corners.map(({ x, y }) => [x, y] as const), z: corners[0]!.z };
}

function onRoof(roof: Building, along: number, across: number): Place {
  const [cos, sin] = [Math.cos(roof.direction), Math.sin(roof.direction)];
  return [roof.x + along * cos - across * sin, roof.y + along * sin + across * cos, roof.eaves];
}

function roofPlace(flat: readonly Building[], random: () => number): Place | undefined {
  const roof = flat[Math.floor(random() * flat.length)];
  if (roof === undefined) return undefined;
  const along = (2 * random() - 1) * (roof.halfLength - MARGIN);
  const across = (2 * random() - 1) * (roof.halfWidth - MARGIN);
  return onRoof(roof, along, across);
}

function trajectory({ site, motion, seconds, weekSecond }: TerrainFlight): TruthSolution[] {
  return Array.from({ length: seconds }, (_, second) => {
    const state = motion.at(second);
    const { place } = poseOf(site, state);
    return {
      t: weekSecond + second,
      lat: rounded(degrees(place.latitude), 10),
      lon: rounded(degrees(place.longitude), 10),
      h: rounded(place.height, 4),
      roll: rounded(degrees(state.roll), 6),
      pitch: rounded(degrees(state.pitch), 6),
      heading: rounded(compass(state.heading), 6),
    };
  });
}

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));
