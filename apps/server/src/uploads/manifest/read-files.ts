import type { FileEntry } from "@swath/contract/uploads";
import type { Db } from "../../platform/postgres/schema.ts";
import { filesOf } from "./file-rows.ts";

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
