import { AppError } from "@swath/contract/errors";
import { systemClock } from "../platform/clock.ts";
import { openObjectStore, type OpenObjectStore } from "../platform/object-store/from-config.ts";
import type { Db } from "../platform/postgres/schema.ts";
import type { Config } from "./config/read-config.ts";
import { StartProblem } from "./start-problem.ts";

const ADVICE =
  "Bring it back and start again; only where its objects are given up for lost, make it by hand.";

/** Of some buckets those that servers of this database have used. */
async function usedBuckets(db: Db, buckets: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("store_buckets")
    .select("bucket")
    .where("bucket", "in", buckets)
    .execute();
  return rows.map(({ bucket }) => bucket);
}

/**
 * Opens the store and makes its buckets. What the database knows as used must still be there: an
 * empty store in the stead of one that is away would make every object count as lost.
 */
export async function openAppStore(
  { store: options, buckets, supportBucket }: Pick<Config, "store" | "buckets" | "supportBucket">,
  db: Db,
): Promise<OpenObjectStore> {
  const all = [...Object.values(buckets), supportBucket];
  const used = await usedBuckets(db, all);
  const mustStand = used.length > 0;
  const store = await openObjectStore(options, systemClock, { mustStand }).catch(
    (error: unknown) => {
      if (!(error instanceof AppError) || options.kind !== "file") throw error;
      const folder = `${options.dataFolder}/objects`;
      throw new StartProblem(`The store of objects, ${folder}, is gone or empty. ${ADVICE}`);
    },
  );
  for (const bucket of used)
    if (!(await store.hasBucket(bucket)))
      throw new StartProblem(`The bucket ${bucket} of the store is gone. ${ADVICE}`);
  await store.ensureBuckets(all);
  await db
    .insertInto("store_buckets")
    .values(all.map((bucket) => ({ bucket })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return store;
}
