import type { LasRecord } from "../las/index.ts";
import type { Triple } from "../points/index.ts";
import {
  type CopcInfo,
  type Cube,
  entriesOf,
  ENTRY_BYTES,
  INFO_RECORD,
  infoOf,
  type NodeKey,
  type PagePlace,
} from "./copc-records.ts";

/** Reads bytes of a file from `start` on and before `end`: of a disk, or by ranges of a store. */
export type ReadRange = (start: number, end: number) => Promise<Uint8Array>;

/** The octree of a file by its records; undefined where it is none of COPC. */
export function copcInfo(records: readonly LasRecord[]): CopcInfo | undefined {
  const { userId, recordId } = INFO_RECORD;
  const record = records.find((each) => each.userId === userId && each.recordId === recordId);
  return record && infoOf(record.data);
}

/** Points of a node: a chunk from `start` on and before `end`. */
export interface CopcNode {
  readonly key: NodeKey;
  readonly min: Triple;
  readonly max: Triple;
  readonly points: number;
  readonly start: number;
  readonly end: number;
}

/** A box in the units of the file's system. */
export interface Box {
  readonly min: Triple;
  readonly max: Triple;
}

const MOST_PAGE_BYTES = 16_777_216;
const MOST_NODES = 10_000_000;
const DEEPEST = 31;

/** Thrown where a hierarchy contradicts itself. */
export class CopcFault extends RangeError {}

/**
 * The nodes of a COPC file that touch a box, all without one: the root's page first, then the
 * pages below that are needed. A damaged hierarchy is a {@link CopcFault}; it is followed to an end.
 */
export async function* copcNodes(
  read: ReadRange,
  size: number,
  info: CopcInfo,
  box?: Box,
): AsyncGenerator<CopcNode, void, void> {
  const pages: PagePlace[] = [info.rootPage];
  const known = new Set<number>();
  let nodes = 0;
  for (let page = pages.pop(); page !== undefined; page = pages.pop()) {
    if (known.has(page.at)) throw new CopcFault("has a hierarchy whose pages lead to each other");
    known.add(page.at);
    for (const { key, at, bytes, points } of await readPage(read, size, page)) {
      const bounds = boundsOf(info, key);
      if ((nodes += 1) > MOST_NODES) throw new CopcFault("has a hierarchy of too many nodes");
      if (box !== undefined && !touches(bounds, box)) continue;
      if (points === undefined) pages.push({ at, bytes });
      else if (points > 0) {
        if (bytes <= 0 || at + bytes > size)
          throw new CopcFault("has a hierarchy of nodes that are not in the file");
        yield { key, ...bounds, points, start: at, end: at + bytes };
      } else if (points < 0) throw new CopcFault("has a hierarchy of nodes that cannot be");
    }
  }
}

async function readPage(read: ReadRange, size: number, { at, bytes }: PagePlace) {
  if (bytes === 0) return [];
  if (bytes > MOST_PAGE_BYTES || bytes % ENTRY_BYTES !== 0 || at < 0 || at + bytes > size)
    throw new CopcFault("has a hierarchy that does not fit in the file");
  const entries = entriesOf(await read(at, at + bytes));
  const isSound = entries?.every(({ key }) => isKey(key));
  if (entries === undefined || isSound !== true)
    throw new CopcFault("has a hierarchy of nodes that cannot be");
  return entries;
}

function isKey({ level, x, y, z }: NodeKey): boolean {
  if (level < 0 || level > DEEPEST) return false;
  return [x, y, z].every((place) => place >= 0 && place < 2 ** level);
}

function boundsOf({ center, half }: Cube, { level, x, y, z }: NodeKey): Box {
  const side = (2 * half) / 2 ** level;
  const [left, front, low] = center.map((middle) => middle - half) as [number, number, number];
  const min: Triple = [left + x * side, front + y * side, low + z * side];
  return { min, max: [min[0] + side, min[1] + side, min[2] + side] };
}

const touches = ({ min, max }: Box, box: Box): boolean =>
  [0, 1, 2].every((axis) => min[axis]! <= box.max[axis]! && max[axis]! >= box.min[axis]!);
