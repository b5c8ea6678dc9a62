import { EXPLORER_PAGE_SIZE, type ExplorerEntry, type ObjectList } from "@swath/contract/explorer";
import type {
  ListPage,
  ObjectStore,
  StoredObject,
} from "../../platform/object-store/object-store.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import {
  type Continuation,
  type Folder,
  readContinuation,
  writeContinuation,
} from "./continuation.ts";
import {
  countFolders,
  type FolderTotals,
  readFolderPage,
  readScanTimes,
  readTotals,
} from "./inventory/read-inventory.ts";

export interface ListDeps {
  readonly db: Db;
  readonly store: ObjectStore;
}

/** A page before the totals of its folders are known. */
interface Page {
  readonly entries: readonly ExplorerEntry[];
  readonly next: Pick<Continuation, "source" | "token"> | undefined;
  readonly source: Continuation["source"];
}

/** A store that has to read a whole folder for one page reads no more names than this. */
const MAX_NAMES = 10_000;

const folderEntry = (key: string): ExplorerEntry => ({
  key,
  type: "Folder",
  lastModified: null,
  size: null,
  objectCount: null,
  storageClass: null,
});

type File = Pick<StoredObject, "key" | "modified" | "storageClass"> & { size: number | null };
const fileEntry = ({ key, size, modified, storageClass }: File): ExplorerEntry => ({
  key,
  type: "File",
  lastModified: modified.toISOString(),
  size,
  objectCount: null,
  storageClass,
});

function storePage(page: ListPage, prefix: string): Page {
  // One of the folder's own key S3's console makes to stand for an empty folder.
  const objects = page.objects.filter(({ key }) => key !== prefix).map(fileEntry);
  const { nextToken: token } = page;
  return {
    entries: [...page.folders.map(folderEntry), ...objects],
    next: token === undefined ? undefined : { source: "store", token },
    source: "store",
  };
}

async function inventoryPage(deps: ListDeps, folder: Folder, after: string): Promise<Page> {
  const limit = EXPLORER_PAGE_SIZE;
  const { rows, more } = await readFolderPage(deps.db, folder, { after, limit });
  const entries = rows.map(({ modified, storage_class: storageClass, ...row }) =>
    modified === null ? folderEntry(row.key) : fileEntry({ ...row, modified, storageClass }),
  );
  const last = rows.at(-1);
  return {
    entries,
    next: more && last !== undefined ? { source: "inventory", token: last.key } : undefined,
    source: "inventory",
  };
}

interface Known {
  readonly scanned: Date | undefined;
  /** Of the folder itself. */
  readonly totals: FolderTotals | undefined;
}

/**
 * The store itself lists a page wherever it can without reading a huge folder whole; else the
 * inventory does, once it is complete.
 */
async function readPage(
  deps: ListDeps,
  folder: Folder,
  from: Continuation | undefined,
  known: Known,
): Promise<Page> {
  if (from?.source === "inventory") return inventoryPage(deps, folder, from.token);
  const { bucket, prefix } = folder;
  const isHuge = known.scanned !== undefined && (known.totals?.own_objects ?? 0) > MAX_NAMES;
  const query = {
    prefix,
    limit: EXPLORER_PAGE_SIZE,
    ...(from === undefined ? {} : { token: from.token }),
  };
  const page = await deps.store.listFolder(bucket, { ...query, maxNames: isHuge ? 0 : MAX_NAMES });
  if (page !== undefined) return storePage(page, prefix);
  if (known.scanned !== undefined && from === undefined) return inventoryPage(deps, folder, "");
  return storePage(await deps.store.list(bucket, { ...query, delimiter: "/" }), prefix);
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

/** One page of a folder; throws INVALID_REQUEST for a token that is not one of this folder. */
export async function listObjects(
  deps: ListDeps,
  folder: Folder,
  token: string | undefined,
): Promise<ObjectList> {
  const from = token === undefined ? undefined : readContinuation(token, folder);
  const [times, totals] = await Promise.all([
    readScanTimes(deps.db, [folder.bucket]),
    readTotals(deps.db, folder.bucket, [folder.prefix]),
  ]);
  const known = { scanned: times.get(folder.bucket), totals: totals.get(folder.prefix) };
  const { entries, next, source } = await readPage(deps, folder, from, known);
  const listed = (from?.listed ?? 0) + entries.length;
  return {
    objectList: known.scanned ? await withTotals(deps, folder.bucket, entries) : [...entries],
    nextContinuationToken:
      next === undefined ? null : writeContinuation(folder, { ...next, listed }),
    isTruncated: next !== undefined,
    totalKeyCount: await countKeys(deps, folder, { listed, isLast: next === undefined, known }),
    maxKeys: EXPLORER_PAGE_SIZE,
    inventoryTime: known.scanned?.toISOString() ?? null,
    fromInventory: source === "inventory",
  };
}
