import { viewOf } from "@swath/survey/bytes";
import type { LasRecord } from "../las/index.ts";
import type { Triple } from "../points/index.ts";

/** The records that make a LAZ file one of COPC (COPC 1.0, "Info VLR" and "Hierarchy VLR"). */
export const INFO_RECORD = { userId: "copc", recordId: 1 } as const;
export const HIERARCHY_RECORD = { userId: "copc", recordId: 1_000 } as const;

const INFO_BYTES = 160;
export const ENTRY_BYTES = 32;
/** In place of a number of points: the entry tells where a page is. */
const IS_PAGE = -1;

/** A cube in the units of the file's system. */
export interface Cube {
  readonly center: Triple;
  readonly half: number;
}

/** What a COPC file states of its octree. */
export interface CopcInfo extends Cube {
  /** Distance of points in the root; each level halves it. */
  readonly spacing: number;
  /** Where the first page of the hierarchy stands in the file, and its bytes. */
  readonly rootPage: PagePlace;
  /** Least and greatest GPS time. */
  readonly times: readonly [least: number, greatest: number];
}

export interface PagePlace {
  readonly at: number;
  readonly bytes: number;
}

/** A cube of the octree: its level, and its place in the cubes of this level. */
export interface NodeKey {
  readonly level: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** An entry of the hierarchy: the chunk of a node, or the page that tells of it and those below. */
export interface HierarchyEntry {
  readonly key: NodeKey;
  readonly at: number;
  readonly bytes: number;
  /** Undefined where the bytes are those of a page. */
  readonly points: number | undefined;
}

export function infoRecord({ center, half, spacing, rootPage, times }: CopcInfo): LasRecord {
  const data = new Uint8Array(INFO_BYTES);
  const view = new DataView(data.buffer);
  for (const [index, value] of [...center, half, spacing].entries())
    view.setFloat64(index * 8, value, true);
  view.setBigUint64(40, BigInt(rootPage.at), true);
  view.setBigUint64(48, BigInt(rootPage.bytes), true);
  view.setFloat64(56, times[0], true);
  view.setFloat64(64, times[1], true);
  return { ...INFO_RECORD, description: "COPC info VLR", data };
}

/** The info of a record's data; undefined where they are too few or state no cube. */
export function infoOf(data: Uint8Array): CopcInfo | undefined {
  if (data.length < INFO_BYTES) return undefined;
  const view = viewOf(data);
  const value = (at: number): number => view.getFloat64(at, true);
  const half = value(24);
  const rootPage = {
    at: Number(view.getBigUint64(40, true)),
    bytes: Number(view.getBigUint64(48, true)),
  };
  const center: Triple = [value(0), value(8), value(16)];
  if (!(half > 0) || ![half, ...center].every(Number.isFinite)) return undefined;
  return { center, half, spacing: value(32), rootPage, times: [value(56), value(64)] };
}

/** Entries of the hierarchy as bytes of a page. */
export function entryBytes(entries: readonly HierarchyEntry[]): Uint8Array {
  const bytes = new Uint8Array(entries.length * ENTRY_BYTES);
  const view = new DataView(bytes.buffer);
  for (const [index, { key, at, bytes: length, points }] of entries.entries()) {
    const place = index * ENTRY_BYTES;
    for (const [field, value] of [key.level, key.x, key.y, key.z].entries())
      view.setInt32(place + field * 4, value, true);
    view.setBigUint64(place + 16, BigInt(at), true);
    view.setInt32(place + 24, length, true);
    view.setInt32(place + 28, points ?? IS_PAGE, true);
  }
  return bytes;
}

/** The entries of a page; undefined where its bytes are none. */
export function entriesOf(page: Uint8Array): HierarchyEntry[] | undefined {
  if (page.length === 0 || page.length % ENTRY_BYTES !== 0) return undefined;
  const view = viewOf(page);
  return Array.from({ length: page.length / ENTRY_BYTES }, (_, index) => {
    const place = index * ENTRY_BYTES;
    const field = (at: number): number => view.getInt32(place + at, true);
    const points = field(28);
    return {
      key: { level: field(0), x: field(4), y: field(8), z: field(12) },
      at: Number(view.getBigUint64(place + 16, true)),
      bytes: field(24),
      points: points === IS_PAGE ? undefined : points,
    };
  });
}
