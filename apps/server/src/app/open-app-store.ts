import { AppError } from "@swath/contract/errors";
import { systemClock } from "../platform/clock/clock.ts";
import { openObjectStore, type OpenObjectStore } from "../platform/open-store.ts";
import type { Db } from "../platform/postgres/schema.ts";
import type { Config } from "./config/read-config.ts";
import { type InstallationConfig, openInstallation, type Parts } from "./open-installation.ts";
import { StartProblem } from "./start-problem.ts";

const ADVICE =
  "Bring it back and start again; only where its objects are given up for lost, make it by hand.";

/** The buckets that servers of this database have used, under whatever names. */
async function usedBuckets(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom("store_buckets").select("bucket").execute();
  return new Set(rows.map(({ bucket }) => bucket));
}

/**
 * Opens the store and makes its buckets. What the database knows as used must still be there: an
 * empty store in the stead of one that is away would make every object count as lost. Nor may it be
 * another installation's: `settle` makes sure of that.
 */
export async function openAppStore(
  config: InstallationConfig & Pick<Config, "buckets">,
  db: Db,
  settle: (parts: Parts) => Promise<string> = openInstallation,
): Promise<OpenObjectStore> {
  const { store: options, buckets, supportBucket } = config;
  const all = [...Object.values(buckets), supportBucket];
  const everUsed = await usedBuckets(db);
  const used = all.filter((bucket) => everUsed.has(bucket));
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
  await settle({ config, db, store, isUsed: everUsed.size > 0 });
  await store.ensureBuckets(all);
  await db
    .insertInto("store_buckets")
    .values(all.map((bucket) => ({ bucket })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return store;
}
