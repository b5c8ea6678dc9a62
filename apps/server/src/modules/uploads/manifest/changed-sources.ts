import { sql } from "kysely";
import type { Db, Trx } from "../../../platform/postgres/schema.ts";
import { filesOf, PAGE_FILES } from "./file-rows.ts";

/** Indexes of a page's files that were changed meanwhile; one of unknown time counts as unchanged. */
export function changedFiles(before: string, now: string): number[] {
  if (before === now) return [];
  const files = filesOf(now);
  return filesOf(before).flatMap(({ modified }, index) => {
    const latest = files[index]?.modified;
    const isKnown = modified !== undefined && latest !== undefined;
    return isKnown && modified !== latest ? [index] : [];
  });
}

interface Changes {
  /** Indexes of files in the whole manifest. */
  readonly files: readonly number[];
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
  const pages = new Map<number, string>();
  for (const [page, text] of now.entries()) {
    const kept = await db
      .selectFrom("upload_manifest_pages")
      .select("files")
      .where("upload_id", "=", uploadId)
      .where("page", "=", page)
      .executeTakeFirst();
    if (kept === undefined || kept.files === text) continue;
    pages.set(page, text);
    for (const index of changedFiles(kept.files, text)) files.push(page * PAGE_FILES + index);
  }
  return { files, pages };
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
  await trx
    .updateTable("upload_plans")
    .set({ proven: false })
    .where("upload_id", "=", uploadId)
    .execute();
  await sql`DELETE FROM upload_pieces p USING upload_objects o
    WHERE p.upload_id = ${uploadId} AND o.upload_id = p.upload_id AND o.ordinal = p.ordinal
      AND EXISTS (SELECT FROM jsonb_array_elements(o.segments) AS segment
        WHERE (segment ->> 0)::int = ANY (${files}))`.execute(trx);
}
