import type { OutputManifest } from "@swath/contract/processing";
import { outputBucket, outputManifestKey } from "../../domain/processing/output-place.ts";
import { settleOutdated } from "../../domain/instructions/outdated-deliveries.ts";
import type { ProcessingJob } from "../../domain/processing/move-job-status.ts";
import type { Trx } from "../../platform/postgres/schema.ts";
import type { RunDeps } from "./run-deps.ts";
import type { Run } from "./run-record.ts";
import type { Processing } from "../../domain/processing/processing.tables.ts";

export async function writeManifest(
  { store }: Pick<RunDeps, "store">,
  bucket: string,
  key: string,
  manifest: OutputManifest,
): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(manifest));
  await store.write(bucket, key, [bytes], { size: bytes.length });
}

async function markUnpublished(trx: Trx, jobId: string): Promise<void> {
  await trx
    .updateTable("processing_runs")
    .set({ published: false })
    .where("job_id", "=", jobId)
    .where("published", "=", true)
    .execute();
}

/** Makes the outputs of a run its job's, in place of a former one's. */
export async function publishOutputs(
  trx: Trx,
  deps: Pick<RunDeps, "store">,
  { processing, run }: { readonly processing: Processing; readonly run: Run },
  manifest: OutputManifest,
): Promise<void> {
  const key = outputManifestKey(processing.guid, manifest.job);
  await writeManifest(deps, run.bucket, key, manifest);
  await markUnpublished(trx, run.job_id);
  await trx
    .updateTable("processing_runs")
    .set({ published: true })
    .where("id", "=", run.id)
    .execute();
  await settleOutdated(trx, run.job_id);
}

/** What was published of a job is no longer its job's: nothing reads it; its attempt keeps it. */
export async function withdrawOutputs(
  trx: Trx,
  deps: Pick<RunDeps, "store" | "buckets">,
  processing: Processing,
  job: Pick<ProcessingJob, "id" | "name">,
): Promise<void> {
  const bucket = deps.buckets[outputBucket(processing, job.name)];
  await deps.store.remove(bucket, [outputManifestKey(processing.guid, job.name)]);
  await markUnpublished(trx, job.id);
  await trx
    .updateTable("processing_jobs")
    .set({ output_path: null })
    .where("id", "=", job.id)
    .execute();
  await settleOutdated(trx, job.id);
}
