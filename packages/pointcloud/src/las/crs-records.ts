import { viewOf } from "@swath/survey/bytes";
import {
  GEODETIC,
  GEOGRAPHIC,
  isCartesian,
  parseWellKnownText,
  partsOf,
  PROJECTED,
  PROJECTION_RECORDS,
  systemIn,
  type TextPart,
  titleOf,
  unitIn,
} from "@swath/survey/readers";
import type { LasRecord } from "./las-record.ts";

/** Coordinate system of a cloud, as far as its file states it. */
export interface LasCrs {
  /** EPSG code of the horizontal (or whole) system; null where none is stated. */
  readonly epsg: number | null;
  readonly verticalEpsg: number | null;
  /** Metres in a unit of x and y; null where the file does not say (a code may), or degrees are. */
  readonly horizontalUnit: number | null;
  /** Metres in a unit of z; null where the file does not say. */
  readonly verticalUnit: number | null;
  /** Whether x and y are degrees of longitude and latitude. */
  readonly geographic: boolean;
  /** Whether x, y and z are metres from the middle of the earth. */
  readonly geocentric: boolean;
  /** Whether anything is stated at all, be it a definition without a code. */
  readonly stated: boolean;
}

/** GeoTIFF 1.1 (OGC 19-008r4), 7.2: keys that are read here. */
const KEYS = {
  modelType: 1024,
  geographicType: 2048,
  projectedType: 3072,
  linearUnits: 3076,
  linearUnitSize: 3077,
  verticalType: 4096,
  verticalUnits: 4099,
} as const;
const DOUBLES = 34736;
const MODEL_GEOGRAPHIC = 2;
const MODEL_GEOCENTRIC = 3;
const USER_DEFINED = 32767;

/** Coordinate system of the GeoTIFF records of a file (LAS 1.4-R15, 3.2), if it has them. */
export function geotiffKeys(records: readonly LasRecord[]): LasCrs | undefined {
  const directory = records.find(({ recordId }) => recordId === PROJECTION_RECORDS.keys)?.data;
  if (directory === undefined || directory.length < 8) return undefined;
  const doubles = records.find(({ recordId }) => recordId === DOUBLES)?.data ?? new Uint8Array();
  const keys = keysOf(directory, doubles);
  if (keys.size === 0) return undefined;
  const code = (key: number): number | null => {
    const value = keys.get(key);
    return value === undefined || value <= 0 || value >= USER_DEFINED ? null : value;
  };
  const projected = code(KEYS.projectedType);
  const geographic =
    keys.get(KEYS.modelType) === MODEL_GEOGRAPHIC ||
    (projected === null && !keys.has(KEYS.modelType) && code(KEYS.geographicType) !== null);
  const geocentric = keys.get(KEYS.modelType) === MODEL_GEOCENTRIC;
  const unit = (key: number): number | null => metresOfUnit(keys.get(key) ?? 0);
  return {
    epsg: projected ?? (geographic || geocentric ? code(KEYS.geographicType) : null),
    verticalEpsg: code(KEYS.verticalType),
    horizontalUnit: keys.get(KEYS.linearUnitSize) ?? unit(KEYS.linearUnits),
    verticalUnit: unit(KEYS.verticalUnits),
    geographic: geographic && !geocentric,
    geocentric,
    stated: true,
  };
}

/** Key directory: four 16-bit numbers an entry (key, where, count, value or index). */
function keysOf(directory: Uint8Array, doubles: Uint8Array): Map<number, number> {
  const view = viewOf(directory);
  const values = viewOf(doubles);
  const entries = Math.min(view.getUint16(6, true), Math.floor(directory.length / 8) - 1);
  const keys = new Map<number, number>();
  for (let entry = 1; entry <= entries; entry += 1) {
    const [key, place, index] = [0, 2, 6].map((at) => view.getUint16(entry * 8 + at, true));
    if (key === undefined || index === undefined) continue;
    if (place === 0) keys.set(key, index);
    if (place === DOUBLES && (index + 1) * 8 <= doubles.length)
      keys.set(key, values.getFloat64(index * 8, true));
  }
  return keys;
}

