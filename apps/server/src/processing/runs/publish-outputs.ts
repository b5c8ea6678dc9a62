import type { OutputManifest, StageFile } from "@swath/contract/processing";
import { settleOutdated } from "../../domain/instructions/outdated-deliveries.ts";
import type { ProcessingJob } from "../../domain/processing/move-job-status.ts";
import {
  attemptManifestKey,
  outputBucket,
  outputManifestKey,
} from "../../domain/processing/output-place.ts";
import type { Processing } from "../../domain/processing/processing.tables.ts";
import type { Trx } from "../../platform/postgres/schema.ts";
import { matching } from "../inputs/input-file.ts";
import { readIfThere } from "../inputs/output-files.ts";
import type { RunDeps } from "../processing-deps.ts";
import type { EndedTask } from "./ended-tasks.ts";
import { leftResults } from "./failed-tasks.ts";
import type { Run } from "./run-record.ts";

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

/** Withdraws the published outputs of a job: no stage reads them, and their attempt keeps them. */
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

type OutputFile = OutputManifest["files"][number];

/** The outputs of a run's tasks and its collect call that are published, or a path that two tasks wrote. */
export function runOutputs(
  { outputs: declared }: Pick<StageFile, "outputs">,
  tasks: readonly EndedTask[],
  collect: EndedTask | undefined,
): { readonly files: OutputFile[] } | { readonly clash: string } {
  const kinds = new Map<string, OutputFile["kind"]>();
  const left = tasks.filter(leftResults).flatMap(({ outputs }) => outputs);
  const collected = collect?.ending === "succeeded" ? collect.outputs : [];
  for (const { glob, kind } of declared.toReversed())
    for (const { path } of matching([...left, ...collected], glob)) kinds.set(path, kind);
  const kindOf = (path: string): OutputFile["kind"] => kinds.get(path) ?? "other";
  const files = new Map<string, OutputFile>();
  for (const output of left) {
    if (files.has(output.path)) return { clash: output.path };
    files.set(output.path, { ...output, kind: kindOf(output.path) });
  }
  // A collect call may overwrite outputs of tasks.
  for (const output of collected) files.set(output.path, { ...output, kind: kindOf(output.path) });
  const published = [...files.values()].filter(({ kind }) => kind !== "part");
  return { files: published.toSorted((a, b) => (a.path < b.path ? -1 : 1)) };
}
