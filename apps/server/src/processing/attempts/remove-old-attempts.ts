import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { isBackupUnderWay } from "../../domain/installation/backup-under-way.ts";
import { PREPARATION_KEYS } from "../../domain/storage/prepared-place.ts";
import { attemptManifestKey } from "../../domain/processing/output-place.ts";
import { objectsBelow } from "../../platform/object-store/objects-below.ts";
import { forEachConcurrently } from "../../platform/concurrency/for-each.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { folderOf } from "../runs/submission.ts";
import type { RunDeps } from "../processing-deps.ts";

const REMOVED_AT_ONCE = 1_000;
const ATTEMPTS_AT_ONCE = 50;
const RUNS_AT_ONCE = 1_000;
const REMOVALS_AT_ONCE = 4;
/** A folder that no run was made for: its server was killed before. */
const ORPHAN_MS = 86_400_000;

type Deps = Pick<RunDeps, "db" | "store" | "spool">;

/**
 * Attempts that nothing needs: replaced long ago by a later one, not published, and not the only
 * ones whose results were accepted, which may be restored after later ones failed.
 */
async function oldAttempts(db: Db, days: number) {
  const { rows } = await sql<{
    id: string;
    bucket: string;
    prefix: string;
    attempt: number;
    name: string;
    guid: string;
  }>`SELECT r.id, r.bucket, r.prefix, r.attempt, j.name, p.guid
    FROM processing_runs r JOIN processing_jobs j ON j.id = r.job_id
      JOIN processings p ON p.id = j.processing_id
    WHERE r.state = 'ended' AND r.swept IS NULL AND NOT r.published
      AND NOT EXISTS (SELECT FROM held_flights h WHERE h.flight_id = p.flight_id)
      AND (SELECT min(l.ended) FROM processing_runs l WHERE l.job_id = r.job_id
        AND l.attempt > r.attempt) < now() - ${days} * interval '1 day'
      AND (r.outcome IN ('fail', 'lackProgram', 'cancel') OR EXISTS (
        SELECT FROM processing_runs o WHERE o.job_id = r.job_id AND o.id <> r.id
          AND o.swept IS NULL AND (o.published OR o.attempt > r.attempt
            AND o.outcome IN ('succeed', 'finishWithErrors', 'requireManual'))))
    LIMIT ${ATTEMPTS_AT_ONCE}`.execute(db);
  return rows;
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

async function removeFolders(deps: Pick<Deps, "spool">, keys: readonly string[]): Promise<void> {
  await forEachConcurrently(keys, REMOVALS_AT_ONCE, (key) =>
    rm(folderOf(deps, key), { recursive: true, force: true }),
  );
}

/** Removes the outputs of attempts that nothing needs; their records stay. */
export async function removeOldAttempts(deps: Deps, days: number): Promise<number> {
  if (await isBackupUnderWay(deps.db)) return 0;
  const old = await oldAttempts(deps.db, days);
  for (const { bucket, prefix, attempt, name, guid } of old) {
    await removeBelow(deps, bucket, prefix);
    await deps.store.remove(bucket, [attemptManifestKey(guid, name, attempt)]);
  }
  if (old.length > 0)
    await deps.db
      .updateTable("processing_runs")
      .set({ swept: sql<Date>`now()` })
      .where(
        "id",
        "in",
        old.map(({ id }) => id),
      )
      .execute();
  return old.length;
}

/**
 * Removes the folders of runs that ended long ago, published or not, with the logs of their tasks:
 * how each task ended is in the tables. One query, and one statement, for all that are due.
 */
export async function removeOldLogs(
  deps: Pick<Deps, "db" | "spool">,
  days: number,
): Promise<number> {
  const { rows } = await sql<{ id: string; keys: string[] }>`
    SELECT r.id, array_agg(s.key) AS keys
    FROM (SELECT id FROM processing_runs o WHERE state = 'ended' AND logs_swept IS NULL
        AND ended < now() - ${days} * interval '1 day'
        AND NOT EXISTS (SELECT FROM held_flights h JOIN processings p ON p.flight_id = h.flight_id
          JOIN processing_jobs j ON j.processing_id = p.id WHERE j.id = o.job_id)
      ORDER BY ended LIMIT ${RUNS_AT_ONCE}) AS r
      JOIN run_submissions s ON s.run_id = r.id
    GROUP BY r.id`.execute(deps.db);
  if (rows.length === 0) return 0;
  await removeFolders(
    deps,
    rows.flatMap(({ keys }) => keys),
  );
  const ids = rows.map(({ id }) => id);
  await deps.db
    .updateTable("processing_runs")
    .set({ logs_swept: sql<Date>`now()` })
    .where("id", "in", ids)
    .execute();
  return rows.length;
}

/** Those of runs, and of clouds that are being prepared (`preparationKey`). */
async function knownKeys(db: Db, names: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`SELECT key FROM run_submissions
    WHERE key = ANY (${names}::text[])
    UNION ALL SELECT ${PREPARATION_KEYS} || id || '-' || attempt FROM prepared_clouds
      WHERE state = 'open'`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** Removes folders of the spool that belong to no run: drafts, and those of servers killed too early. */
export async function removeOrphanFolders({
  db,
  spool,
}: Pick<Deps, "db" | "spool">): Promise<void> {
  const names = await readdir(spool).catch((): string[] => []);
  const ours = names.filter((name) => /^\.?swath-/.test(name));
  const known = await knownKeys(db, ours);
  for (const name of ours) {
    if (known.has(name)) continue;
    const path = join(spool, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (Date.now() - mtimeMs > ORPHAN_MS) await rm(path, { recursive: true, force: true });
  }
}
