import { isCopcName, isRasterName } from "@swath/contract/cloud-names";
import type { JobClouds, JobLayers, LayerFile, ProcessingLayers } from "@swath/contract/clouds";
import type { Role } from "@swath/contract/identity";
import type { OutputManifest } from "@swath/contract/processing";
import { outputBucket } from "../../domain/processing/output-place.ts";
import type { Processing } from "../../domain/processing/processing.tables.ts";
import { publishedManifest } from "../inputs/output-files.ts";
import type { RunDeps } from "../processing-deps.ts";
import { isVisible, processingsOfFlight } from "../records/find-processing.ts";
import { noProcessing } from "../records/processing-record.ts";
import { attemptManifest, findAttempt } from "./find-attempt.ts";

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

/** Processings of a flight whose layers are listed; the first of very many. */
const MOST_PROCESSINGS = 20;
const VECTOR_NAME = /\.(geojson|kmz)$/i;

function layerKind(kind: string, path: string): LayerFile["kind"] | undefined {
  if (kind === "raster" && isRasterName(path)) return "raster";
  if (kind === "vector" && VECTOR_NAME.test(path)) return "vector";
  return isCopcName(path) ? "points" : undefined;
}

function layersOf(bucket: string, { job, attempt, folder, files }: OutputManifest): JobLayers {
  return {
    job,
    attempt,
    files: files.flatMap(({ path, size, kind }) => {
      const shown = layerKind(kind, path);
      return shown === undefined
        ? []
        : [{ bucket, key: `${folder}${path}`, path, size, kind: shown }];
    }),
  };
}

async function processingLayers(deps: Deps, processing: Processing): Promise<ProcessingLayers> {
  const { id: processingId, sensor_id: sensorId, project_id: projectId } = processing;
  const custom = processing.custom_counter;
  const jobs = await deps.db
    .selectFrom("processing_jobs as j")
    .leftJoin("processing_runs as r", "r.job_id", "j.id")
    .select(({ fn }) => [
      "j.name",
      "j.position",
      fn
        .agg<number[]>("array_agg", ["r.attempt"])
        .filterWhere("r.attempt", "is not", null)
        .filterWhere("r.swept", "is", null)
        .as("kept"),
    ])
    .where("j.processing_id", "=", processingId)
    .groupBy(["j.name", "j.position"])
    .orderBy("j.position")
    .execute();
  const listed = await Promise.all(
    jobs.map(async ({ name, kept }) => {
      const manifest = await publishedManifest(deps, processing, name);
      if (manifest === undefined) return [];
      const layers = layersOf(deps.buckets[outputBucket(processing, name)], manifest);
      const attempts = (kept ?? []).toSorted((one, other) => other - one);
      return layers.files.length === 0 ? [] : [{ ...layers, attempts }];
    }),
  );
  return { processingId, sensorId, projectId, custom, jobs: listed.flat() };
}

/** What the processings of a flight published for a map; those that the caller does not see are left out. */
export async function listFlightLayers(
  deps: Deps,
  roles: readonly Role[],
  flightId: string,
): Promise<ProcessingLayers[]> {
  const processings = await processingsOfFlight(deps.db, { flightId }, roles);
  const listed: ProcessingLayers[] = [];
  for (const processing of processings.slice(0, MOST_PROCESSINGS))
    listed.push(await processingLayers(deps, processing));
  return listed.filter(({ jobs }) => jobs.length > 0);
}

/** The same of one attempt of a job; PROCESSING_NOT_FOUND where the caller sees none. */
export async function attemptLayers(
  deps: Deps,
  roles: readonly Role[],
  asked: { readonly processingId: string; readonly job: string; readonly attempt: number },
): Promise<JobLayers> {
  const { processing, run } = await findAttempt(deps.db, roles, asked);
  const manifest = await attemptManifest(deps, processing, run);
  if (manifest !== undefined) return layersOf(run.bucket, manifest);
  const { job, attempt } = asked;
  return { job, attempt, files: [] };
}
