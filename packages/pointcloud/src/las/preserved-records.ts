import type { LasRecord } from "./las-record.ts";

/** Most bytes of a record between header and points. */
const MOST_BYTES = 65_535;
const SPECIFICATION = "LASF_Spec";
const PROJECTION = "LASF_Projection";
/** LAS 1.4-R15, 2.6: packets of waveforms, and a record whose place another took. */
const WAVEFORM_PACKETS = 65_535;
const SUPERSEDED = 7;
/** Who writes records that hold of the bytes of one file alone: how it is compressed or indexed. */
const OF_ONE_FILE = new Set(["laszip encoded", "lascompatible", "copc", "LAStools"]);

const isOfOneFile = ({ userId, recordId }: LasRecord): boolean =>
  OF_ONE_FILE.has(userId) ||
  (userId === SPECIFICATION && (recordId === WAVEFORM_PACKETS || recordId === SUPERSEDED));

/** Records that a copy of a file has too, beside those of its coordinate system. */
export const preservedRecords = (records: readonly LasRecord[]): LasRecord[] =>
  records.filter(
    (record) =>
      record.userId !== PROJECTION && !isOfOneFile(record) && record.data.length <= MOST_BYTES,
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
  /** Of each file: indexes of waveform packets whose descriptors have no place. */
  readonly lostWaveforms: readonly ReadonlySet<number>[];
}

/** Joins the records of files but those of systems and extra bytes: of different ones the first counts. */
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
