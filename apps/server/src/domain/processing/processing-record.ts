import { sql, type Selectable } from "kysely";
import { AppError } from "@swath/contract/errors";
import type { ActionFacts, JobFacts, ProcessingFacts } from "@swath/contract/processing";
import type { Role } from "@swath/contract/identity";
import type { Database, Db, Trx } from "../../platform/postgres/schema.ts";
import type { KnownTemplates } from "./known-templates.ts";
import type { ProcessingJob } from "./move-job-status.ts";

export type Processing = Selectable<Database["processings"]>;

/** A processing with its jobs, in their order. */
export interface ProcessingRecord {
  readonly processing: Processing;
  readonly jobs: readonly ProcessingJob[];
  /** Whether its flight's data of the kind it is made of is archived. */
  readonly archived: boolean;
}

const notFound = (id: string): AppError =>
  new AppError("PROCESSING_NOT_FOUND", `there is no processing ${id}`, { processingId: id });

async function recordOf(db: Db, id: string, locks: boolean): Promise<ProcessingRecord> {
  const processing = await db
    .selectFrom("processings")
    .selectAll()
    .where("id", "=", id)
    .$if(locks, (query) => query.forUpdate())
    .executeTakeFirst();
  if (processing === undefined) throw notFound(id);
  const jobs = await db
    .selectFrom("processing_jobs")
    .selectAll()
    .where("processing_id", "=", id)
    .orderBy("position")
    .$if(locks, (query) => query.forUpdate())
    .execute();
  return { processing, jobs, archived: await isArchived(db, processing) };
}

/** A processing and its jobs; PROCESSING_NOT_FOUND without one. */
export const readProcessingRecord = (db: Db, id: string): Promise<ProcessingRecord> =>
  recordOf(db, id, false);

/** The same, locked until the transaction ends. */
export const lockProcessing = (trx: Trx, id: string): Promise<ProcessingRecord> =>
  recordOf(trx, id, true);

async function isArchived(db: Db, { flight_id, archive_path }: Processing): Promise<boolean> {
  if (archive_path !== null) return true;
  const found = await sql<{ archived: boolean }>`
    SELECT coalesce(archive_s3_path_lidar, archive_s3_path_imagery) IS NOT NULL AS archived
    FROM flights WHERE flight_id = ${flight_id}`.execute(db);
  return found.rows[0]?.archived ?? false;
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
    statuses: jobs.flatMap(({ area, status }) => (area === "gps" ? [] : [status])),
  };
}

function jobFacts(job: ProcessingJob): JobFacts {
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
  };
}

/** What decides whether someone of these roles may do something to a job. */
export function actionFacts(
  record: ProcessingRecord,
  job: ProcessingJob,
  { templates, roles }: { readonly templates: KnownTemplates; readonly roles: readonly Role[] },
): ActionFacts {
  return { processing: processingFacts(record, templates), job: jobFacts(job), roles };
}
