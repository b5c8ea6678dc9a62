import { viewOf } from "@swath/survey/bytes";
import { type LazChunking, lazChunking } from "@swath/survey/laz";
import type { LasFile, LasRecord } from "../las/index.ts";

/** A part of a compressed point and how it is coded (LASzip's item types). */
export interface LazItem {
  readonly type: number;
  readonly bytes: number;
  readonly version: number;
}

/** How the points of a LAZ file are compressed, by its record 22204 (LASzip specification, table 1). */
export interface Laszip extends LazChunking {
  /** 0: arithmetic coding. */
  readonly coder: number;
  readonly items: readonly LazItem[];
}

export const ITEM = {
  bytes: 0,
  point10: 6,
  time11: 7,
  color12: 8,
  waveform13: 9,
  point14: 10,
  color14: 11,
  nearInfrared14: 12,
  waveform14: 13,
  bytes14: 14,
} as const;

/** The record that says how points are compressed. */
export const LASZIP_RECORD = { userId: "laszip encoded", recordId: 22_204 } as const;
const HEAD = 34;

/** The compression of a file by its records, or `undefined` where they do not state it. */
export function laszipOf(records: readonly LasRecord[]): Laszip | undefined {
  const { data } =
    records.find(
      ({ userId, recordId }) =>
        userId === LASZIP_RECORD.userId && recordId === LASZIP_RECORD.recordId,
    ) ?? {};
  if (data === undefined || data.length < HEAD) return undefined;
  const view = viewOf(data);
  const count = view.getUint16(32, true);
  if (HEAD + count * 6 > data.length) return undefined;
  return {
    ...lazChunking(view),
    coder: view.getUint16(2, true),
    items: Array.from({ length: count }, (_, index) => ({
      type: view.getUint16(HEAD + index * 6, true),
      bytes: view.getUint16(HEAD + index * 6 + 2, true),
      version: view.getUint16(HEAD + index * 6 + 4, true),
    })),
  };
}

/** Who decodes the records of a file. */
export interface RecordPlan {
  readonly pointFormat: number;
  readonly recordBytes: number;
  /** Both: laz-perf as long as a chunk has points of one scanner channel. */
  readonly by: "laz-perf" | "own" | "both";
}

/** A known item: its name, bytes (0: any number), and the versions that are decoded. */
interface KnownItem {
  readonly name: string;
  readonly bytes: number;
  readonly versions: readonly number[];
}

const POINTWISE = [1, 2];
const LAYERED = [2, 3, 4];
const KNOWN: ReadonlyMap<number, KnownItem> = new Map([
  [ITEM.point10, { name: "POINT10", bytes: 20, versions: POINTWISE }],
  [ITEM.time11, { name: "GPSTIME11", bytes: 8, versions: POINTWISE }],
  [ITEM.color12, { name: "RGB12", bytes: 6, versions: POINTWISE }],
  [ITEM.waveform13, { name: "WAVEPACKET13", bytes: 29, versions: [1] }],
  [ITEM.bytes, { name: "BYTE", bytes: 0, versions: POINTWISE }],
  [ITEM.point14, { name: "POINT14", bytes: 30, versions: LAYERED }],
  [ITEM.color14, { name: "RGB14", bytes: 6, versions: LAYERED }],
  [ITEM.nearInfrared14, { name: "RGBNIR14", bytes: 8, versions: LAYERED }],
  [ITEM.waveform14, { name: "WAVEPACKET14", bytes: 29, versions: [3, 4] }],
  [ITEM.bytes14, { name: "BYTE14", bytes: 0, versions: LAYERED }],
]);

const { point10, time11, color12, waveform13, point14, color14, nearInfrared14, waveform14 } = ITEM;
/** The items of each point format, extra bytes left out. */
const ITEMS_OF_FORMAT: readonly (readonly number[])[] = [
  [point10],
  [point10, time11],
  [point10, color12],
  [point10, time11, color12],
  [point10, time11, waveform13],
  [point10, time11, color12, waveform13],
  [point14],
  [point14, color14],
  [point14, nearInfrared14],
  [point14, waveform14],
  [point14, nearInfrared14, waveform14],
];
const FIRST_LAYERED = 6;
const COMPRESSOR = { pointwise: 1, chunked: 2, layered: 3 } as const;
const FOLLOWS_CHANNELS = 4;
/** Who marks points of formats 6 to 10 that are written as formats 1, 3, 4 and 5 with extra bytes. */
const COMPATIBILITY = "lascompatible";

/**
 * Chooses the decoder of a file's compressed points. laz-perf decodes formats 0 to 3 and 6 to 8;
 * our own decoder reads waveform packets, files of a LASzip before 2.0, and items of version 4
 * behind POINT14 where the scanner channel changes (laz-perf follows it as version 3 did, which
 * gives other colours and extra bytes). A text says why a file cannot be decoded: nothing is
 * guessed.
 */
export function recordPlan(
  { header, records }: Pick<LasFile, "header" | "records">,
  { compressor, coder, items }: Laszip,
): RecordPlan | string {
  const { pointFormat, recordBytes } = header;
  if (records.some(({ userId }) => userId === COMPATIBILITY))
    return "holds points of LAS 1.4 in LASzip's compatibility mode, which is not read";
  if (coder !== 0) return `is compressed by a coder that is not known (${coder})`;
  const names: readonly number[] = Object.values(COMPRESSOR);
  if (!names.includes(compressor))
    return `is compressed in a way that is not known (${compressor})`;
  const fault = items.map(faultOf).find((each) => each !== undefined);
  if (fault !== undefined) return fault;
  const bytes = items.reduce((sum, item) => sum + item.bytes, 0);
  if (bytes !== recordBytes) return "states compressed points of another length than its header";
  const isLayered = pointFormat >= FIRST_LAYERED;
  const extra = isLayered ? ITEM.bytes14 : ITEM.bytes;
  const of = ITEMS_OF_FORMAT[pointFormat] ?? [];
  const fits =
    isLayered === (compressor === COMPRESSOR.layered) &&
    items.length <= of.length + 1 &&
    items.every(({ type }, index) => type === (of[index] ?? extra)) &&
    items.length >= of.length;
  if (!fits) return "is compressed in a way that does not fit its point format";
  const isOwn = items.some(isOurs);
  return {
    pointFormat,
    recordBytes,
    by: isOwn ? "own" : items.some(follows) ? "both" : "laz-perf",
  };
}

function faultOf({ type, bytes, version }: LazItem): string | undefined {
  const known = KNOWN.get(type);
  if (known === undefined) return `has compressed points of an item that is not known (${type})`;
  if (!known.versions.includes(version))
    return `has compressed points of ${known.name} in version ${version}, which is not known`;
  if (bytes === 0 || (known.bytes !== 0 && bytes !== known.bytes))
    return `has compressed points of ${known.name} in ${bytes} bytes`;
  return undefined;
}

const isOurs = ({ type, version }: LazItem): boolean =>
  type === ITEM.waveform13 || type === ITEM.waveform14 || version === 1;

const follows = ({ type, version }: LazItem): boolean =>
  type > ITEM.point14 && version >= FOLLOWS_CHANNELS;
