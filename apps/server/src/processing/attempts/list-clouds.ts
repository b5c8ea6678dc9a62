import { isCopcName } from "@swath/contract/cloud-names";
import type { JobClouds } from "@swath/contract/clouds";
import type { Role } from "@swath/contract/identity";
import { outputBucket } from "../../domain/processing/output-place.ts";
import type { Processing } from "../../domain/processing/processing.tables.ts";
import { publishedManifest } from "../inputs/output-files.ts";
import type { RunDeps } from "../processing-deps.ts";
import { isVisible } from "../records/find-processing.ts";
import { noProcessing } from "../records/processing-record.ts";

type Deps = Pick<RunDeps, "db" | "store" | "buckets">;

async function cloudsOf(deps: Deps, processing: Processing, job: string): Promise<JobClouds[]> {
  const manifest = await publishedManifest(deps, processing, job);
  const files = manifest?.files.filter(({ path }) => isCopcName(path)) ?? [];
  if (manifest === undefined || files.length === 0) return [];
  const bucket = deps.buckets[outputBucket(processing, job)];
  const { attempt, folder } = manifest;
  return [
    {
      job,
      attempt,
      files: files.map(({ path, size }) => ({ bucket, key: `${folder}${path}`, path, size })),
    },
  ];
}

/** The clouds that jobs of a processing published, in the order of its jobs; PROCESSING_NOT_FOUND. */
export async function listClouds(
  deps: Deps,
  roles: readonly Role[],
  processingId: string,
): Promise<JobClouds[]> {
  const processing = await deps.db
    .selectFrom("processings")
    .selectAll()
    .where("id", "=", processingId)
    .executeTakeFirst();
  if (processing === undefined || !isVisible(processing, roles)) throw noProcessing(processingId);
  const jobs = await deps.db
    .selectFrom("processing_jobs")
    .select("name")
    .where("processing_id", "=", processingId)
    .orderBy("position")
    .execute();
  const clouds = await Promise.all(jobs.map(({ name }) => cloudsOf(deps, processing, name)));
  return clouds.flat();
}
