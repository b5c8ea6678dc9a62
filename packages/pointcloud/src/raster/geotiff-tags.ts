import { viewOf } from "@swath/survey/bytes";
import type { RasterShape } from "./raster.ts";

/** The coordinate system of a raster, by EPSG codes; null where it is not known. */
export interface RasterCrs {
  readonly epsg: number | null;
  /** Whether its places are degrees of longitude and latitude. */
  readonly geographic?: boolean;
  /** Unit of heights: 9001 metre, 9002 foot, 9003 US survey foot. */
  readonly heightUnit?: number;
  /** Code of the system of heights (VerticalGeoKey). */
  readonly heightSystem?: number | undefined;
}

const SHORT = 3;
const LONG = 4;
const DOUBLE = 12;
const ASCII = 2;

/** A tag of a TIFF directory: its values, of a type of TIFF 6.0, section 2. */
export interface TiffTag {
  readonly tag: number;
  readonly type: typeof SHORT | typeof LONG | typeof DOUBLE | typeof ASCII;
  readonly values: ArrayLike<number>;
}

export const short = (tag: number, ...values: number[]): TiffTag => ({ tag, type: SHORT, values });
export const long = (tag: number, values: ArrayLike<number>): TiffTag => ({
  tag,
  type: LONG,
  values,
});
export const text = (tag: number, value: string): TiffTag => ({
  tag,
  type: ASCII,
  values: Array.from(`${value}\0`, (letter) => letter.codePointAt(0)!),
});

/** Place and system of a raster (OGC 19-008r4, GeoTIFF 1.1, section 7). */
export function geoTags(
  shape: RasterShape,
  { epsg, heightUnit, heightSystem, geographic = false }: RasterCrs,
): TiffTag[] {
  const keys = [
    ...(epsg === null ? [] : [1024, 0, 1, geographic ? 2 : 1]),
    1025,
    0,
    1,
    1,
    ...(epsg === null ? [] : [geographic ? 2048 : 3072, 0, 1, epsg]),
    ...(heightSystem === undefined ? [] : [4096, 0, 1, heightSystem]),
    ...(heightUnit === undefined ? [] : [4099, 0, 1, heightUnit]),
  ];
  return [
    { tag: 33_550, type: DOUBLE, values: [shape.cell, shape.cell, 0] },
    { tag: 33_922, type: DOUBLE, values: [0, 0, 0, shape.west, shape.north, 0] },
    short(34_735, 1, 1, 1, keys.length / 4, ...keys),
  ];
}

const BYTES = { [SHORT]: 2, [LONG]: 4, [DOUBLE]: 8, [ASCII]: 1 } as const;
const tagBytes = ({ type, values }: TiffTag): number => BYTES[type] * values.length;

/** Bytes of a directory with the values that do not fit into its entries, padded to 8. */
export function directoryBytes(tags: readonly TiffTag[]): number {
  const outside = tags.map(tagBytes).filter((bytes) => bytes > 4);
  return padded(2 + 12 * tags.length + 4) + outside.reduce((sum, bytes) => sum + padded(bytes), 0);
}

const padded = (bytes: number): number => Math.ceil(bytes / 8) * 8;

/** Writes a directory at `at`, its long values behind it; `next` is the next directory's place. */
export function writeDirectory(
  view: DataView,
  at: number,
  tags: readonly TiffTag[],
  next: number,
): void {
  let outside = at + padded(2 + 12 * tags.length + 4);
  view.setUint16(at, tags.length, true);
  for (const [n, tag] of tags.entries()) {
    const entry = at + 2 + 12 * n;
    view.setUint16(entry, tag.tag, true);
    view.setUint16(entry + 2, tag.type, true);
    view.setUint32(entry + 4, tag.values.length, true);
    const bytes = tagBytes(tag);
    if (bytes <= 4) {
      writeValues(view, entry + 8, tag);
      continue;
    }
    view.setUint32(entry + 8, outside, true);
    writeValues(view, outside, tag);
    outside += padded(bytes);
  }
  view.setUint32(at + 2 + 12 * tags.length, next, true);
}

function writeValues(view: DataView, start: number, { type, values }: TiffTag): void {
  for (let n = 0; n < values.length; n++) {
    const at = start + n * BYTES[type];
    if (type === SHORT) view.setUint16(at, values[n]!, true);
    else if (type === LONG) view.setUint32(at, values[n]!, true);
    else if (type === DOUBLE) view.setFloat64(at, values[n]!, true);
    else view.setUint8(at, values[n]!);
  }
}

/** Place of a GeoTIFF by its tags. */
export interface GeotiffPlace {
  readonly width: number;
  readonly height: number;
  /** EPSG code of its projected system, and of its heights; null where it names none. */
  readonly epsg: number | null;
  readonly verticalEpsg: number | null;
  readonly cell: number;
  readonly west: number;
  readonly north: number;
}

const PROJECTED = 3072;
const VERTICAL = 4096;

/** Reads the first directory of a little-endian TIFF with the tags that {@link writeCog} writes. */
export function geotiffPlace(bytes: Uint8Array): GeotiffPlace | undefined {
  const view = viewOf(bytes);
  try {
    if (view.getUint16(0, true) !== 0x4949 || view.getUint16(2, true) !== 42) return undefined;
    return placeOf(view, entriesOf(view, view.getUint32(4, true)));
  } catch (fault) {
    if (fault instanceof RangeError) return undefined;
    throw fault;
  }
}

/** Offset of each tag's value, or of the offset of its values. */
function entriesOf(view: DataView, directory: number): Map<number, number> {
  const entries = new Map<number, number>();
  for (let n = 0; n < view.getUint16(directory, true); n += 1) {
    const entry = directory + 2 + 12 * n;
    entries.set(view.getUint16(entry, true), entry + 8);
  }
  return entries;
}

function placeOf(view: DataView, entries: ReadonlyMap<number, number>): GeotiffPlace | undefined {
  const at = (tag: number): number => entries.get(tag) ?? Number.MAX_SAFE_INTEGER;
  const number = (tag: number): number => view.getUint32(at(tag), true);
  const double = (tag: number, n: number): number => view.getFloat64(number(tag) + 8 * n, true);
  const keys = new Map<number, number>();
  const directory = number(34_735);
  for (let n = 1; n <= view.getUint16(directory + 6, true); n += 1)
    keys.set(view.getUint16(directory + 8 * n, true), view.getUint16(directory + 8 * n + 6, true));
  return {
    width: number(256),
    height: number(257),
    epsg: keys.get(PROJECTED) ?? null,
    verticalEpsg: keys.get(VERTICAL) ?? null,
    cell: double(33_550, 0),
    west: double(33_922, 3),
    north: double(33_922, 4),
  };
}
