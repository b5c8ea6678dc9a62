import { attemptManifestKey, outputManifestKey } from "../../domain/processing/output-place.ts";
import type { Trx } from "../../platform/postgres/schema.ts";
import { readIfThere } from "../inputs/output-files.ts";
import type { RunDeps } from "./run-deps.ts";
import type { Run } from "./run-record.ts";
import type { Processing } from "../../domain/processing/processing.tables.ts";

/**
 * Brings the manifest of a job to what the database says is published. A server that was killed, or
 * stood still until its locks were another's, may have written one that was never committed. The job
 * must be locked.
 */
export async function settleManifest(
  trx: Trx,
  { store }: Pick<RunDeps, "store">,
  { guid }: Pick<Processing, "guid">,
  { job_id, bucket, stage }: Pick<Run, "job_id" | "bucket" | "stage">,
): Promise<void> {
  const published = await trx
    .selectFrom("processing_runs")
    .select("attempt")
    .where("job_id", "=", job_id)
    .where("published", "=", true)
    .executeTakeFirst();
  const key = outputManifestKey(guid, stage.name);
  const present = await readIfThere({ store }, bucket, key);
  if (published === undefined) {
    if (present !== undefined) await store.remove(bucket, [key]);
    return;
  }
  const kept = attemptManifestKey(guid, stage.name, published.attempt);
  const wanted = await readIfThere({ store }, bucket, kept);
  if (wanted === undefined || wanted === present) return;
  const bytes = Buffer.from(wanted);
  await store.write(bucket, key, [bytes], { size: bytes.length });
}

/**
 * Settles a manifest after a transaction that may have written it and failed; a run that is still
 * active is concluded again, and writes it again.
 */
export async function settleAfterFailure(
  deps: Pick<RunDeps, "db" | "store">,
  processing: Pick<Processing, "guid">,
  run: Pick<Run, "id" | "job_id" | "bucket" | "stage">,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await trx
      .selectFrom("processing_jobs")
      .select("id")
      .where("id", "=", run.job_id)
      .forUpdate()
      .execute();
    const active = await trx
      .selectFrom("processing_runs")
      .select("id")
      .where("id", "=", run.id)
      .where("state", "=", "active")
      .executeTakeFirst();
    if (active === undefined) await settleManifest(trx, deps, processing, run);
  });
}
