import { sql } from "kysely";
import { mkdir, rm } from "node:fs/promises";
import { BACKUP_RUN } from "../domain/installation/backup-under-way.ts";
import { runExclusively } from "../platform/postgres/exclusive-run.ts";
import type { BackupDeps, BackupOrder } from "./backup-order.ts";
import { dumpDatabase } from "./database/dump-database.ts";
import { ObjectTotals } from "./objects/back-up-objects.ts";
import { removeOldSnapshots } from "./repository/remove-old-snapshots.ts";
import { Repository, snapshotName, writeSnapshotFile } from "./repository/repository.ts";
import type { SnapshotManifest } from "./repository/snapshot-files.ts";
import { bucketsOf, writeDetails, writeObjects, type Writing } from "./write-snapshot.ts";

export interface BackupResult {
  readonly snapshot: string;
  readonly totals: ObjectTotals;
  readonly databaseBytes: number;
  readonly removedSnapshots: number;
  /** Buckets of whose objects nothing is kept: not copied, and without versions. */
  readonly unprotected: readonly string[];
}

/** The time of a snapshot whose name no other has. */
async function freeName(repository: Repository, taken: Date): Promise<string> {
  const names = new Set((await repository.snapshots()).map(({ name }) => name));
  for (let at = taken.getTime(); ; at += 1_000)
    if (!names.has(snapshotName(new Date(at)))) return snapshotName(new Date(at));
}

async function writeSnapshot(writing: Writing): Promise<BackupResult> {
  const { deps, order, repository, draft, totals } = writing;
  // What the database names is in the store: its snapshot comes first.
  const dump = await dumpDatabase(deps.url, (name, source) =>
    writeSnapshotFile(draft, name, source, order.recipients),
  );
  const names = await bucketsOf(deps, totals);
  const lists = await writeObjects(writing, names);
  const buckets = [];
  for (const bucket of names)
    buckets.push({ bucket, isVersioned: (await deps.versions?.isVersioned(bucket)) ?? false });
  const details = await writeDetails(writing, dump, buckets);
  const { count, bytes, added, addedBytes } = totals;
  const manifest: SnapshotManifest = {
    format: 1,
    installation: deps.installation,
    taken: dump.taken.toISOString(),
    ended: deps.clock().toISOString(),
    release: deps.release,
    sealed: order.recipients.length > 0,
    objects: { count, bytes, added, addedBytes },
    faults: totals.faults,
    files: [...dump.files, ...lists, ...details],
  };
  const snapshot = await freeName(repository, dump.taken);
  await repository.keepSnapshot(draft, snapshot, manifest);
  await record(writing, dump.taken);
  const removedSnapshots =
    order.keep === undefined ? 0 : await removeOldSnapshots(repository, order.keep);
  const unprotected = buckets.filter((each) => deps.versions !== undefined && !each.isVersioned);
  return {
    snapshot,
    totals,
    databaseBytes: dump.files.reduce((sum, file) => sum + file.bytes, 0),
    removedSnapshots,
    unprotected: unprotected.map(({ bucket }) => bucket),
  };
}

async function record({ deps, order, totals }: Writing, taken: Date): Promise<void> {
  await deps.db
    .insertInto("backups")
    .values({
      taken,
      ended: sql<Date>`now()`,
      place: order.to,
      objects: totals.count,
      bytes: totals.bytes,
      added_bytes: totals.addedBytes,
      faults: totals.faults,
    })
    .execute();
}

/** A backup of hours outlives a database that is away for a moment; one that was killed is succeeded after it. */
const LEASE_MS = 60_000;

/**
 * Backs an installation up: its database at one moment, then every object that the database may name, the
 * data folder's keys and the settings. Objects that the last backup has are not read again.
 */
export async function backUp(deps: BackupDeps, order: BackupOrder): Promise<BackupResult> {
  const { installation } = deps;
  const head = { format: 1 as const, installation, recipients: [...order.recipients] };
  const repository = await Repository.make(order.to, head);
  let result: BackupResult | undefined;
  await runExclusively(
    deps.db,
    { name: BACKUP_RUN, signal: order.signal, leaseMs: LEASE_MS },
    async (signal) => {
      await repository.removeDrafts();
      const draft = await repository.draft();
      await mkdir(draft, { mode: 0o700 });
      try {
        const totals = new ObjectTotals();
        result = await writeSnapshot({ deps, order, repository, draft, totals, signal });
      } finally {
        await rm(draft, { recursive: true, force: true });
      }
    },
  );
  if (result === undefined) throw new Error("the backup ended without a result");
  return result;
}
