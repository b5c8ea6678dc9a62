import { viewOf } from "@swath/survey/bytes";
import { PROJECTION_RECORDS, recordPlaces, type ByteSource } from "@swath/survey/readers";

/** A variable-length record of a LAS file (LAS 1.4-R15, 2.5 and 2.7). */
export interface LasRecord {
  readonly userId: string;
  readonly recordId: number;
  readonly description: string;
  readonly data: Uint8Array;
}

const RECORD_HEAD = 54;
const EXTENDED_HEAD = 60;
/** Most records and bytes of them that are kept: some files claim a thousand million. */
const MAX_RECORDS = 1_000;
const MAX_BYTES = 16_777_216;

/**
 * Reads the `count` records between the header and the points, or `undefined` where they do not fit
 * before `end`.
 */
export async function readRecords(
  source: ByteSource,
  start: number,
  end: number,
  count: number,
): Promise<LasRecord[] | undefined> {
  if (count * RECORD_HEAD > end - start || count > MAX_RECORDS || end - start > MAX_BYTES)
    return undefined;
  const bytes = await source.read(start, end);
  const places = [...recordPlaces(bytes, 0, count)];
  if (places.length < count || places.some((place) => place.end > bytes.length)) return undefined;
  return places.map((place) => recordAt(bytes.subarray(place.at, place.end), 22, RECORD_HEAD));
}

/**
 * Reads the extended records behind the points, but no waveforms and no record over 16 MB.
 * `undefined` where they do not fit in the file: it is cut off or damaged.
 */
export async function readExtendedRecords(
  source: ByteSource,
  start: number,
  count: number,
): Promise<LasRecord[] | undefined> {
  const records: LasRecord[] = [];
  if (start + count * EXTENDED_HEAD > source.size) return undefined;
  let at = start;
  for (let index = 0; index < Math.min(count, MAX_RECORDS); index += 1) {
    if (at + EXTENDED_HEAD > source.size) return undefined;
    const head = await source.read(at, at + EXTENDED_HEAD);
    if (head.length < EXTENDED_HEAD) return undefined;
    const view = viewOf(head);
    const end = at + EXTENDED_HEAD + Number(view.getBigUint64(20, true));
    if (end > source.size) return undefined;
    if (end - at <= MAX_BYTES) {
      const bytes = await source.read(at, end);
      if (bytes.length < end - at) return undefined;
      records.push(recordAt(bytes, 28, EXTENDED_HEAD));
    }
    at = end;
  }
  return records;
}

function recordAt(bytes: Uint8Array, description: number, head: number): LasRecord {
  const view = viewOf(bytes);
  return {
    userId: textOf(bytes.subarray(2, 18)),
    recordId: view.getUint16(18, true),
    description: textOf(bytes.subarray(description, description + 32)),
    data: bytes.slice(head),
  };
}

/** A record as bytes, to stand between header and points; its data are at most 65,535 bytes. */
export function recordBytes({ userId, recordId, description, data }: LasRecord): Uint8Array {
  const bytes = new Uint8Array(RECORD_HEAD + data.length);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(userId).subarray(0, 16), 2);
  view.setUint16(18, recordId, true);
  view.setUint16(20, data.length, true);
  bytes.set(new TextEncoder().encode(description).subarray(0, 32), 22);
  bytes.set(data, RECORD_HEAD);
  return bytes;
}

/** A record as bytes, to stand behind the points. */
export function extendedRecordBytes({
  userId,
  recordId,
  description,
  data,
}: LasRecord): Uint8Array {
  const bytes = new Uint8Array(EXTENDED_HEAD + data.length);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(userId).subarray(0, 16), 2);
  view.setUint16(18, recordId, true);
  view.setBigUint64(20, BigInt(data.length), true);
  bytes.set(new TextEncoder().encode(description).subarray(0, 32), 28);
  bytes.set(data, EXTENDED_HEAD);
  return bytes;
}

/** Text up to its first NUL. */
export function textOf(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return new TextDecoder("utf-8").decode(end === -1 ? bytes : bytes.subarray(0, end)).trim();
}

/** Most bytes of a record between header and points. */
const MOST_BYTES = 65_535;
const SPECIFICATION = "LASF_Spec";
/** LAS 1.4-R15, 2.6: packets of waveforms, and a record whose place another took. */
const WAVEFORM_PACKETS = 65_535;
const SUPERSEDED = 7;
/** Who writes records that hold of the bytes of one file alone: how it is compressed or indexed. */
const OF_ONE_FILE = new Set(["laszip encoded", "lascompatible", "copc", "LAStools"]);

const isOfOneFile = ({ userId, recordId }: LasRecord): boolean =>
  OF_ONE_FILE.has(userId) ||
  (userId === SPECIFICATION && (recordId === WAVEFORM_PACKETS || recordId === SUPERSEDED));

/** Records that a copy of a file keeps, beside those of its coordinate system. */
export const preservedRecords = (records: readonly LasRecord[]): LasRecord[] =>
  records.filter(
    (record) =>
      record.userId !== PROJECTION_RECORDS.user &&
      !isOfOneFile(record) &&
      record.data.length <= MOST_BYTES,
  );

/** How many records say something of the points, and are too long to stand in a copy. */
export const tooLongRecords = (records: readonly LasRecord[]): number =>
  records.filter((record) => !isOfOneFile(record) && record.data.length > MOST_BYTES).length;

const EXTRA_BYTES = 4;
/** Descriptors of waveform packets 1 to 255. */
const WAVEFORM_DESCRIPTORS = 99;
const MOST_RECORDS = 500;

/** Records of several files, for points of all of them. */
export interface JoinedRecords {
  readonly records: readonly LasRecord[];
  /** Records that have no place: another file has others by their number. */
  readonly lost: number;
  /** For each file the indexes of waveform packets whose descriptors have no place. */
  readonly lostWaveforms: readonly ReadonlySet<number>[];
}

/**
 * Joins the records of files without those of systems and extra bytes; of different records with
 * one number the first counts.
 */
export function joinRecords(files: readonly (readonly LasRecord[])[]): JoinedRecords {
  const joined = new Map<string, LasRecord>();
  let lost = 0;
  const lostWaveforms = files.map((records) => {
    const indexes = new Set<number>();
    for (const record of preservedRecords(records)) {
      const { userId, recordId } = record;
      if (userId === SPECIFICATION && recordId === EXTRA_BYTES) continue;
      const key = `${userId} ${recordId}`;
      const own = joined.get(key) ?? record;
      if (joined.size < MOST_RECORDS && isSame(own, record)) joined.set(key, own);
      else {
        lost += 1;
        const index = recordId - WAVEFORM_DESCRIPTORS;
        if (userId === SPECIFICATION && index >= 1 && index <= 255) indexes.add(index);
      }
    }
    return indexes;
  });
  return { records: [...joined.values()], lost, lostWaveforms };
}

const isSame = ({ data: one }: LasRecord, { data: other }: LasRecord): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);
