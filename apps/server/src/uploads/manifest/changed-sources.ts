import type { FileEntry } from "@swath/contract/uploads";
import { sql } from "kysely";
import type { Db, Trx } from "../../platform/postgres/schema.ts";
import { unprove } from "../plan-store.ts";
import { filesOf, PAGE_FILES, rowOf } from "./file-rows.ts";

/** How the files of a page differ from those that are kept of it, in time. */
export interface PageChanges {
  /** Indexes of files that were changed; one of unknown time counts as unchanged. */
  readonly changed: readonly number[];
  /** Indexes of files of which the status alone was changed. */
  readonly touched: readonly number[];
  /** The page to be kept. */
  readonly page: string;
}

/**
 * uploads/C1 a file of another time was changed, and is kept as it is now;
 * uploads/C2 any other keeps the time of its status: what landed of it was read then;
 * uploads/C3 one whose status has another time now, where both are known, is touched: its sender compares
 *    what landed with what it holds.
 */
export function comparePage(before: string, now: string): PageChanges {
  if (before === now) return { changed: [], touched: [], page: before };
  const changed: number[] = [];
  const touched: number[] = [];
  const files = filesOf(now);
  const kept = filesOf(before).map((former, index): FileEntry => {
    const latest = files[index]!;
    const isKnown = former.modified !== undefined && latest.modified !== undefined;
    if (isKnown && former.modified !== latest.modified) {
      changed.push(index);
      return latest;
    }
    const { statusChanged } = former;
    const isStatusKnown = statusChanged !== undefined && latest.statusChanged !== undefined;
    if (isStatusKnown && statusChanged !== latest.statusChanged) touched.push(index);
    return Object.assign(latest, { statusChanged });
  });
  return { changed, touched, page: JSON.stringify(kept.map(rowOf)) };
}

interface Changes {
  /** Indexes of files in the whole manifest that were changed. */
  readonly files: readonly number[];
  /** The same of those of which the status alone was changed. */
  readonly touched: readonly number[];
  /** Pages that are kept anew, by their number. */
  readonly pages: ReadonlyMap<number, string>;
}

/** What a manifest that is planned alike says of its files' times, and the one that is kept does not. */
export async function findChanges(
  db: Db,
  uploadId: string,
  now: readonly string[],
): Promise<Changes> {
  const files: number[] = [];
  const touched: number[] = [];
  const pages = new Map<number, string>();
  for (const [page, text] of now.entries()) {
    const kept = await db
      .selectFrom("upload_manifest_pages")
      .select("files")
      .where("upload_id", "=", uploadId)
      .where("page", "=", page)
      .executeTakeFirst();
    if (kept === undefined || kept.files === text) continue;
    const found = comparePage(kept.files, text);
    if (found.page !== kept.files) pages.set(page, found.page);
    for (const index of found.changed) files.push(page * PAGE_FILES + index);
    for (const index of found.touched) touched.push(page * PAGE_FILES + index);
  }
  return { files, touched, pages };
}

/** Keeps the files' times, and forgets what landed of those that were changed: it is sent anew. */
export async function keepChanges(
  trx: Trx,
  uploadId: string,
  { files, pages }: Changes,
): Promise<void> {
  for (const [page, text] of pages)
    await trx
      .updateTable("upload_manifest_pages")
      .set({ files: text })
      .where("upload_id", "=", uploadId)
      .where("page", "=", page)
      .execute();
  if (files.length === 0) return;
  await unprove(trx, uploadId);
  await sql`DELETE FROM upload_pieces p USING upload_objects o
    WHERE p.upload_id = ${uploadId} AND o.upload_id = p.upload_id AND o.ordinal = p.ordinal
      AND EXISTS (SELECT FROM jsonb_array_elements(o.segments) AS segment
        WHERE (segment ->> 0)::int = ANY (${files}))`.execute(trx);
}
