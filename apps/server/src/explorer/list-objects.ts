import { AppError } from "@swath/contract/errors";
import {
  type EntrySort,
  EXPLORER_PAGE_SIZE,
  type ExplorerEntry,
  inOrder,
  type ObjectList,
} from "@swath/contract/explorer";
import type { ObjectStore } from "../platform/object-store/object-store.ts";
import type { Db } from "../platform/postgres/schema.ts";
import {
  type Continuation,
  type Folder,
  readContinuation,
  writeContinuation,
} from "./continuation.ts";
import { storePage } from "./entries-page.ts";
import {
  countFolders,
  type FolderTotals,
  readScanTimes,
  readTotals,
} from "./inventory/read-inventory.ts";
import { INVENTORY_START, readLargeFolder } from "./large-folder.ts";
import { type Contents, MAX_NAMES, type WholeFolders } from "./whole-folder.ts";

export interface ListDeps {
  readonly db: Db;
  readonly store: ObjectStore;
  readonly folders: WholeFolders;
}

interface Known {
  readonly scanned: Date | undefined;
  /** Of the folder itself. */
  readonly totals: FolderTotals | undefined;
}

/** What a folder holds, where it can be read whole: of a huge one that is known beforehand. */
async function readContents(
  { db, folders }: ListDeps,
  folder: Folder,
  from: Continuation | undefined,
  known: Known,
): Promise<Contents | undefined> {
  if (from !== undefined) return from.source === "sorted" ? folders.readAgain(folder) : undefined;
  return (await isHuge(db, folder, known)) ? undefined : folders.read(folder);
}

/** Whether the inventory knows of more names than can be read at once. */
async function isHuge(db: Db, { bucket, prefix }: Folder, known: Known): Promise<boolean> {
  const { scanned, totals } = known;
  if (scanned === undefined || totals === undefined || totals.objects <= MAX_NAMES) return false;
  return totals.own_objects + (await countFolders(db, bucket, prefix)) > MAX_NAMES;
}

async function withTotals(
  deps: ListDeps,
  bucket: string,
  entries: readonly ExplorerEntry[],
): Promise<ExplorerEntry[]> {
  const folders = entries.filter(({ type }) => type === "Folder").map(({ key }) => key);
  if (folders.length === 0) return [...entries];
  const totals = await readTotals(deps.db, bucket, folders);
  return entries.map((entry) => {
    const total = totals.get(entry.key);
    if (total === undefined) return entry;
    return { ...entry, size: total.bytes, objectCount: total.objects };
  });
}

/** What a folder holds as far as is known: exact once its last page was listed. */
async function countKeys(
  deps: ListDeps,
  folder: Folder,
  { listed, isLast, known }: { listed: number; isLast: boolean; known: Known },
): Promise<number> {
  if (isLast) return listed;
  if (known.scanned === undefined || known.totals === undefined) return listed + 1;
  const folders = await countFolders(deps.db, folder.bucket, folder.prefix);
  return Math.max(listed + 1, known.totals.own_objects + folders);
}

interface Listing {
  readonly sort: EntrySort;
  readonly from: Continuation | undefined;
  readonly known: Known;
}

/** A page of a folder that was read whole and sorted. */
async function listSorted(
  deps: ListDeps,
  folder: Folder,
  contents: Contents,
  { sort, from, known }: Listing,
): Promise<ObjectList> {
  if (from !== undefined && from.token !== sort) throw staleToken();
  const { entries } = storePage({ ...contents, nextToken: undefined }, folder.prefix);
  const whole = known.scanned ? await withTotals(deps, folder.bucket, entries) : entries;
  const start = from?.listed ?? 0;
  const end = start + EXPLORER_PAGE_SIZE;
  const isTruncated = end < whole.length;
  return {
    objectList: inOrder(whole, sort).slice(start, end),
    nextContinuationToken: isTruncated
      ? writeContinuation(folder, { source: "sorted", token: sort, listed: end })
      : null,
    isTruncated,
    totalKeyCount: whole.length,
    maxKeys: EXPLORER_PAGE_SIZE,
    inventoryTime: known.scanned?.toISOString() ?? null,
    sortedOver: "folder",
    fromInventory: false,
  };
}

const staleToken = (): AppError =>
  new AppError(
    "INVALID_REQUEST",
    "the continuation token is of another order, or of a folder that has grown too large for it",
    {
      field: "nextContinuationToken",
    },
  );

/** A page of a folder that is too large to be sorted as a whole. */
async function listUnsorted(
  deps: ListDeps,
  folder: Folder,
  { sort, from, known }: Listing,
): Promise<ObjectList> {
  const start = from ?? (known.scanned === undefined ? undefined : INVENTORY_START);
  const { entries, next } = await readLargeFolder(deps, folder, start);
  const listed = (from?.listed ?? 0) + entries.length;
  const whole = known.scanned ? await withTotals(deps, folder.bucket, entries) : entries;
  return {
    objectList: inOrder(whole, sort),
    nextContinuationToken:
      next === undefined ? null : writeContinuation(folder, { ...next, listed }),
    isTruncated: next !== undefined,
    totalKeyCount: await countKeys(deps, folder, { listed, isLast: next === undefined, known }),
    maxKeys: EXPLORER_PAGE_SIZE,
    inventoryTime: known.scanned?.toISOString() ?? null,
    sortedOver: "page",
    fromInventory: start?.source === "inventory",
  };
}

/**
 * One page of a folder, folders before files. A folder of up to {@link MAX_NAMES} is sorted over all
 * its pages; a larger one within each page. Throws INVALID_REQUEST for a token that is not one of
 * this folder.
 */
export async function listObjects(
  deps: ListDeps,
  folder: Folder,
  { sort, token }: { sort: EntrySort; token: string | undefined },
): Promise<ObjectList> {
  const from = token === undefined ? undefined : readContinuation(token, folder);
  const [times, totals] = await Promise.all([
    readScanTimes(deps.db, [folder.bucket]),
    readTotals(deps.db, folder.bucket, [folder.prefix]),
  ]);
  const known = { scanned: times.get(folder.bucket), totals: totals.get(folder.prefix) };
  const contents = await readContents(deps, folder, from, known);
  if (contents !== undefined) return listSorted(deps, folder, contents, { sort, from, known });
  if (from?.source === "sorted") throw staleToken();
  return listUnsorted(deps, folder, { sort, from, known });
}
