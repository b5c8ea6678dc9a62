import type { Jobs } from "../../../platform/jobs/jobs.ts";
import type { ObjectStore } from "../../../platform/object-store/object-store.ts";
import type { Db, Trx } from "../../../platform/postgres/schema.ts";
import { landingOf, lockUpload, type Upload } from "../../../domain/uploads/upload-record.ts";
import type { LandingDeps } from "./check-landing.ts";

const QUEUE = "clean-landing";

interface Cleaning {
  readonly uploadId: string;
  readonly prefix: string;
}

/** Removes everything below a prefix. */
export async function removeBelow(
  store: ObjectStore,
  bucket: string,
  prefix: string,
): Promise<void> {
  while (await removePage(store, bucket, prefix));
}

async function removePage(store: ObjectStore, bucket: string, prefix: string): Promise<boolean> {
  const { objects } = await store.list(bucket, { prefix });
  if (objects.length === 0) return false;
  const keys = objects.map(({ key }) => key);
  await store.remove(bucket, keys);
  return true;
}

/** Has what landed of an upload removed in the background, once the transaction is through. */
export async function sendCleaning(jobs: Jobs, trx: Trx, upload: Upload): Promise<void> {
  const cleaning: Cleaning = { uploadId: upload.id, prefix: landingOf(upload) };
  await jobs.send(QUEUE, cleaning, { within: trx });
}

/** Removes a page of what landed, unless a new manifest is kept by now: what lands then is wanted. */
async function cleanPage(deps: LandingDeps, { uploadId, prefix }: Cleaning): Promise<boolean> {
  return deps.db.transaction().execute(async (trx) => {
    await lockUpload(trx, { uploadId });
    const plan = await planOf(trx, uploadId);
    return plan === undefined && (await removePage(deps.store, deps.buckets.uploads, prefix));
  });
}

const planOf = (db: Db, uploadId: string) =>
  db
    .selectFrom("upload_plans")
    .select("upload_id")
    .where("upload_id", "=", uploadId)
    .executeTakeFirst();

export async function workCleaning(jobs: Jobs, deps: LandingDeps): Promise<void> {
  await jobs.work<Cleaning>(QUEUE, { concurrency: 1 }, async ({ data, signal }) => {
    while (!signal.aborted && (await cleanPage(deps, data)));
    signal.throwIfAborted();
  });
}
