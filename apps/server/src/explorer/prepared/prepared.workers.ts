import { sql } from "kysely";
import { isBackupUnderWay } from "../../domain/installation/backup-under-way.ts";
import {
  PREPARED_FOLDER,
  preparedFolder,
  preparedPlace,
} from "../../domain/storage/prepared-place.ts";
import { foldersBelow, objectsBelow } from "../../platform/object-store/objects-below.ts";
import type { ObjectStore } from "../../platform/object-store/object-store.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { Queues } from "../../platform/queues/queues.ts";
import { Preparations, type PreparingDeps } from "./prepare-clouds.ts";

const PASS_SECONDS = 2;
const SWEEP_SECONDS = 3_600;

interface SweepDeps {
  readonly db: Db;
  readonly store: ObjectStore;
  readonly copyBucket: string;
}

/** Removes copies that nobody looked at for some days, and those whose file is gone or is another one. */
export async function removePrepared(deps: SweepDeps, days: number): Promise<void> {
  const { db, store, copyBucket } = deps;
  if (await isBackupUnderWay(db)) return;
  const rows = await db
    .selectFrom("prepared_clouds")
    .select(["id", "bucket", "key", "version", "copy_bucket"])
    .select(sql<boolean>`used < now() - ${days} * interval '1 day'`.as("unused"))
    .where("state", "<>", "open")
    .execute();
  for (const row of rows) {
    const isWanted =
      !row.unused && (await store.head(row.bucket, row.key))?.version === row.version;
    if (isWanted) continue;
    const gone = await db
      .deleteFrom("prepared_clouds")
      .where("id", "=", row.id)
      .where("state", "<>", "open")
      .executeTakeFirst();
    const { bucket, key } = preparedPlace(row);
    if (gone.numDeletedRows > 0n) await store.remove(bucket, [key]);
  }
  await removeUnknown({ db, store, copyBucket });
}

/** Removes copies that no record names: of deleted flights, and of a database that came from a backup. */
async function removeUnknown({ db, store, copyBucket }: SweepDeps): Promise<void> {
  for await (const id of foldersBelow(store, copyBucket, PREPARED_FOLDER)) {
    const known = await db
      .selectFrom("prepared_clouds")
      .select("id")
      .where("id", "=", id)
      .executeTakeFirst();
    if (known !== undefined) continue;
    const keys: string[] = [];
    for await (const { key } of objectsBelow(store, copyBucket, preparedFolder(id))) keys.push(key);
    await store.remove(copyBucket, keys);
  }
}

/** Makes copies of clouds on this process's compute engine, and removes those that nobody needs. */
export async function workPreparedClouds(
  deps: PreparingDeps & SweepDeps & { readonly queues: Queues; readonly days: number },
): Promise<void> {
  const { queues, days } = deps;
  const preparations = new Preparations(deps);
  await queues.every("prepare-clouds", PASS_SECONDS, () => preparations.pass());
  await queues.every("unused-clouds", SWEEP_SECONDS, () => removePrepared(deps, days));
}
