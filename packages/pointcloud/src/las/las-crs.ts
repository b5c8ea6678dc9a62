import { geotiffKeys } from "./geotiff-keys.ts";
import type { LasRecord } from "./las-record.ts";
import { wktCrs } from "./wkt-crs.ts";

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
  /** Whether anything is stated at all, be it a definition without a code. */
  readonly stated: boolean;
}

const NO_CRS: LasCrs = {
  epsg: null,
  verticalEpsg: null,
  horizontalUnit: null,
  verticalUnit: null,
  geographic: false,
  stated: false,
};

const PROJECTION = "LASF_Projection";
const WKT = 2112;
/** Bit 4 of the global encoding: the coordinate system is in well-known text. */
const USES_WKT = 0x10;

/** Coordinate system of the records of a file; well-known text goes first where the header says so. */
export function crsOf(records: readonly LasRecord[], globalEncoding: number): LasCrs {
  const projection = records.filter(({ userId }) => userId === PROJECTION);
  const text = projection.find(({ recordId }) => recordId === WKT);
  const ofText = text === undefined ? undefined : wktCrs(new TextDecoder().decode(text.data));
  const ofKeys = geotiffKeys(projection);
  const [first, second] = globalEncoding & USES_WKT ? [ofText, ofKeys] : [ofKeys, ofText];
  return first ?? second ?? NO_CRS;
}

/** The records that state a coordinate system, to be copied into another file. */
export const crsRecords = (records: readonly LasRecord[]): LasRecord[] =>
  records.filter(({ userId, data }) => userId === PROJECTION && data.length <= 65_535);
