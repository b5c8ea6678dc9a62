import { type FileEntry, partCount } from "@swath/contract/uploads";
import type { Db } from "../../platform/postgres/schema.ts";

/** The files of the manifest that is kept of an upload, a page at a time, in order. */
export async function* readFiles(db: Db, uploadId: string): AsyncGenerator<FileEntry[]> {
  for (let page = 0; ; page += 1) {
    const row = await db
      .selectFrom("upload_manifest_pages")
      .select("files")
      .where("upload_id", "=", uploadId)
      .where("page", "=", page)
      .executeTakeFirst();
    if (row === undefined) return;
    yield filesOf(row.files);
  }
}

/** A file of a manifest as its pages hold it; its name and the number of its parts follow from it. */
export type FileRow = readonly [
  fullPath: string,
  originalSize: number,
  zipped: boolean,
  destination: FileEntry["destination"],
  modified?: number | null,
  statusChanged?: string,
];

/** Most files of a page: what is parsed between two turns of the event loop. */
export const PAGE_FILES = 1_000;

/** What makes a manifest another one: not when a file was changed. */
export const plannedRowOf = (file: FileEntry): FileRow => [
  file.fullPath,
  file.originalSize,
  file.zipped,
  file.destination,
];

export function rowOf(file: FileEntry): FileRow {
  const [fullPath, originalSize, zipped, destination] = plannedRowOf(file);
  const { modified, statusChanged } = file;
  const planned = [fullPath, originalSize, zipped, destination] as const;
  if (statusChanged !== undefined) return [...planned, modified ?? null, statusChanged];
  return modified === undefined ? planned : [...planned, modified];
}

/** The files of a page. */
export function filesOf(page: string): FileEntry[] {
  const rows = JSON.parse(page) as FileRow[];
  return rows.map(([fullPath, originalSize, zipped, destination, modified, statusChanged]) => ({
    fileName: fullPath.slice(fullPath.lastIndexOf("/") + 1),
    fullPath,
    originalSize,
    parts: partCount(originalSize),
    zipped,
    destination,
    modified: modified ?? undefined,
    statusChanged,
  }));
}
