import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { CompiledQuery } from "kysely";
import { inject } from "vitest";
import { backUp } from "../../backup/back-up.ts";
import type { BackupDeps, BackupOrder } from "../../backup/backup-order.ts";
import type { ObjectVersions } from "../../backup/objects/object-versions.ts";
import { openBackupKeys } from "../../backup/backup-keys.ts";
import { dumpDatabase } from "../../backup/database/dump-database.ts";
import { OpenSnapshot } from "../../backup/repository/open-snapshot.ts";
import { Repository } from "../../backup/repository/repository.ts";
import { decompressed } from "../../backup/repository/stored-stream.ts";
import { restoreSnapshot } from "../../backup/restore.ts";
import { systemClock } from "../../platform/clock/clock.ts";
import { openFileStore } from "../../platform/file-store/open-file-store.ts";
import type { ObjectStore } from "../../platform/object-store/object-store.ts";
import { openDatabase } from "../../platform/postgres/connection.ts";
import { migrate, migrateTo } from "../../platform/postgres/migrate.ts";
import { createUploadRig, type RigStore } from "../../uploads/testing/upload-rig.ts";

async function administer(statement: string): Promise<void> {
  const admin = openDatabase(inject("postgresUrl"), { connections: 1 });
  await admin.executeQuery(CompiledQuery.raw(statement));
  await admin.destroy();
}

/** A database without tables on the test run's PostgreSQL. */
export async function emptyDatabase() {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await administer(`CREATE DATABASE ${name} TEMPLATE template0`);
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(`DROP DATABASE ${name} WITH (FORCE)`) };
}

/** Every table of a database as text, by its name. */
export async function textOf(url: string): Promise<Map<string, string>> {
  const tables = new Map<string, string>();
  await dumpDatabase(url, async (name, source) => {
    tables.set(name.slice(9, -9), String(await buffer(decompressed(source))));
    return { name, bytes: 0, sha256: "" };
  });
  return tables;
}

/** Every object of a store: its bytes in hex, and the time it bears. */
export async function objectsOf(store: ObjectStore, buckets: readonly string[]) {
  const found = new Map<string, string>();
  for (const bucket of buckets) {
    const { objects } = await store.list(bucket, { prefix: "" });
    for (const { key, modified } of objects) {
      const bytes = await buffer(await store.read(bucket, key));
      found.set(`${bucket}/${key}`, `${modified.toISOString()} ${bytes.toString("hex")}`);
    }
  }
  return found;
}

interface BackupRigOptions {
  /** Another than a store of files, with what it keeps of versions. */
  readonly store?: RigStore;
  readonly versions?: ObjectVersions;
}

interface Into {
  readonly to: string;
  readonly place: string;
  /** Is told how to remove what was made. */
  readonly dropped: (() => Promise<void>)[];
  readonly store: ObjectStore | undefined;
  readonly versions: ObjectVersions | undefined;
}

async function filesIn(folder: string): Promise<ObjectStore> {
  await mkdir(folder);
  const secret = Buffer.from("a secret of this test only");
  return openFileStore({ folder, secret, publicUrl: "", clock: systemClock });
}

/** Into a new database, and a new store where none is given; the identities open it. */
async function restoreInto({ to, place, dropped, ...into }: Into, identities?: string[]) {
  const database = await emptyDatabase();
  dropped.push(database.drop);
  const store = into.store ?? (await filesIn(join(place, `store-${dropped.length}`)));
  const repository = await Repository.open(to);
  const newest = (await repository.snapshots()).at(-1)!;
  const snapshot = await OpenSnapshot.open(repository, newest, identities);
  const details = await snapshot.details();
  const db = openDatabase(database.url, { connections: 2 });
  dropped.unshift(() => db.destroy());
  await migrateTo(db, details.migrations.at(-1)!);
  const restored = await restoreSnapshot(
    {
      ownerUrl: database.url,
      store,
      versions: into.versions,
      afterLoad: async () => {},
      signal: new AbortController().signal,
    },
    repository,
    snapshot,
    details,
  );
  await migrate(db);
  return { db, store, url: database.url, restored };
}

/** An installation with uploads, and folders that it is backed up to and restored from. */
export async function backupRig(options: BackupRigOptions = {}) {
  const { store: other, versions } = options;
  const rig = await createUploadRig(other === undefined ? {} : { store: other });
  const support = rig.buckets.uploads.replace("uploads", "support");
  await rig.files.ensureBuckets([support]);
  const place = await mkdtemp(join(tmpdir(), "swath-backup-"));
  const buckets = [...new Set([...Object.values(rig.buckets), support])].toSorted();
  await rig.db
    .insertInto("store_buckets")
    .values(buckets.map((bucket) => ({ bucket })))
    .execute();
  const url = await databaseUrlOf(rig.db);
  const deps: BackupDeps = {
    db: rig.db,
    url,
    store: rig.store,
    storeKind: other === undefined ? "file" : "s3",
    versions,
    buckets: rig.buckets,
    installation: "0b0c1a52-6e5e-4a11-9d52-0a3f0d6b2f11",
    release: "0.0.0",
    keys: await openBackupKeys(join(place, "backup-keys.json")),
    folderFiles: new Map([["session.key", Buffer.from("a key of this test only")]]),
    settings: { PORT: "1" },
    clock: systemClock,
  };
  const to = join(place, "to");
  const dropped: (() => Promise<void>)[] = [];

  const restore = (identities?: string[]) =>
    restoreInto({ to, place, dropped, store: other?.store, versions }, identities);

  return {
    ...rig,
    deps,
    to,
    place,
    allBuckets: buckets,
    backUp: (order: Partial<BackupOrder> = {}, more: Partial<BackupDeps> = {}) =>
      backUp(
        { ...deps, ...more },
        { to, recipients: [], signal: new AbortController().signal, ...order },
      ),
    repository: () => Repository.open(to),
    restore,
    close: async () => {
      for (const drop of dropped) await drop();
      await rig.close();
      await rm(place, { recursive: true, force: true });
    },
  };
}

async function databaseUrlOf(db: BackupDeps["db"]): Promise<string> {
  const query: CompiledQuery<{ name: string }> = CompiledQuery.raw(
    "SELECT current_database() AS name",
  );
  const { rows } = await db.executeQuery(query);
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${rows[0]!.name}`;
  return url.href;
}
