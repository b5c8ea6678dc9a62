import { sql } from "kysely";
import type { Queues } from "../../platform/queues/queues.ts";
import type { ObjectStore } from "../../platform/object-store/object-store.ts";
import type { Db, Trx } from "../../platform/postgres/schema.ts";
import { type LandingDeps, isOwnPlace } from "./landing-place.ts";

const QUEUE = "clean-landing";
const SWEEP_SECONDS = 600;
const SWEPT_AT_ONCE = 200;
/** Posts that began before their form expired may go on for hours on a slow line. */
const SWEPT_FOR_HOURS = 48;

interface Cleaning {
  readonly prefix: string;
}

/** Removes everything below a prefix. */
export async function removeBelow(
  store: ObjectStore,
  bucket: string,
  prefix: string,
): Promise<void> {
  while (await removePage(store, bucket, { prefix }));
}

async function removePage(
  store: ObjectStore,
  bucket: string,
  query: { prefix: string; delimiter?: "/" },
): Promise<boolean> {
  const { objects } = await store.list(bucket, query);
  if (objects.length === 0) return false;
  const keys = objects.map(({ key }) => key);
  await store.remove(bucket, keys);
  return true;
}

/** Keeps in mind that nothing is read any more below a landing place, whatever may still land there. */
export async function abandonLanding(trx: Trx, prefix: string): Promise<void> {
  await trx
    .insertInto("abandoned_landings")
    .values({ prefix })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Has what landed removed in the background, once the transaction is through. */
export async function sendCleaning(queues: Queues, trx: Trx, prefix: string): Promise<void> {
  const cleaning: Cleaning = { prefix };
  await queues.send(QUEUE, cleaning, { within: trx });
}

/** Removes what stands in an abandoned landing place; a shared one has others' places below it. */
async function clean({ store, buckets }: LandingDeps, prefix: string, signal?: AbortSignal) {
  const query = isOwnPlace(prefix) ? { prefix } : { prefix, delimiter: "/" as const };
  while (await removePage(store, buckets.uploads, query)) signal?.throwIfAborted();
}

/** Landing places that were not swept within the last hour, or never. */
const dueLandings = (db: Db) =>
  db
    .selectFrom("abandoned_landings")
    .select("prefix")
    .where(sql<boolean>`swept IS NULL OR swept < now() - interval '1 hour'`)
    .orderBy("since")
    .limit(SWEPT_AT_ONCE)
    .execute();

/** Removes what landed since in places that were abandoned, until no post can go on any more. */
async function sweepLandings(deps: LandingDeps): Promise<void> {
  for (const { prefix } of await dueLandings(deps.db)) {
    await clean(deps, prefix);
    await deps.db
      .updateTable("abandoned_landings")
      .set({ swept: sql<Date>`now()` })
      .where("prefix", "=", prefix)
      .execute();
  }
  await deps.db
    .deleteFrom("abandoned_landings")
    .where("swept", "is not", null)
    .where("since", "<", sql<Date>`now() - ${SWEPT_FOR_HOURS} * interval '1 hour'`)
    .execute();
}

export async function workCleaning(queues: Queues, deps: LandingDeps): Promise<void> {
  await queues.work<Cleaning>(QUEUE, { concurrency: 1 }, ({ data, signal }) =>
    clean(deps, data.prefix, signal),
  );
  await queues.every("abandoned-landings", SWEEP_SECONDS, () => sweepLandings(deps));
}