/** GeoTIFF 1.0, 6.3.4.1: heights above the ellipsoid of WGS 84. */
export const ELLIPSOIDAL_HEIGHTS = 5030;

/**
 * The record of a projected system by its code; `unit` is the code of its unit of length, `heights`
 * that of its vertical system, where these are known.
 */
export function projectedSystemRecord(epsg: number, unit?: number, heights?: number): LasRecord {
  const entries = [
    [KEYS.modelType, 1],
    [KEYS.projectedType, epsg],
    ...(unit === undefined ? [] : [[KEYS.linearUnits, unit]]),
    ...(heights === undefined ? [] : [[KEYS.verticalType, heights]]),
  ];
  const words = [
    1,
    1,
    0,
    entries.length,
    ...entries.flatMap(([key, value]) => [key!, 0, 1, value!]),
  ];
  const data = new Uint8Array(words.length * 2);
  const view = new DataView(data.buffer);
  for (const [index, word] of words.entries()) view.setUint16(index * 2, word, true);
  return {
    userId: PROJECTION_RECORDS.user,
    recordId: PROJECTION_RECORDS.keys,
    description: `EPSG:${epsg}`,
    data,
  };
}

/** Metres in a unit of length, by its EPSG code (EPSG registry, units of measure). */
const UNITS: ReadonlyMap<number, number> = new Map([
  [9001, 1],
  [9002, 0.3048],
  [9003, 1200 / 3937],
  [9005, 0.3047972654],
  [9014, 1.8288],
  [9030, 1852],
  [9036, 1000],
  [9037, 0.9143917962],
  [9040, 0.9143984146],
  [9041, 0.3047994715],
  [9080, 0.3047995102],
  [9093, 1609.344],
  [9094, 0.304799710181508],
  [9096, 0.9144],
]);

/** Metres in the unit of an EPSG code; null for one that is no length, or not known. */
const metresOfUnit = (epsg: number): number | null => UNITS.get(epsg) ?? null;

const GEOCENTRIC = "GEOCCS";
const VERTICAL = ["VERT_CS", "VERTCRS", "VERTICALCRS"];
const LENGTHS = ["UNIT", "LENGTHUNIT"];

/**
 * Coordinate system of well-known text, version 1 (OGC 01-009) or 2 (ISO 19162), simple or
 * compound; `undefined` for other text.
 */
export function wktCrs(text: string): LasCrs | undefined {
  const root = parseWellKnownText(text.slice(0, 65_535));
  const horizontal =
    root && (systemIn(root, PROJECTED) ?? systemIn(root, [...GEOGRAPHIC, GEOCENTRIC]));
  if (root === undefined || horizontal === undefined) return undefined;
  const { keyword } = horizontal;
  const vertical = systemIn(root, VERTICAL);
  const geocentric =
    keyword === GEOCENTRIC || (GEODETIC.includes(keyword) && isCartesian(horizontal));
  const geographic = GEOGRAPHIC.includes(keyword) && !geocentric;
  return {
    epsg: codeOf(horizontal),
    verticalEpsg: vertical === undefined ? null : codeOf(vertical),
    horizontalUnit: geographic ? null : (unitIn(horizontal, LENGTHS) ?? null),
    verticalUnit: (vertical && unitIn(vertical, LENGTHS)) ?? null,
    geographic,
    geocentric,
    stated: true,
  };
}

function codeOf(system: TextPart): number | null {
  const authority = partsOf(system).find(
    (part) => /^(AUTHORITY|ID)$/.test(part.keyword) && titleOf(part).toUpperCase() === "EPSG",
  );
  const code = Number(authority?.values[1]);
  return Number.isInteger(code) && code > 0 ? code : null;
}
