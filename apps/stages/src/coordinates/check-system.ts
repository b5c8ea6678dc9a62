import { processingFileSchema } from "@swath/contract/processing";
import { join } from "node:path";
import { readJson } from "../files/write-outputs.ts";
import { type IndexFile, middleOf } from "../points/index-file.ts";
import type { CloudHead } from "../points/point-file.ts";
import { FileFault } from "../program.ts";
import { epsgDefinition } from "../target-system.ts";
import { type CloudSystem, cloudSystem, metricScale, type MetricScale } from "./cloud-system.ts";

/**
 * The system of a file's points, checked against the bounds of its header; a {@link FileFault}
 * without a system, or where the points cannot be in it.
 */
export function systemOfCloud({ name, las }: CloudHead, given: number | null): CloudSystem {
  const system = cloudSystem(las.crs, given);
  if (typeof system === "string") throw new FileFault(name, system);
  const fault = las.header.pointCount > 0 && impossibleSystem(system, las.header.bounds);
  const whose = las.crs.stated
    ? ""
    : "states no coordinate system, so that the project's is taken; it ";
  if (fault) throw new FileFault(name, whose + fault);
  return system;
}

/** Scale of the points of an index, whose system is known to be possible by their bounds. */
export function scaleOfIndex(index: IndexFile): MetricScale {
  const { epsg, verticalEpsg = null, geographic, horizontalUnit, verticalUnit } = index.crs;
  const crs = { epsg, verticalEpsg, geographic, horizontalUnit, verticalUnit };
  const system = cloudSystem({ ...crs, stated: true }, null);
  if (typeof system === "string") throw new FileFault("index.json", system);
  for (const { path, bounds } of index.files) {
    const fault = bounds === null ? undefined : impossibleSystem(system, bounds);
    if (fault !== undefined) throw new FileFault(path, fault);
  }
  return metricScale(system, middleOf(index));
}

/** Notes on a file's statement of its system: that it has none, or contradicts itself. */
export function systemNotes({ name, las }: CloudHead, { epsg }: CloudSystem): string[] {
  const taken = `states no coordinate system: EPSG:${epsg} is taken, of the stage's parameter, the project or its instruction, and stated in what is written`;
  return [
    ...(las.crs.stated ? [] : [`${name} ${taken}`]),
    ...(las.crs.contradiction === null
      ? []
      : [`${name} ${las.crs.contradiction}: ${sourceInWords(las.crs.source)} counts`]),
  ];
}

const sourceInWords = (source: CloudHead["las"]["crs"]["source"]): string =>
  source === "text" ? "the text" : source === "keys" ? "what the keys say" : "the project's";

/** The project's system, for clouds that state none. */
export interface GivenSystem {
  readonly epsg: number | null;
  readonly verticalDatum: string | null;
}

/** The system of the folder with `processing.json`; an EPSG code of the option goes before its own. */
export async function givenSystem(options: {
  readonly epsg: number;
  readonly processing?: string | undefined;
}): Promise<GivenSystem> {
  const own = options.epsg > 0 ? options.epsg : null;
  if (options.processing === undefined) return { epsg: own, verticalDatum: null };
  const file = join(options.processing, "processing.json");
  const { epsg, verticalDatum } = await readJson(file, processingFileSchema);
  return { epsg: own ?? epsg, verticalDatum };
}

/** The EPSG code of the {@link givenSystem}. */
export const projectEpsg = async (
  options: Parameters<typeof givenSystem>[0],
): Promise<number | null> => (await givenSystem(options)).epsg;

/** Least and most x, y and z of some points, in the units of their system. */
export interface CloudBounds {
  readonly min: readonly number[];
  readonly max: readonly number[];
}

/** Degrees and metres that no flight covers. */
const MOST_DEGREES = 10;
const MOST_METRES = 1_000_000;
/** Metres within which a flight does not stay, and degrees do. */
const FEWEST_METRES = 10;
/** Distances from the middle of the earth, m: its surface and what flies over it. */
const EARTH = [6_300_000, 6_450_000] as const;
/** No ground or aircraft is so high, m. */
const HIGHEST = 100_000;
/** Two statements of one unit differ by less than this share. */
const SAME_UNIT = 1e-4;
/** How far from the middle of its zone, degrees, a system of a projection is used at all. */
const FARTHEST: Readonly<Record<string, number>> = {
  utm: 12,
  tmerc: 20,
  cass: 20,
  lcc: 60,
  aea: 60,
};
/** Metres that a place may be off which is taken to degrees and back. */
const SAME_PLACE = 1;

/**
 * Why coordinates cannot be in the system that they are said to be in, in words that follow the name
 * of their file; undefined where they may. Known before a point is read, by the bounds of the header.
 */
