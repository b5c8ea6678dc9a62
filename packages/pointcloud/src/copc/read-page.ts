import type { Triple } from "../points/index.ts";
import {
  type Cube,
  entriesOf,
  ENTRY_BYTES,
  type HierarchyEntry,
  type NodeKey,
  type PagePlace,
} from "./copc-records.ts";

/** Reads bytes of a file from `start` on and before `end`: of a disk, or by ranges of a store. */
export type ReadRange = (start: number, end: number) => Promise<Uint8Array>;

/** A box in the units of the file's system. */
export interface Box {
  readonly min: Triple;
  readonly max: Triple;
}

/** Thrown where a hierarchy contradicts itself. */
export class CopcFault extends RangeError {}

const MOST_PAGE_BYTES = 16_777_216;
const DEEPEST = 31;

/** The entries of a page of the hierarchy, each a node or a page below; a {@link CopcFault} where it is damaged. */
export async function readPage(
  read: ReadRange,
  size: number,
  { at, bytes }: PagePlace,
): Promise<readonly HierarchyEntry[]> {
  if (bytes === 0) return [];
  if (bytes > MOST_PAGE_BYTES || bytes % ENTRY_BYTES !== 0 || at < 0 || at + bytes > size)
    throw new CopcFault("has a hierarchy that does not fit in the file");
  const entries = entriesOf(await read(at, at + bytes));
  const isSound = entries?.every(({ key }) => isKey(key));
  if (entries === undefined || isSound !== true)
    throw new CopcFault("has a hierarchy of nodes that cannot be");
  for (const entry of entries) checkEntry(entry, size);
  return entries;
}

function checkEntry({ at, bytes, points }: HierarchyEntry, size: number): void {
  if (points === undefined || points === 0) return;
  if (points < 0) throw new CopcFault("has a hierarchy of nodes that cannot be");
  if (bytes <= 0 || at < 0 || at + bytes > size)
    throw new CopcFault("has a hierarchy of nodes that are not in the file");
}

function isKey({ level, x, y, z }: NodeKey): boolean {
  if (level < 0 || level > DEEPEST) return false;
  return [x, y, z].every((place) => place >= 0 && place < 2 ** level);
}

/** The cube of a node. */
export function boundsOf({ center, half }: Cube, { level, x, y, z }: NodeKey): Box {
  const side = (2 * half) / 2 ** level;
  const [left, front, low] = center.map((middle) => middle - half) as [number, number, number];
  const min: Triple = [left + x * side, front + y * side, low + z * side];
  return { min, max: [min[0] + side, min[1] + side, min[2] + side] };
}

export const touches = ({ min, max }: Box, box: Box): boolean =>
  [0, 1, 2].every((axis) => min[axis]! <= box.max[axis]! && max[axis]! >= box.min[axis]!);
