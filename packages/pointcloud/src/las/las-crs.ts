import { geotiffKeys, type LasCrs, wktCrs } from "./crs-records.ts";
import type { LasRecord } from "./las-record.ts";

/** The system of a file, with where it is stated. */
export interface StatedCrs extends LasCrs {
  /** Well-known text or GeoTIFF keys; null where the file states nothing. */
  readonly source: "text" | "keys" | null;
  /** What of the file's statements is not true beside the others, in words. */
  readonly contradiction: string | null;
}

const NO_CRS: LasCrs = {
  epsg: null,
  verticalEpsg: null,
  horizontalUnit: null,
  verticalUnit: null,
  geographic: false,
  geocentric: false,
  stated: false,
};

const PROJECTION = "LASF_Projection";
const WKT = 2112;
const MATH_TRANSFORM = 2111;
/** Bit 4 of the global encoding: the coordinate system is in well-known text. */
const USES_WKT = 0x10;

/** Point formats from this on state their system as text (LAS 1.4-R15, 2.4). */
const FIRST_OF_TEXT = 6;

/**
 * Coordinate system of the records of a file. Well-known text goes first where the header's bit says
 * so, and in point formats 6 and on, else GeoTIFF keys; where the one is not there the other counts.
 */
export function crsOf(
  records: readonly LasRecord[],
  globalEncoding: number,
  pointFormat = 0,
): StatedCrs {
  const projection = records.filter(({ userId }) => userId === PROJECTION);
  const text = projection.find(({ recordId }) => recordId === WKT);
  const ofText = text === undefined ? undefined : wktCrs(new TextDecoder().decode(text.data));
  const ofKeys = geotiffKeys(projection);
  const saysText = (globalEncoding & USES_WKT) !== 0;
  const isText = ofKeys === undefined || saysText || pointFormat >= FIRST_OF_TEXT;
  const chosen = isText && ofText !== undefined ? ofText : (ofKeys ?? NO_CRS);
  return {
    ...chosen,
    source: chosen === NO_CRS ? null : chosen === ofText ? "text" : "keys",
    contradiction:
      saysText && ofText === undefined
        ? `says that its coordinate system is stated as well-known text, and ${text === undefined ? "holds none" : "its text states none"}`
        : contradictionOf(ofText, ofKeys),
  };
}

/** Units that differ by less are the same: the two feet differ by 2 in a million. */
const SAME_UNIT = 1e-5;

const differs = (one: number | null, other: number | null): boolean =>
  one !== null && other !== null && one !== other;
const unitDiffers = (one: number | null, other: number | null): boolean =>
  one !== null && other !== null && Math.abs(one / other - 1) > SAME_UNIT;

function contradictionOf(text: LasCrs | undefined, keys: LasCrs | undefined): string | null {
  if (text === undefined || keys === undefined) return null;
  const isOther =
    differs(text.epsg, keys.epsg) ||
    differs(text.verticalEpsg, keys.verticalEpsg) ||
    text.geographic !== keys.geographic ||
    unitDiffers(text.horizontalUnit, keys.horizontalUnit) ||
    unitDiffers(text.verticalUnit, keys.verticalUnit);
  return isOther
    ? `states ${systemInWords(text)} as well-known text and ${systemInWords(keys)} as GeoTIFF keys`
    : null;
}

function systemInWords({ epsg, verticalEpsg, geographic, ...units }: LasCrs): string {
  const { horizontalUnit, verticalUnit } = units;
  const unit = geographic ? "degrees" : `units of ${horizontalUnit ?? "?"} m`;
  const heights = verticalEpsg === null ? "heights" : `heights in EPSG:${verticalEpsg}`;
  const named = epsg === null ? "a system without a code" : `EPSG:${epsg}`;
  return `${named} (${unit}, ${heights} of ${verticalUnit ?? "?"} m)`;
}

/** The records that state a coordinate system by well-known text. */
export const textRecords = (records: readonly LasRecord[]): LasRecord[] =>
  crsRecords(records).filter(({ recordId }) => recordId === WKT || recordId === MATH_TRANSFORM);

/** A system as the record of well-known text. */
export const textRecord = (text: string, description: string): LasRecord => ({
  userId: PROJECTION,
  recordId: WKT,
  description,
  data: new TextEncoder().encode(`${text}\0`),
});

/** The records that state a coordinate system, to be copied into another file. */
export const crsRecords = (records: readonly LasRecord[]): LasRecord[] =>
  records.filter(({ userId, data }) => userId === PROJECTION && data.length <= 65_535);