export function impossibleSystem(
  system: CloudSystem,
  { min, max }: CloudBounds,
): string | undefined {
  const name = system.epsg === null ? "a system without a code" : `EPSG:${system.epsg}`;
  const spans = [0, 1, 2].map((axis) => max[axis]! - min[axis]!);
  if (![...min, ...max].every(Number.isFinite) || spans.some((span) => span < 0)) return undefined;
  const places = `x ${rangeOf(min, max, 0)}, y ${rangeOf(min, max, 1)}`;
  if (system.geographic) return notDegrees(name, places, spans, { min, max });
  if (isGeocentric(min, max))
    return `is said to be in ${name}, and its points lie as far from 0, 0, 0 as the earth's surface from its middle: they are geocentric. Convert them to a projected system`;
  const isLikeDegrees =
    Math.max(...[min[0]!, max[0]!].map(Math.abs)) <= 360 &&
    Math.max(...[min[1]!, max[1]!].map(Math.abs)) <= 90 &&
    Math.max(spans[0]!, spans[1]!) < FEWEST_METRES / system.horizontalUnit;
  if (isLikeDegrees && spans[0]! + spans[1]! > 0)
    return `is said to be in ${name}, which has no degrees, and its coordinates look like degrees (${places})`;
  const widest = Math.max(spans[0]!, spans[1]!) * system.horizontalUnit;
  if (widest > MOST_METRES)
    return `spreads over ${Math.round(widest / 1_000).toLocaleString("en-GB")} km (${places} in ${name}): no flight covers that. Its system or its unit is another, or points are damaged`;
  return otherUnit(system, name) ?? outsideArea(system, name, places, { min, max });
}

const rangeOf = (min: readonly number[], max: readonly number[], axis: number): string =>
  `${rounded(min[axis]!)} to ${rounded(max[axis]!)}`;
const rounded = (value: number): string => String(Number(value.toPrecision(7)));

function notDegrees(
  name: string,
  places: string,
  spans: readonly number[],
  { min, max }: CloudBounds,
): string | undefined {
  const said = `is said to be in degrees (${name}), and its coordinates`;
  const isBeyond = (axis: 0 | 1, most: number): boolean => min[axis]! < -most || max[axis]! > most;
  if (isBeyond(1, 90) && !isBeyond(1, 360) && !isBeyond(0, 90))
    return `${said} (${places}) are none with latitudes beyond 90: longitude and latitude may be exchanged`;
  if (isBeyond(0, 360) || isBeyond(1, 90))
    return `${said} (${places}) are none: they are metres or feet`;
  if (Math.max(spans[0]!, spans[1]!) > MOST_DEGREES)
    return `${said} (${places}) spread over ${rounded(spans[0]!)} by ${rounded(spans[1]!)} degrees, which no flight covers: they are metres or feet`;
  return undefined;
}

function isGeocentric(min: readonly number[], max: readonly number[]): boolean {
  const middle = [0, 1, 2].map((axis) => (min[axis]! + max[axis]!) / 2);
  const distance = Math.hypot(...middle);
  return distance > EARTH[0] && distance < EARTH[1] && Math.abs(middle[2]!) > HIGHEST;
}

/** A file that states one unit and a code whose unit is another: metres are taken for feet. */
function otherUnit({ horizontalUnit, unit }: CloudSystem, name: string): string | undefined {
  if (unit === undefined || Math.abs(horizontalUnit / unit - 1) < SAME_UNIT) return undefined;
  return `states units of ${rounded(horizontalUnit)} m and ${name}, whose unit is ${rounded(unit)} m: one of the two is wrong`;
}

function outsideArea(
  { epsg, inverse, forward }: CloudSystem,
  name: string,
  places: string,
  { min, max }: CloudBounds,
): string | undefined {
  const definition = epsg === null ? undefined : epsgDefinition(epsg);
  if (definition === undefined || inverse === undefined || forward === undefined) return undefined;
  const [x, y] = [0, 1].map((axis) => (min[axis]! + max[axis]!) / 2) as [number, number];
  const [longitude, latitude] = inverse(x, y);
  const [backX, backY] = forward(longitude, latitude);
  // A position that the projection does not take back lies outside of it.
  const isNowhere = !(Math.abs(backX - x) < SAME_PLACE && Math.abs(backY - y) < SAME_PLACE);
  if (isNowhere)
    return `is said to be in ${name}, and its coordinates (${places}) are no place there`;
  const value = (word: string): number =>
    Number(new RegExp(`\\+${word}=(\\S+)`).exec(definition)?.[1] ?? Number.NaN);
  const projection = /\+proj=(\w+)/.exec(definition)?.[1] ?? "";
  const meridian = projection === "utm" ? value("zone") * 6 - 183 : value("lon_0");
  const off = Math.abs(((longitude - meridian + 540) % 360) - 180);
  const most = FARTHEST[projection] ?? 180;
  const isOtherHalf =
    projection === "utm" && (/\+south\b/.test(definition) ? latitude > 20 : latitude < -20);
  if (!(off > most) && !isOtherHalf && Math.abs(latitude) < 90) return undefined;
  return `is said to be in ${name}, and its coordinates (${places}) lie far from where that is used: at ${rounded(latitude)}° latitude, ${rounded(longitude)}° longitude. Its system or its unit is another`;
}
