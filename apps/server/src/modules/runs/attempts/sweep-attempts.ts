import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { attemptManifestKey } from "../../../domain/processing/output-place.ts";
import { objectsBelow } from "../../../platform/object-store/objects-below.ts";
import type { Db } from "../../../platform/postgres/schema.ts";
import { folderOf } from "../begin/write-folder.ts";
import type { RunDeps } from "../run-deps.ts";

const REMOVED_AT_ONCE = 1_000;
const ATTEMPTS_AT_ONCE = 50;
/** A folder that no run was made for: its server was killed before. */
const ORPHAN_MS = 86_400_000;

type Deps = Pick<RunDeps, "db" | "store" | "spool">;

/** Attempts that nothing needs: not published, not the job's latest, ended long ago. */
async function oldAttempts(db: Db, days: number) {
  return db
    .selectFrom("processing_runs as r")
    .innerJoin("processing_jobs as j", "j.id", "r.job_id")
    .innerJoin("processings as p", "p.id", "j.processing_id")
    .select(["r.id", "r.bucket", "r.prefix", "r.attempt", "j.name", "p.guid"])
    .where("r.state", "=", "ended")
    .where("r.swept", "is", null)
    .where("r.published", "=", false)
    .where("r.ended", "<", sql<Date>`now() - ${days} * interval '1 day'`)
    .where(
      sql<boolean>`EXISTS (SELECT FROM processing_runs l WHERE l.job_id = r.job_id AND l.attempt > r.attempt)`,
    )
    .limit(ATTEMPTS_AT_ONCE)
    .execute();
}

async function removeBelow({ store }: Deps, bucket: string, prefix: string): Promise<void> {
  let keys: string[] = [];
  for await (const { key } of objectsBelow(store, bucket, prefix)) {
    keys.push(key);
    if (keys.length < REMOVED_AT_ONCE) continue;
    await store.remove(bucket, keys);
    keys = [];
  }
  await store.remove(bucket, keys);
}

/** Removes the outputs, folders and logs of attempts that nothing needs; their records stay. */
export async function sweepAttempts(deps: Deps, days: number): Promise<number> {
  const old = await oldAttempts(deps.db, days);
  for (const { id, bucket, prefix, attempt, name, guid } of old) {
    await removeBelow(deps, bucket, prefix);
    await deps.store.remove(bucket, [attemptManifestKey(guid, name, attempt)]);
    const submissions = await deps.db
      .selectFrom("run_submissions")
      .select("key")
      .where("run_id", "=", id)
      .execute();
    for (const { key } of submissions)
      await rm(folderOf(deps, key), { recursive: true, force: true });
    await deps.db
      .updateTable("processing_runs")
      .set({ swept: sql<Date>`now()` })
      .where("id", "=", id)
      .execute();
  }
  return old.length;
}

/** Removes folders of the spool that belong to no run: drafts, and those of servers killed too early. */
export async function sweepFolders({ db, spool }: Deps): Promise<void> {
  const names = await readdir(spool).catch((): string[] => []);
  const ours = names.filter((name) => /^\.?swath-/.test(name));
  const known = await db.selectFrom("run_submissions").select("key").execute();
  const keys = new Set(known.map(({ key }) => key));
  for (const name of ours) {
    if (keys.has(name)) continue;
    const path = join(spool, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (Date.now() - mtimeMs > ORPHAN_MS) await rm(path, { recursive: true, force: true });
  }
}
