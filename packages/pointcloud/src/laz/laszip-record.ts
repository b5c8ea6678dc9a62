import { type LazChunking, lazChunking } from "@swath/survey/laz";
import type { LasRecord } from "../las/index.ts";

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

const USER = "laszip encoded";
const RECORD = 22_204;
const HEAD = 34;

/** The compression of a file by its records, or `undefined` where they do not state it. */
export function laszipOf(records: readonly LasRecord[]): Laszip | undefined {
  const data = records.find(({ userId, recordId }) => userId === USER && recordId === RECORD)?.data;
  if (data === undefined || data.length < HEAD) return undefined;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
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
