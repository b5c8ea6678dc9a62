import { sql } from "kysely";
import type { ObjectStore } from "../platform/object-store/object-store.ts";
import type { Trx } from "../platform/postgres/schema.ts";
import { loadDatabase } from "./database/load-database.ts";
import type { ObjectVersions } from "./objects/object-versions.ts";
import { type Restored, restoreObjects } from "./objects/restore-objects.ts";
import type { OpenSnapshot } from "./repository/open-snapshot.ts";
import type { Repository } from "./repository/repository.ts";
import type { SnapshotDetails } from "./repository/snapshot-files.ts";

export interface RestoreDeps {
  /** The database's owner; the database is at the backup's migrations, and empty. */
  readonly ownerUrl: string;
  readonly store: ObjectStore;
  readonly versions: ObjectVersions | undefined;
  /** What is done to the records within the transaction that loads them. */
  readonly afterLoad: (trx: Trx) => Promise<void>;
  readonly signal: AbortSignal;
}

const ROWS_AT_ONCE = 5_000;

/** Kept files of updates are other objects than before: their rows name these from now on. */
async function renewReplaced(trx: Trx, replaced: ReadonlyMap<string, string>): Promise<void> {
  const rows = [...replaced];
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const batch = rows.slice(at, at + ROWS_AT_ONCE);
    await sql`UPDATE replaced_files f SET version = known.version
      FROM unnest(${batch.map(([key]) => key)}::text[],
        ${batch.map(([, version]) => version)}::text[]) AS known (key, version)
      WHERE known.key = 'replaced/' || f.replacement || '/'
        || encode(sha256(convert_to(f.path, 'UTF8')), 'hex')`.execute(trx);
  }
}

/**
 * Restores the objects of a snapshot, then its database, in one transaction that ends with what a restore
 * changes in the records. One that is stopped before leaves a database that no server has used, with which
 * nothing starts.
 */
export async function restoreSnapshot(
  deps: RestoreDeps,
  repository: Repository,
  snapshot: OpenSnapshot,
  details: SnapshotDetails,
): Promise<Restored> {
  const { store, versions, signal } = deps;
  const { isCopied, landing, buckets } = details.store;
  const names = buckets.map(({ bucket }) => bucket);
  await store.ensureBuckets(names);
  const from = { store, versions, repository, snapshot, buckets: names, landing, signal };
  const restored = await restoreObjects(from, isCopied);
  await loadDatabase({
    url: deps.ownerUrl,
    details,
    read: (file) => snapshot.read(file),
    afterwards: async (trx) => {
      await renewReplaced(trx, restored.replaced);
      await deps.afterLoad(trx);
    },
  });
  return restored;
}
