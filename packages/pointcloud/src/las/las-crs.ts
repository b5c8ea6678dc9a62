import { PROJECTION_RECORDS } from "@swath/survey/readers";
import { geotiffKeys, type LasCrs, wktCrs } from "./crs-records.ts";
import type { LasRecord } from "./las-record.ts";

/** The system of a file, with where it is stated. */
export interface StatedCrs extends LasCrs {
  /** Well-known text or GeoTIFF keys; null where the file states nothing. */
  readonly source: "text" | "keys" | null;
  /** A contradiction between the file's statements, in words. */
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

const MATH_TRANSFORM = 2111;
/** Bit 4 of the global encoding: the coordinate system is in well-known text. */
export const USES_WKT = 0x10;

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
  const text = wktOf(records);
  const ofText = text === undefined ? undefined : wktCrs(text);
  const ofKeys = geotiffKeys(records.filter(isProjection));
  const saysText = (globalEncoding & USES_WKT) !== 0;
  const goesFirst = ofKeys === undefined || saysText || pointFormat >= FIRST_OF_TEXT;
  const chosen = goesFirst && ofText !== undefined ? ofText : (ofKeys ?? NO_CRS);
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

const isProjection = ({ userId }: LasRecord): boolean => userId === PROJECTION_RECORDS.user;
const isText = ({ recordId }: LasRecord): boolean => recordId === PROJECTION_RECORDS.text;

/** The well-known text of a file, if it has one. */
export function wktOf(records: readonly LasRecord[]): string | undefined {
  const record = records.find((each) => isProjection(each) && isText(each));
  return record && new TextDecoder().decode(record.data);
}

/** The records that state a coordinate system by well-known text. */
export const textRecords = (records: readonly LasRecord[]): LasRecord[] =>
  crsRecords(records).filter((record) => isText(record) || record.recordId === MATH_TRANSFORM);

/** A system as the record of well-known text. */
export const textRecord = (text: string, description: string): LasRecord => ({
  userId: PROJECTION_RECORDS.user,
  recordId: PROJECTION_RECORDS.text,
  description,
  data: new TextEncoder().encode(`${text}\0`),
});

/** The records that state a coordinate system, to be copied into another file. */
export const crsRecords = (records: readonly LasRecord[]): LasRecord[] =>
  records.filter((record) => isProjection(record) && record.data.length <= 65_535);
