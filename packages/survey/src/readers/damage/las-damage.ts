import type { FileSource } from "../file-source.ts";
import { type LasHeader, lasHeader, recordPlaces } from "../las-header.ts";
import { chunkTable, lazChunking } from "../laz/index.ts";
import { viewOf } from "../../bytes.ts";
import {
  contradiction,
  counted,
  cutOff,
  type Damage,
  isZero,
  type JudgeFormat,
  TAIL_BYTES,
  zeros,
} from "./damage.ts";

const HEADER_BYTES = 375;
/** From here on headers hold the place of waveform packets. */
const HEADER_1_3 = 235;
const RECORD_HEADER = 54;
const EXTENDED_HEADER = 60;
const MOST_RECORDS = 64;
const READ_BYTES = 65_536;
const LARGEST_LEGACY = 0xffff_ffff;
const LASZIP_RECORD = 22_204;
/** Global encoding, bit 1: waveform packets stand in this file. */
const WAVEFORMS_INSIDE = 2;
/** Formats from 6 on count returns from 1 to 15, so that their sums leave out none. */
const ALL_RETURNS = 6;

/**
 * Judges a LAS or LAZ file by its header (ASPRS LAS 1.4-R15, 2.4), its records and its last points.
 */
export const judgeLas: JudgeFormat = async (source, tail) => {
  const bytes = await source.read(0, HEADER_BYTES);
  const header = lasHeader(bytes, source.size);
  if (!header.ok) return undefined;
  const view = viewOf(bytes);
  if (header.truncated) return cutOff(truncation(header, source.size));
  const counts = countsFault(view, header) ?? boxFault(view, header);
  if (counts !== undefined) return contradiction(counts);
  const laszip = await laszipRecord(source, view, header.pointOffset);
  if (typeof laszip === "string") return contradiction(laszip);
  if (header.compressed) return lazDamage(source, header, laszip);
  const behind = await behindPoints(source, view, header);
  return behind ?? pointsDamage(source, header, tail.zeros);
};

function truncation(header: LasHeader, size: number): string {
  const { pointCount, pointOffset, recordBytes, compressed } = header;
  if (compressed) return `it ends before the first of its ${counted(pointCount)} points`;
  const held = Math.floor((size - pointOffset) / recordBytes);
  return `it holds ${counted(held)} of the ${counted(pointCount)} points that its header states`;
}

/** Points are counted in up to three ways. */
function countsFault(view: DataView, header: LasHeader): string | undefined {
  const { pointCount, version, pointFormat } = header;
  const legacy = view.getUint32(107, true);
  const modern = version >= "1.4" && view.getBigUint64(247, true) !== 0n;
  if (modern && legacy !== 0 && legacy !== pointCount && pointCount <= LARGEST_LEGACY)
    return `its header states ${counted(pointCount)} points, and ${counted(legacy)} for old readers`;
  const byReturn = modern
    ? Array.from({ length: 15 }, (_, n) => Number(view.getBigUint64(255 + n * 8, true)))
    : Array.from({ length: 5 }, (_, n) => view.getUint32(111 + n * 4, true));
  const sum = byReturn.reduce((total, count) => total + count, 0);
  const less = modern && pointFormat >= ALL_RETURNS && sum > 0 && sum < pointCount;
  return sum > pointCount || less
    ? `its header states ${counted(pointCount)} points, and ${counted(sum)} by return`
    : undefined;
}

function boxFault(view: DataView, { bounds, pointCount }: LasHeader): string | undefined {
  if (pointCount === 0) return undefined;
  const axis = ["x", "y", "z"].find((_, at) => (bounds.min[at] ?? 0) > (bounds.max[at] ?? 0));
  if (axis !== undefined) return `the least ${axis} of its header is greater than the greatest`;
  const scales = [131, 139, 147].map((at) => view.getFloat64(at, true));
  return scales.every((scale) => Number.isFinite(scale) && scale !== 0)
    ? undefined
    : "a scale of its coordinates is zero or no number";
}

/** The record of LASzip, where the file has one; in words why its records do not fit. */
async function laszipRecord(
  source: FileSource,
  header: DataView,
  pointOffset: number,
): Promise<DataView | string | undefined> {
  const [start, count] = [header.getUint16(94, true), header.getUint32(100, true)];
  const misfit = `its header states ${counted(count)} variable-length records, which do not fit before its points`;
  if (start + count * RECORD_HEADER > pointOffset) return misfit;
  const bytes = await source.read(start, Math.min(pointOffset, start + READ_BYTES));
  let laszip: DataView | undefined;
  for (const { data, end, user, id } of recordPlaces(bytes, 0, count)) {
    if (start + end > pointOffset) return misfit;
    if (id === LASZIP_RECORD && user.startsWith("laszip") && end <= bytes.length)
      laszip = viewOf(bytes.subarray(data, end));
  }
  return laszip;
}

