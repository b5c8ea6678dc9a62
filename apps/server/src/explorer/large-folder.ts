import { EXPLORER_PAGE_SIZE, type ExplorerEntry } from "@swath/contract/explorer";
import type { ObjectStore } from "../platform/object-store/object-store.ts";
import type { Db } from "../platform/postgres/schema.ts";
import type { Continuation, Folder } from "./continuation.ts";
import { type EntriesPage, fileEntry, folderEntry, storePage } from "./entries-page.ts";
import { readCold, readFolders, readObjects } from "./inventory/read-inventory.ts";

interface Sources {
  readonly db: Db;
  readonly store: ObjectStore;
}

/** The inventory's place in a folder: its folders come first, then its objects. */
const PLACE = /^(folders|objects):(.*)$/s;

/** A page of the inventory: folders before objects over all pages, each in the order of the keys. */
async function inventoryPage(db: Db, folder: Folder, token: string): Promise<EntriesPage> {
  const [, part = "objects", after = ""] = PLACE.exec(token) ?? [];
  const limit = EXPLORER_PAGE_SIZE;
  const folders =
    part === "folders"
      ? await readFolders(db, folder, { after, limit })
      : { rows: [], more: false };
  const entries = folders.rows.map(({ key }) => folderEntry(key));
  if (folders.more) return { entries, next: continued("folders", entries) };
  const rest = { after: part === "objects" ? after : "", limit: limit - entries.length };
  const objects = await readObjects(db, folder, rest);
  const keys = objects.rows.map(({ key }) => key);
  const states = await readCold(db, folder.bucket, keys);
  const files = objects.rows.map(({ modified, storage_class: storageClass, ...row }) => {
    const cold = states.get(row.key);
    return fileEntry({ ...row, modified: modified!, storageClass, ...(cold && { cold }) });
  });
  const next = objects.more ? continued("objects", files) : undefined;
  return { entries: [...entries, ...files], next };
}

function continued(
  part: "folders" | "objects",
  entries: readonly ExplorerEntry[],
): EntriesPage["next"] {
  return { source: "inventory", token: `${part}:${entries.at(-1)?.key ?? ""}` };
}

/**
 * A page of a folder that is too large to be read whole: of the inventory once that is complete, else
 * of the store, in its order.
 */
export async function readLargeFolder(
  { db, store }: Sources,
  folder: Folder,
  from: Pick<Continuation, "source" | "token"> | undefined,
): Promise<EntriesPage> {
  if (from?.source === "inventory") return inventoryPage(db, folder, from.token);
  const { bucket, prefix } = folder;
  const query = { prefix, limit: EXPLORER_PAGE_SIZE, delimiter: "/" } as const;
  const token = from === undefined ? {} : { token: from.token };
  return storePage(await store.list(bucket, { ...query, ...token }), prefix);
}

/** Where the inventory of a folder begins. */
export const INVENTORY_START = { source: "inventory", token: "folders:" } as const;
