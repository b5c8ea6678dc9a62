import { sql } from "kysely";
import { AppError } from "@swath/contract/errors";
import {
  type ActionFacts,
  hasBegun,
  type JobFacts,
  laterJobs,
  nextJob,
  type ProcessingFacts,
} from "@swath/contract/processing";
import type { Role } from "@swath/contract/identity";
import type { Db, Trx } from "../../platform/postgres/schema.ts";
import { isDone, type ProcessingJob } from "../../domain/processing/move-job-status.ts";
import { type KnownTemplates, stagesBefore } from "../../domain/processing/known-templates.ts";
import type { Processing } from "../../domain/processing/processing.tables.ts";

/** A processing with its jobs, in their order. */
export interface ProcessingRecord {
  readonly processing: Processing;
  readonly jobs: readonly ProcessingJob[];
  /** Whether its flight's data of the kind it is made of is archived. */
  readonly archived: boolean;
}

/** The refusal of a processing that does not exist, or that the caller may not see. */
export const noProcessing = (id: string): AppError =>
  new AppError("PROCESSING_NOT_FOUND", `there is no processing ${id}`, { processingId: id });

async function recordsOf(
  db: Db,
  ids: readonly string[],
  locks: boolean,
): Promise<Map<string, ProcessingRecord>> {
  const processings = await db
    .selectFrom("processings")
    .selectAll()
    .where(sql<boolean>`id = ANY (${ids}::text[])`)
    .orderBy("id")
    .$if(locks, (query) => query.forUpdate())
    .execute();
  const jobs = await db
    .selectFrom("processing_jobs")
    .selectAll()
    .where(sql<boolean>`processing_id = ANY (${ids}::text[])`)
    .orderBy("processing_id")
    .orderBy("position")
    .$if(locks, (query) => query.forUpdate())
    .execute();
  const archived = await archivedFlights(db, processings);
  const ofEach = Map.groupBy(jobs, ({ processing_id: id }) => id);
  return new Map(
    processings.map((processing) => [
      processing.id,
      {
        processing,
        jobs: ofEach.get(processing.id) ?? [],
        archived: processing.archive_path !== null || archived.has(processing.flight_id),
      },
    ]),
  );
}

/** Processings and their jobs, by identifier; one that there is not is left out. */
export const readProcessingRecords = (
  db: Db,
  ids: readonly string[],
): Promise<Map<string, ProcessingRecord>> => recordsOf(db, ids, false);

/** The same, locked until the transaction ends, in the order of their identifiers. */
export const lockProcessings = (
  trx: Trx,
  ids: readonly string[],
): Promise<Map<string, ProcessingRecord>> => recordsOf(trx, ids, true);

async function recordOf(db: Db, id: string, locks: boolean): Promise<ProcessingRecord> {
  const record = (await recordsOf(db, [id], locks)).get(id);
  if (record === undefined) throw noProcessing(id);
  return record;
}

/** A processing and its jobs; PROCESSING_NOT_FOUND without one. */
export const readProcessingRecord = (db: Db, id: string): Promise<ProcessingRecord> =>
  recordOf(db, id, false);

/** The same, locked until the transaction ends. */
export const lockProcessing = (trx: Trx, id: string): Promise<ProcessingRecord> =>
  recordOf(trx, id, true);

async function archivedFlights(
  db: Db,
  processings: readonly Processing[],
): Promise<ReadonlySet<string>> {
  const flights = [...new Set(processings.map(({ flight_id: flight }) => flight))];
  const { rows } = await sql<{ flight: string }>`SELECT flight_id AS flight FROM flights
    WHERE flight_id = ANY (${flights}::text[])
      AND coalesce(archive_s3_path_lidar, archive_s3_path_imagery) IS NOT NULL`.execute(db);
  return new Set(rows.map(({ flight }) => flight));
}

/** The jobs of a processing, in their order, locked until the transaction ends. */
export const lockJobs = (trx: Trx, processingId: string): Promise<ProcessingJob[]> =>
  trx
    .selectFrom("processing_jobs")
    .selectAll()
    .where("processing_id", "=", processingId)
    .orderBy("position")
    .forUpdate()
    .execute();

/** The jobs of some processings, in their order. */
export async function jobsOfProcessings(
  db: Db,
  processingIds: readonly string[],
): Promise<ProcessingJob[]> {
  if (processingIds.length === 0) return [];
  return db
    .selectFrom("processing_jobs")
    .selectAll()
    .where("processing_id", "in", processingIds)
    .orderBy("position")
    .execute();
}

function processingFacts(
  { processing, jobs, archived }: ProcessingRecord,
  templates: KnownTemplates,
): ProcessingFacts {
  const { template } = processing;
  return {
    documentMajorVersion: processing.document_major_version,
    template,
    locked: template !== null && (templates.get(template)?.locked ?? false),
    active: processing.active,
    deletedSuperseded: processing.deleted_superseded,
    archived,
    eoOnly: processing.eo_only,
    trajectoryDone: jobs.every((job) => job.area !== "gps" || isDone(job)),
    statuses: jobs.flatMap(({ area, status }) => (area === "gps" ? [] : [status])),
  };
}

function jobFacts(
  job: ProcessingJob,
  jobs: readonly ProcessingJob[],
  { templates, subject }: Asking,
): JobFacts {
  const later = job.qa_user === null ? [] : laterJobs(jobs, job.name, stagesBefore(templates));
  return {
    area: job.area,
    name: job.name,
    status: job.status,
    active: job.active,
    qaUser: job.qa_user,
    attempts: job.attempts,
    failed: job.failed,
    hasOutput: job.output_path !== null,
    requireQA: job.require_qa,
    allow: job.allow,
    next: nextJob(job.area, jobs),
    laterBegan: later.some(({ status }) => hasBegun(status)),
    ownQA: subject !== undefined && job.judged?.subject === subject,
  };
}

interface Asking {
  readonly templates: KnownTemplates;
  readonly roles: readonly Role[];
  readonly subject?: string;
}

/** The facts that decide whether a caller may act on a job. */
export function actionFacts(
  record: ProcessingRecord,
  job: ProcessingJob,
  asking: Asking,
): ActionFacts {
  return {
    processing: processingFacts(record, asking.templates),
    job: jobFacts(job, record.jobs, asking),
    roles: asking.roles,
  };
}
