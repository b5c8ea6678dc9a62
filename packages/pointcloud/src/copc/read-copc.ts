import type { LasRecord } from "../las/index.ts";
import type { Triple } from "../points/index.ts";
import {
  type CopcInfo,
  INFO_RECORD,
  infoOf,
  type NodeKey,
  type PagePlace,
} from "./copc-records.ts";
import { type Box, boundsOf, CopcFault, type ReadRange, readPage, touches } from "./read-page.ts";

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

const MOST_NODES = 10_000_000;

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
      else if (points > 0) yield { key, ...bounds, points, start: at, end: at + bytes };
    }
  }
}
