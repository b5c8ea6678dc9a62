import type { LasRecord } from "../../las/index.ts";
import { ITEM, LASZIP_RECORD, type LazItem } from "../record-plan.ts";

const { point14, color14, nearInfrared14, waveform14, bytes14 } = ITEM;
const ITEMS: readonly (readonly [type: number, bytes: number][])[] = [
  [[point14, 30]],
  [
    [point14, 30],
    [color14, 6],
  ],
  [
    [point14, 30],
    [nearInfrared14, 8],
  ],
  [
    [point14, 30],
    [waveform14, 29],
  ],
  [
    [point14, 30],
    [nearInfrared14, 8],
    [waveform14, 29],
  ],
];
const FIRST_FORMAT = 6;
/** The version of items that LASzip writes, and laz-perf reads. */
const VERSION = 3;
const LAYERED = 3;
const HEAD = 34;
const ITEM_BYTES = 6;
/** LASzip 3.4 has these items since its revision 3. */
const RELEASE = { major: 3, minor: 4, revision: 3 };

/** Points of a chunk that says itself how many it has. */
export const VARIABLE = 0xffff_ffff;

/** The items of a record of format 6 to 10 with extra bytes. */
export function layeredItems(pointFormat: number, extraBytes: number): LazItem[] {
  const items = ITEMS[pointFormat - FIRST_FORMAT] ?? [];
  const extra = extraBytes === 0 ? [] : [[bytes14, extraBytes] as const];
  return [...items, ...extra].map(([type, bytes]) => ({ type, bytes, version: VERSION }));
}

/** The record that says how points are compressed (LASzip specification, table 1). */
export function laszipRecord(items: readonly LazItem[], chunkPoints: number): LasRecord {
  const data = new Uint8Array(HEAD + items.length * ITEM_BYTES);
  const view = new DataView(data.buffer);
  view.setUint16(0, LAYERED, true);
  data.set([RELEASE.major, RELEASE.minor], 4);
  view.setUint16(6, RELEASE.revision, true);
  view.setUint32(12, chunkPoints, true);
  // No special records: −1 of them, at −1.
  data.fill(255, 16, 32);
  view.setUint16(32, items.length, true);
  for (const [index, { type, bytes, version }] of items.entries()) {
    view.setUint16(HEAD + index * ITEM_BYTES, type, true);
    view.setUint16(HEAD + index * ITEM_BYTES + 2, bytes, true);
    view.setUint16(HEAD + index * ITEM_BYTES + 4, version, true);
  }
  return { ...LASZIP_RECORD, description: "LASzip", data };
}
