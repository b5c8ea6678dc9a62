import { sql } from "kysely";
import { keptKey, type ReplacedDeps } from "./replaced-place.ts";

const FILES_AT_ONCE = 1_000;

/** Sets files aside that are too old: none of them can be ordered back from then on. */
async function nextExpired({ db, keptDays }: ReplacedDeps) {
  await sql`UPDATE replaced_files f SET expired = true FROM replacements r
    WHERE r.id = f.replacement AND NOT f.expired AND f.brought_back_by IS NULL
      AND r.begun < now() - ${keptDays} * interval '1 day'`.execute(db);
  return db
    .selectFrom("replaced_files")
    .select(["replacement", "path"])
    .where("expired", "=", true)
    .limit(FILES_AT_ONCE)
    .execute();
}

/** Removes what was replaced too long ago. The store comes first: what is stopped is done again. */
export async function expireReplaced(deps: ReplacedDeps): Promise<void> {
  const { db, store, buckets } = deps;
  for (;;) {
    const files = await nextExpired(deps);
    if (files.length === 0) break;
    await store.remove(
      buckets.uploads,
      files.map(({ replacement, path }) => keptKey(replacement, path)),
    );
    const removed = JSON.stringify(files);
    await sql`DELETE FROM replaced_files f
      USING jsonb_to_recordset(${removed}::jsonb) AS r (replacement bigint, path text)
      WHERE f.replacement = r.replacement AND f.path = r.path`.execute(db);
  }
  await sql`DELETE FROM replacements r
    WHERE r.begun < now() - ${deps.keptDays} * interval '1 day'
      AND (r.landing IS NOT NULL OR r.ended IS NOT NULL)
      AND NOT EXISTS (SELECT FROM replaced_files f WHERE f.replacement = r.id)`.execute(db);
}
