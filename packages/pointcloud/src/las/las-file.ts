import { type Triple } from "../points/index.ts";
import { viewOf } from "@swath/survey/bytes";
import { type LasHeader, lasHeader, type ReadFault, type ByteSource } from "@swath/survey/readers";
import { crsOf, type StatedCrs } from "./las-crs.ts";
import { type LasRecord, readExtendedRecords, readRecords, textOf } from "./las-record.ts";

/** A LAS or LAZ file as its header and records state it (LAS 1.0 to 1.5). */
export interface LasFile {
  readonly header: LasHeader;
  readonly scale: Triple;
  readonly offset: Triple;
  readonly fileSourceId: number;
  /** Bit 0: GPS times are standard time minus 10⁹ s, else seconds of the week. */
  readonly globalEncoding: number;
  /** The project, by 16 bytes of its owner's. */
  readonly projectId: Uint8Array;
  readonly systemIdentifier: string;
  /** The UTC day on which the file was created; undefined where it states none. */
  readonly created: Date | undefined;
  /** Seconds to be added to its times: LAS 1.5 counts them from other instants too. */
  readonly timeShift: number;
  readonly records: readonly LasRecord[];
  /** Extended records that are passed over for their length. */
  readonly unreadRecords: number;
  readonly crs: StatedCrs;
}

/** A file by its header, or its fault in words. */
export type LasResult = { readonly file: LasFile } | { readonly fault: string };

const WORDS: Partial<Record<ReadFault, string>> = {
  empty: "is empty",
  tooShort: "is shorter than a LAS header",
  wrongSignature: "is no LAS file: it does not begin with LASF",
  unsupportedVersion: "is of a LAS version that is not known",
  inconsistentHeader: "has a header that contradicts itself",
};

/** Header of LAS 1.5. */
const HEADER_BYTES = 393;
const LEAST_STEP = 1e-15;
const LARGEST_STEP = 1_000;
const FARTHEST = 1e9;
const WAVEFORMS_INSIDE = 2;
const LARGEST_LEGACY = 0xffff_ffff;

/** Reads header and records; follows no count that does not fit in the file. */
export async function openLas(source: ByteSource): Promise<LasResult> {
  if (source.size === 0) return { fault: "is empty" };
  const bytes = await source.read(0, Math.min(source.size, HEADER_BYTES));
  const header = lasHeader(bytes, source.size);
  if (!header.ok) return { fault: unknownFormat(bytes) ?? WORDS[header.fault] ?? header.fault };
  const view = viewOf(bytes);
  const scale = tripleAt(view, 131);
  const offset = tripleAt(view, 155);
  const finite = [...scale, ...offset].every(Number.isFinite);
  if (!finite || scale.includes(0))
    return { fault: "has a scale or an offset of its coordinates that is not a number" };
  const absurd = absurdOf(scale, offset);
  if (absurd !== undefined)
    return { fault: `has a scale or an offset of its coordinates that cannot be: ${absurd}` };
  if (header.truncated) return { fault: truncation(header, source.size) };
  const contradiction = otherCount(view, header);
  if (contradiction !== undefined) return { fault: contradiction };
  const headerBytes = view.getUint16(94, true);
  const count = view.getUint32(100, true);
  const records = await readRecords(source, headerBytes, header.pointOffset, count);
  if (records === undefined)
    return { fault: `states ${count} variable-length records, which do not fit before its points` };
  if (!(await holdsWaveforms(source, view, header)))
    return { fault: "states waveform packets that do not fit in the file" };
  const extended = await extendedOf(source, view, header);
  const stated = header.version < "1.4" ? 0 : view.getUint32(243, true);
  // LASzip leaves the place that they had in the file before it was compressed.
  if (extended === undefined && !header.compressed)
    return { fault: "states extended records that do not fit behind its points" };
  const globalEncoding = view.getUint16(6, true);
  const all = [...records, ...(extended ?? [])];
  const file = {
    header,
    scale,
    offset,
    globalEncoding,
    fileSourceId: view.getUint16(4, true),
    projectId: new Uint8Array(bytes.subarray(8, 24)),
    systemIdentifier: textOf(bytes.subarray(26, 58)),
    created: dateOfDay(view.getUint16(90, true), view.getUint16(92, true)),
    timeShift: timeShiftOf(view, header, globalEncoding),
    records: all,
    unreadRecords: extended === undefined ? 0 : stated - extended.length,
    crs: crsOf(all, globalEncoding, header.pointFormat),
  };
  return { file };
}

