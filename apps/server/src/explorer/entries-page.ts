import type { ExplorerEntry } from "@swath/contract/explorer";
import { coldFacts } from "../domain/cold/cold-facts.ts";
import { isPrepared } from "../domain/storage/prepared-place.ts";
import type { ListPage, StoredObject } from "../platform/object-store/object-store.ts";
import type { Continuation } from "./continuation.ts";

/** A page before the totals of its folders are known. */
export interface EntriesPage {
  readonly entries: readonly ExplorerEntry[];
  readonly next: Pick<Continuation, "source" | "token"> | undefined;
}

export const folderEntry = (key: string): ExplorerEntry => ({
  key,
  type: "Folder",
  lastModified: null,
  size: null,
  objectCount: null,
  storageClass: null,
});

type File = Pick<StoredObject, "key" | "modified" | "storageClass" | "cold"> & {
  size: number | null;
};
export const fileEntry = ({ key, size, modified, storageClass, cold }: File): ExplorerEntry => ({
  key,
  type: "File",
  lastModified: modified.toISOString(),
  size,
  objectCount: null,
  storageClass,
  ...(cold && { cold: coldFacts({ storageClass, cold }) }),
});

/** What the store listed of a folder. */
export function storePage(page: ListPage, prefix: string): EntriesPage {
  // One of the folder's own key S3's console makes to stand for an empty folder.
  const objects = page.objects.filter(({ key }) => key !== prefix).map(fileEntry);
  const { nextToken: token } = page;
  return {
    entries: [...page.folders.filter((folder) => !isPrepared(folder)).map(folderEntry), ...objects],
    next: token === undefined ? undefined : { source: "store", token },
  };
}
