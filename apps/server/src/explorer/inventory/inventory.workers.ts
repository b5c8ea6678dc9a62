import { AppError } from "@swath/contract/errors";
import { sql } from "kysely";
import type { ObjectStore } from "../../platform/object-store/object-store.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { Queues } from "../../platform/queues/queues.ts";
import { forgetMissing, recordObjects } from "./record.ts";

export interface ScanDeps {
  readonly db: Db;
  readonly store: ObjectStore;
}

interface Place {
  /** When the scan began, by the database's clock. */
  readonly begun: Date;
  /** Where it goes on; undefined at the start. */
  readonly token: string | undefined;
  /** The last key that it saw. */
  readonly after: string;
}

async function databaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(db);
  return rows[0]!.now;
}

async function resume(db: Db, bucket: string): Promise<Place> {
  const kept = await db
    .selectFrom("inventory_scans")
    .selectAll()
    .where("bucket", "=", bucket)
    .executeTakeFirst();
  if (kept?.begun != null && kept.token !== null)
    return { begun: kept.begun, token: kept.token, after: kept.after ?? "" };
  return { begun: await databaseTime(db), token: undefined, after: "" };
}

async function keepPlace(
  db: Db,
  bucket: string,
  place: { begun: Date | null; token: string | null; after: string | null; completed?: Date },
): Promise<void> {
  await db
    .insertInto("inventory_scans")
    .values({ bucket, completed: null, ...place })
    .onConflict((conflict) => conflict.column("bucket").doUpdateSet(place))
    .execute();
}

/** Merges one page of the bucket; answers where the scan goes on, or undefined at the end. */
async function mergePage(
  { db, store }: ScanDeps,
  bucket: string,
  { begun, token, after }: Place,
): Promise<Place | undefined> {
  const requested = await databaseTime(db);
  const page = await store.list(bucket, { prefix: "", ...(token === undefined ? {} : { token }) });
  const keys = page.objects.map(({ key }) => key);
  const last = page.nextToken === undefined ? undefined : (keys.at(-1) ?? after);
  await db.transaction().execute(async (trx) => {
    await recordObjects(trx, bucket, page.objects);
    await forgetMissing(trx, bucket, { after, last }, { keys, requested });
    if (last === undefined || page.nextToken === undefined)
      await keepPlace(trx, bucket, { begun: null, token: null, after: null, completed: begun });
    else await keepPlace(trx, bucket, { begun, token: page.nextToken, after: last });
  });
  if (last === undefined || page.nextToken === undefined) return undefined;
  return { begun, token: page.nextToken, after: last };
}

/**
 * Brings the inventory of a bucket to what the store holds, page by page; each is a transaction of
 * its own. One that was stopped goes on where it stood when it is run again.
 */
export async function scanBucket(
  deps: ScanDeps,
  bucket: string,
  signal: AbortSignal,
): Promise<void> {
  const start = await resume(deps.db, bucket);
  let place: Place | undefined = await mergePage(deps, bucket, start).catch(
    async (error: unknown) => {
      // The store may know a kept token no longer; the next run begins anew.
      const isOutage = error instanceof AppError && error.code === "STORE_UNAVAILABLE";
      if (start.token !== undefined && !isOutage)
        await keepPlace(deps.db, bucket, { begun: null, token: null, after: null });
      throw error;
    },
  );
  while (place !== undefined) {
    signal.throwIfAborted();
    place = await mergePage(deps, bucket, place);
  }
}

export interface InventoryWorkDeps extends ScanDeps {
  readonly queues: Queues;
  readonly buckets: readonly string[];
  /** From the begin of one scan to that of the next. */
  readonly everySeconds: number;
}

interface ScanJob {
  readonly bucket: string;
}

const QUEUE = "inventory";

/** Scans the buckets on this process from time to time; a scan that a process leaves is taken over. */
export async function workInventory(deps: InventoryWorkDeps): Promise<void> {
  const { queues, buckets, everySeconds } = deps;
  await queues.work<ScanJob>(QUEUE, { concurrency: 1 }, ({ data, signal }) =>
    scanBucket(deps, data.bucket, signal),
  );
  await queues.every("inventory", everySeconds, async () => {
    for (const bucket of buckets) await queues.send<ScanJob>(QUEUE, { bucket }, { key: bucket });
  });
}
