import { isCopcName, isRasterName } from "@swath/contract/cloud-names";
import type {
  CloudAttempt,
  JobClouds,
  JobLayers,
  LayerFile,
  ProcessingLayers,
} from "@swath/contract/clouds";
import { AppError } from "@swath/contract/errors";
import type { Role } from "@swath/contract/identity";
import type { Attempt, OutputManifest } from "@swath/contract/processing";
import pMap from "p-map";
import { outputBucket } from "../../domain/processing/output-place.ts";
import type { Processing } from "../../domain/processing/processing.tables.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { publishedManifest } from "../inputs/output-files.ts";
import type { RunDeps } from "../processing-deps.ts";
import { findJob, isVisible, processingsOfFlight } from "../records/find-processing.ts";
import { noProcessing } from "../records/processing-record.ts";
import { attemptManifest } from "./find-attempt.ts";

type Deps = Pick<RunDeps, "db" | "store" | "buckets">;

/** Clouds of a manifest; undefined where it has none. */
function cloudsIn(job: string, manifest: OutputManifest, bucket: string): JobClouds | undefined {
  const { attempt, folder, files } = manifest;
  const clouds = files.filter(({ path }) => isCopcName(path));
  if (clouds.length === 0) return undefined;
  return {
    job,
    attempt,
    files: clouds.map(({ path, size }) => ({ bucket, key: `${folder}${path}`, path, size })),
  };
}

async function cloudsOf(
  deps: Deps,
  processing: Processing,
  job: string,
): Promise<JobClouds | undefined> {
  const manifest = await publishedManifest(deps, processing, job);
  const bucket = deps.buckets[outputBucket(processing, job)];
  return manifest && cloudsIn(job, manifest, bucket);
}

/** The processing that a caller sees; PROCESSING_NOT_FOUND. */
async function seenProcessing(db: Db, roles: readonly Role[], id: string): Promise<Processing> {
  const processing = await db
    .selectFrom("processings")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  if (processing === undefined || !isVisible(processing, roles)) throw noProcessing(id);
  return processing;
}

async function publishedClouds(deps: Deps, processing: Processing): Promise<JobClouds[]> {
  const jobs = await deps.db
    .selectFrom("processing_jobs")
    .select("name")
    .where("processing_id", "=", processing.id)
    .orderBy("position")
    .execute();
  const clouds = await Promise.all(jobs.map(({ name }) => cloudsOf(deps, processing, name)));
  return clouds.filter((each) => each !== undefined);
}

/** The clouds that jobs of a processing published, in the order of its jobs; PROCESSING_NOT_FOUND. */
export async function listClouds(
  deps: Deps,
  roles: readonly Role[],
  processingId: string,
): Promise<JobClouds[]> {
  return publishedClouds(deps, await seenProcessing(deps.db, roles, processingId));
}

/** Manifests of earlier attempts that are read for one answer, and read at once. */
const MOST_ATTEMPTS = 200;
const READ_AT_ONCE = 8;

/** Outcomes of attempts whose outputs were accepted. */
const ACCEPTED: NonNullable<Attempt["outcome"]>[] = [
  "succeed",
  "finishWithErrors",
  "requireManual",
];

/** Attempts of jobs whose accepted outputs are kept, the latest first. */
const keptRuns = (db: Db, processings: readonly string[]) =>
  db
    .selectFrom("processing_runs as r")
    .innerJoin("processing_jobs as j", "j.id", "r.job_id")
    .select(["j.processing_id", "j.name", "r.attempt", "r.bucket", "r.stage"])
    .where("j.processing_id", "in", processings)
    .where("r.swept", "is", null)
    .where("r.outcome", "in", ACCEPTED)
    .orderBy("r.attempt", "desc")
    .orderBy("j.position")
    .limit(MOST_ATTEMPTS);

/**
 * Attempts with clouds, published or kept, of all processings of a processing's flight that the caller sees;
 * PROCESSING_NOT_FOUND.
 */
export async function listCloudAttempts(
  deps: Deps,
  roles: readonly Role[],
  processingId: string,
): Promise<CloudAttempt[]> {
  const { db } = deps;
  const { flight_id: flightId } = await seenProcessing(db, roles, processingId);
  const processings = await processingsOfFlight(db, { flightId }, roles);
  const published = await pMap(
    processings,
    async (processing) => {
      const { id, sensor_id: sensorId } = processing;
      const clouds = await publishedClouds(deps, processing);
      return clouds.map(({ job, attempt }): CloudAttempt => {
        return { processingId: id, sensorId, job, attempt, published: true };
      });
    },
    { concurrency: READ_AT_ONCE },
  );
  const known = published.flat();
  const runs = await keptRuns(
    db,
    processings.map(({ id }) => id),
  ).execute();
  const earlier = runs.filter(
    (run) =>
      !known.some(
        ({ processingId: id, job, attempt }) =>
          id === run.processing_id && job === run.name && attempt === run.attempt,
      ),
  );
  const kept = await pMap(
    earlier,
    async (run): Promise<CloudAttempt[]> => {
      const processing = processings.find(({ id }) => id === run.processing_id)!;
      const manifest = await attemptManifest(deps, processing, run);
      if (manifest?.files.some(({ path }) => isCopcName(path)) !== true) return [];
      const { id, sensor_id: sensorId } = processing;
      return [
        { processingId: id, sensorId, job: run.name, attempt: run.attempt, published: false },
      ];
    },
    { concurrency: READ_AT_ONCE },
  );
  return [...known, ...kept.flat()];
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
        .filterWhere("r.outcome", "in", ACCEPTED)
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

/** The same of one attempt of a job, published or kept; PROCESSING_NOT_FOUND, OBJECT_NOT_FOUND. */
export async function attemptLayers(
  deps: Deps,
  roles: readonly Role[],
  asked: { readonly processingId: string; readonly job: string; readonly attempt: number },
): Promise<JobLayers> {
  const { job, attempt } = asked;
  const { processing } = await findJob(deps.db, roles, asked);
  const published = await publishedManifest(deps, processing, job);
  if (published?.attempt === attempt)
    return layersOf(deps.buckets[outputBucket(processing, job)], published);
  const run = await keptRuns(deps.db, [processing.id])
    .where("j.name", "=", job)
    .where("r.attempt", "=", attempt)
    .executeTakeFirst();
  const manifest = run && (await attemptManifest(deps, processing, run));
  if (run === undefined || manifest === undefined)
    throw new AppError("OBJECT_NOT_FOUND", `no outputs of attempt ${attempt} of ${job} are kept`);
  return layersOf(run.bucket, manifest);
}