/**
 * Extended records and waveform packets behind the points. In a compressed file their place is that of
 * the file before it was compressed.
 */
async function behindPoints(
  source: FileSource,
  view: DataView,
  { version }: LasHeader,
): Promise<Damage | undefined> {
  if (version < "1.3" || view.getUint16(94, true) < HEADER_1_3) return undefined;
  const inside = (view.getUint16(6, true) & WAVEFORMS_INSIDE) !== 0;
  if (inside && view.getBigUint64(227, true) > source.size)
    return cutOff("its waveform packets lie behind its end");
  if (version < "1.4") return undefined;
  const count = view.getUint32(243, true);
  let at = Number(view.getBigUint64(235, true));
  for (let n = 0; n < Math.min(count, MOST_RECORDS); n++) {
    const head = viewOf(await source.read(at, at + EXTENDED_HEADER));
    if (head.byteLength < EXTENDED_HEADER)
      return cutOff(`extended record ${n + 1} of ${counted(count)} lies behind its end`);
    at += EXTENDED_HEADER + Number(head.getBigUint64(20, true));
    if (at > source.size)
      return cutOff(
        `extended record ${n + 1} of ${counted(count)} ends ${counted(at - source.size)} bytes behind it`,
      );
  }
  return undefined;
}

/** Zeros in place of the last points; behind them they are padding. */
async function pointsDamage(
  source: FileSource,
  { pointCount, pointOffset, recordBytes }: LasHeader,
  zeroTail: boolean,
): Promise<Damage | "whole" | undefined> {
  if (pointCount === 0) return "whole";
  const end = pointOffset + pointCount * recordBytes;
  const from = Math.max(pointOffset, end - TAIL_BYTES);
  const last = await source.read(zeroTail ? from : end - recordBytes, end);
  if (!isZero(last)) return "whole";
  return zeroTail ? undefined : zeros("there are zeros in place of its last point");
}

/** LASzip's compressors that write chunks, and with them a table. */
const CHUNKED: ReadonlySet<number> = new Set([2, 3]);
/**
 * Above this (5,000 million points as LASzip divides them) lengths are not read: it would take
 * seconds.
 */
const MOST_CHUNKS = 100_000;
const WORD = 8;
const UNWRITTEN = -1n;

/**
 * Judges a LAZ by its chunk table, which LASzip writes last: its place stands before the first point, or
 * where the writer could not go back, in the last 8 bytes of the file.
 */
async function lazDamage(
  source: FileSource,
  header: LasHeader,
  laszip: DataView | undefined,
): Promise<Damage | undefined> {
  const { pointCount, pointOffset } = header;
  if (pointCount === 0 || laszip === undefined || laszip.byteLength < 16) return undefined;
  const chunking = lazChunking(laszip);
  if (!CHUNKED.has(chunking.compressor)) return undefined;
  const stated = await wordAt(source, pointOffset);
  const place = Number(stated === UNWRITTEN ? await wordAt(source, source.size - WORD) : stated);
  if (stated === UNWRITTEN && !fits(place, pointOffset, source.size))
    return cutOff("its chunk table was never written: it was not closed, or ends before it");
  if (place > source.size - WORD)
    return cutOff(`its chunk table lies at byte ${counted(place)}, behind its end`);
  if (place < pointOffset + WORD)
    return contradiction("the place of its chunk table is before its points");
  const table = viewOf(await source.read(place, place + WORD));
  const [version, chunks] = [table.getUint32(0, true), table.getUint32(4, true)];
  const { chunkPoints } = chunking;
  if (version !== 0)
    return contradiction(`its chunk table is of version ${counted(version)}, which is not known`);
  const expected =
    chunkPoints === undefined ? Math.max(1, chunks) : Math.ceil(pointCount / chunkPoints);
  // Writers may end with a chunk of no points.
  if (chunks < expected || chunks > expected + 1)
    return contradiction(
      `its chunk table counts ${counted(chunks)} chunks, where ${counted(pointCount)} points make ${counted(expected)}`,
    );
  if (chunks > MOST_CHUNKS) return undefined;
  const read = await chunkTable(source, header, chunking);
  return "fault" in read
    ? cutOff("its chunk table is not whole, or not that of its points")
    : undefined;
}

const fits = (place: number, pointOffset: number, size: number): boolean =>
  place >= pointOffset + WORD && place <= size - 2 * WORD;

async function wordAt(source: FileSource, at: number): Promise<bigint> {
  return viewOf(await source.read(at, at + WORD)).getBigInt64(0, true);
}