const FORMAT_AT = 104;
const LAST_FORMAT = 10;

function unknownFormat(bytes: Uint8Array): string | undefined {
  const format = (bytes[FORMAT_AT] ?? 0) & 0x3f;
  const isLas = bytes[0] === 0x4c && format > LAST_FORMAT;
  return isLas ? `has points of format ${format}, which is not known` : undefined;
}

/** A step or a place that no coordinate system has, in degrees or any unit of length. */
function absurdOf(scale: Triple, offset: Triple): number | undefined {
  const step = scale.find((each) => Math.abs(each) > LARGEST_STEP || Math.abs(each) < LEAST_STEP);
  return step ?? offset.find((each) => Math.abs(each) > FARTHEST);
}

/** From LAS 1.4 on points are counted twice; the old count may be 0, or not hold as many. */
function otherCount(view: DataView, { version, pointCount }: LasHeader): string | undefined {
  if (version < "1.4" || pointCount > LARGEST_LEGACY) return undefined;
  const legacy = view.getUint32(107, true);
  if (legacy === 0 || legacy === pointCount) return undefined;
  return `has a header that contradicts itself: it states ${pointCount} points, and ${legacy} for old readers`;
}

const COUNTED_OTHERWISE = 0x40;
const MILLION = 1e6;
const ADJUSTED = 1_000;

/**
 * LAS 1.5 may count GPS time from other instants than adjusted standard time, which is 10⁹ s behind
 * that of GPS (global encoding, bit 6; header, bytes 391 and 392: millions of seconds).
 */
function timeShiftOf(view: DataView, { version }: LasHeader, globalEncoding: number): number {
  const isOther = version >= "1.5" && (globalEncoding & COUNTED_OTHERWISE) !== 0;
  if (!isOther || view.byteLength < HEADER_BYTES || view.getUint16(94, true) < HEADER_BYTES)
    return 0;
  return (view.getUint16(391, true) - ADJUSTED) * MILLION;
}

async function extendedOf(
  source: ByteSource,
  view: DataView,
  { version }: LasHeader,
): Promise<LasRecord[] | undefined> {
  if (version < "1.4") return [];
  const start = Number(view.getBigUint64(235, true));
  const count = view.getUint32(243, true);
  return count === 0 ? [] : await readExtendedRecords(source, start, count);
}

/**
 * Whether the waveform packets that a file says it holds (global encoding, bit 1) are there; that place
 * is of the file before it was compressed.
 */
async function holdsWaveforms(
  source: ByteSource,
  view: DataView,
  { version, compressed }: LasHeader,
): Promise<boolean> {
  if (version < "1.3" || compressed || (view.getUint16(6, true) & WAVEFORMS_INSIDE) === 0)
    return true;
  const start = Number(view.getBigUint64(227, true));
  return start === 0 || (await readExtendedRecords(source, start, 1)) !== undefined;
}

function truncation({ pointCount, compressed, pointOffset, recordBytes }: LasHeader, size: number) {
  const held = compressed ? 0 : Math.max(0, Math.floor((size - pointOffset) / recordBytes));
  return `is cut off: its header states ${pointCount} points, it holds ${held}`;
}

const tripleAt = (view: DataView, at: number): Triple => [
  view.getFloat64(at, true),
  view.getFloat64(at + 8, true),
  view.getFloat64(at + 16, true),
];

const DAY = 86_400_000;

/** Day of the year, 1 to 366, and year of an instant in UTC (LAS 1.4-R15, 2.4: creation of a file). */
export function dayOfYear(instant: Date): { readonly day: number; readonly year: number } {
  const year = instant.getUTCFullYear();
  return { day: Math.floor((instant.getTime() - Date.UTC(year, 0)) / DAY) + 1, year };
}

/** The UTC date of a day of a year; undefined where the year has no such day. */
function dateOfDay(day: number, year: number): Date | undefined {
  const date = new Date(Date.UTC(year, 0, day));
  return year >= 1_000 && day >= 1 && date.getUTCFullYear() === year ? date : undefined;
}
