import type { LasCrs } from "./las-crs.ts";
import type { LasRecord } from "./las-record.ts";
import { metresOfUnit } from "./length-units.ts";

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
const DIRECTORY = 34735;
const DOUBLES = 34736;
const MODEL_GEOGRAPHIC = 2;
const MODEL_GEOCENTRIC = 3;
const USER_DEFINED = 32767;

/** Coordinate system of the GeoTIFF records of a file (LAS 1.4-R15, 3.2), if it has them. */
export function geotiffKeys(records: readonly LasRecord[]): LasCrs | undefined {
  const directory = records.find(({ recordId }) => recordId === DIRECTORY)?.data;
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
  const view = new DataView(directory.buffer, directory.byteOffset, directory.byteLength);
  const values = new DataView(doubles.buffer, doubles.byteOffset, doubles.byteLength);
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
    userId: "LASF_Projection",
    recordId: DIRECTORY,
    description: `EPSG:${epsg}`,
    data,
  };
}
