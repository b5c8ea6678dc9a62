import { randomBytes } from "node:crypto";
import { type Insertable, sql } from "kysely";
import { hexId } from "@swath/contract/ids";
import { isRunning, LAST_FORMER_VERSION } from "@swath/contract/processing";
import { calibrationInForce } from "../../../domain/calibrations/calibration-in-force.ts";
import { jobsOfFlights } from "../../../domain/processing/create-processings.ts";
import type { KnownTemplates } from "../../../domain/processing/known-templates.ts";
import { attemptPath } from "../../../domain/processing/output-place.ts";
import type { Processing } from "../../../domain/processing/processing-record.ts";
import type { ProcessingJob } from "../../../domain/processing/move-job-status.ts";
import { restoreJob } from "../../../domain/processing/restore-job.ts";
import { forEachConcurrently } from "../../../platform/concurrency/for-each.ts";
import type { Database, Trx } from "../../../platform/postgres/schema.ts";
import {
  EO_PAST,
  FORMER_PAST,
  type JobPast,
  PASTS,
  type ProcessingPast,
} from "./processing-pasts.ts";
import { type OutputPlace, type SampleOutput, writeSampleOutput } from "./sample-outputs.ts";

const ACTOR = "Demi Demonstration";
const LABEL = "Demonstration";
const MINUTE_MS = 60_000;
const WRITES_AT_ONCE = 8;
/** The newest flights stay as their uploads leave them: they can be processed for real. */
const UNTOUCHED_FLIGHTS = 8;
/** Documents whose archive the system before holds. */
const OLDEST_VERSION = 1.4;
/** Of those with a past, so many in turn have outputs that stand in the store. */
const STORED_EVERY = 3;

const DONE: ReadonlySet<string> = new Set([
  "COMPLETED",
  "COMPLETED_WITH_ERRORS",
  "QA_COMPLETED",
  "QA_COMPLETED_WITH_ERRORS",
]);

function pastOfJob(
  { area, position }: ProcessingJob,
  past: ProcessingPast,
  first: number,
): JobPast {
  if (area !== "stage") return past[area];
  return past.stages[Math.min(position - first, past.stages.length - 1)]!;
}

function failedFiles(past: JobPast, { flight_id }: Processing): string {
  const names = Array.from(
    { length: past.failures ?? 0 },
    (_, n) => `${flight_id}_line_${n + 1}.las`,
  );
  return JSON.stringify(
    names.map((name) => ({
      file_names: [name],
      failure_message: [`${LABEL}: ${name}: no points in the file`],
    })),
  );
}

const failed = ({ status }: JobPast): boolean =>
  status === "FAILED" || status === "UNAVAILABLE" || status === "MANUAL_PROCESSING_REQUIRED";

/** What is said of a job of the past: that it is of the demonstration. */
function reasonOf(past: JobPast): string | null {
  if (isRunning(past.status)) return `${LABEL}: it stands still, no engine knows it`;
  return failed(past) ? `${LABEL}: it did not really run` : null;
}

type Times = Pick<Insertable<Database["processing_jobs"]>, "run_started" | "run_ended">;

function timesOf(past: JobPast, { survey_date }: Processing, position: number): Times {
  const began = new Date(survey_date.getTime() + (600 + position * 95) * MINUTE_MS);
  if (past.status === "RUNNING") return { run_started: began, run_ended: null };
  const ended = DONE.has(past.status) || past.status === "FAILED" || past.status === "CANCELLED";
  if (!ended) return { run_started: null, run_ended: null };
  return {
    run_started: began,
    run_ended: new Date(began.getTime() + (20 + position * 7) * MINUTE_MS),
  };
}

const qaOf = (past: JobPast) => ({
  qa_user: past.qa !== undefined || past.status === "QA_COMPLETED" ? ACTOR : null,
  qa_issue_desc: past.qa === "withErrors" ? `${LABEL}: a gap between two strips` : null,
  qa_issue_res: past.qa === "withErrors" ? `${LABEL}: outside the area of interest` : null,
});

function rowOf(
  job: ProcessingJob,
  past: JobPast,
  processing: Processing,
): Insertable<Database["processing_jobs"]> {
  const attempts = past.attempts ?? (past.status === "NOT_COMMENCED" ? 0 : 1);
  const done = DONE.has(past.status);
  return {
    id: hexId(randomBytes(12)),
    processing_id: job.processing_id,
    area: job.area,
    name: job.name,
    label: job.label,
    position: job.position,
    status: past.status,
    attempts,
    reason: reasonOf(past),
    ...timesOf(past, processing, job.position),
    succeeded: done ? 12 : 0,
    failed: past.failures ?? 0,
    failed_files: failedFiles(past, processing),
    ...qaOf(past),
    output_path: done ? attemptPath(job.name, Math.max(attempts, 1)) : null,
    require_qa: job.require_qa || past.awaitsQA === true,
    allow: job.allow,
    active: past.superseded !== true,
  };
}

/** A processing is what it was: its jobs, and that nothing of it waits to begin. */
async function restore(
  trx: Trx,
  processing: Processing,
  past: ProcessingPast,
): Promise<SampleOutput[]> {
  const jobs = await trx
    .selectFrom("processing_jobs")
    .selectAll()
    .where("processing_id", "=", processing.id)
    .orderBy("position")
    .execute();
  const first = jobs.find(({ area }) => area === "stage")?.position ?? 0;
  const outputs: SampleOutput[] = [];
  for (const job of jobs) {
    const row = rowOf(job, pastOfJob(job, past, first), processing);
    await restoreJob(trx, row, ACTOR);
    if (row.output_path !== null)
      outputs.push({
        owner: processing,
        job: job.name,
        attempt: Math.max(Number(row.attempts), 1),
        published: (row.run_ended as Date).toISOString(),
      });
  }
  const isFormer = processing.document_major_version <= LAST_FORMER_VERSION;
  const isOldest = processing.document_major_version === OLDEST_VERSION;
  await trx
    .updateTable("processings")
    .set({
      active: past.active ?? true,
      deleted_superseded: past.deletedSuperseded ?? false,
      archive_path: isOldest ? `s3://swath-old-lidar/${processing.guid}/` : null,
      waits_on: isFormer ? "former" : null,
      waits_for: null,
      to_start: false,
      calibration_id: calibrationOfRow(),
    })
    .where("id", "=", processing.id)
    .execute();
  return outputs;
}

/** As it would have been chosen at the start. */
const calibrationOfRow = () =>
  calibrationInForce("lidar", {
    sensors: sql`ARRAY[processings.sensor]`,
    aircraft: sql`processings.aircraft`,
    date: sql`processings.survey_date`,
  });

const jobKinds = (templates: KnownTemplates, { template }: Processing): string =>
  [...new Set(templates.get(template ?? "")?.jobs.map(({ area }) => area))].join();

const turn = <T>(values: readonly T[], index: number): T => values[index % values.length]!;

/** A custom processing of exterior orientation alone, beside a log's own. */
async function plantEO(trx: Trx, own: Processing, templates: KnownTemplates): Promise<void> {
  const { statuses: _, waits_on: __, ...kept } = own;
  const id = hexId(randomBytes(12));
  const guid = `${own.guid.slice(0, -4)}e0e0`;
  await trx
    .insertInto("processings")
    .values({
      ...kept,
      id,
      guid,
      template: "LiDAR",
      custom: JSON.stringify({ eoOnly: true }),
      custom_counter: 1,
      eo_only: true,
      waits_on: null,
      waits_for: null,
      to_start: false,
    })
    .execute();
  await jobsOfFlights(trx, [own.flight_id], templates);
  await restore(trx, { ...own, id, guid, custom_counter: 1 }, EO_PAST);
}

/**
 * Gives the demonstration's older processings their pasts: every status, document generation and
 * condition of a row comes up, labelled as a demonstration where something is said of it.
 */
export async function plantProcessings(
  trx: Trx,
  { templates, ...place }: OutputPlace & { readonly templates: KnownTemplates },
): Promise<void> {
  const found = await trx
    .selectFrom("processings")
    .selectAll()
    .orderBy("survey_date", "desc")
    .orderBy("sensor_id")
    .execute();
  const flights = [...new Set(found.map(({ flight_id }) => flight_id))];
  await jobsOfFlights(trx, flights, templates);
  const touched = new Set(flights.slice(UNTOUCHED_FLIGHTS));
  const known = found.filter(
    ({ flight_id, template }) =>
      touched.has(flight_id) && template !== null && templates.has(template),
  );
  const outputs: SampleOutput[] = [];
  const counted = new Map<string, number>();
  for (const processing of known) {
    const isFormer = processing.document_major_version <= LAST_FORMER_VERSION;
    // By kind of jobs, so that each status of each of them comes up.
    const kind = jobKinds(templates, processing);
    const index = isFormer ? 0 : (counted.get(kind) ?? 0);
    if (!isFormer) counted.set(kind, index + 1);
    const past = isFormer ? FORMER_PAST : turn(PASTS, index);
    const written = await restore(trx, processing, past);
    if (index % STORED_EVERY === 0) outputs.push(...written);
  }
  const eo = known.find(
    ({ template, document_major_version: version }) =>
      template === "LiDAR" && version > LAST_FORMER_VERSION,
  );
  if (eo !== undefined) await plantEO(trx, eo, templates);
  await forEachConcurrently(outputs, WRITES_AT_ONCE, (each) => writeSampleOutput(place, each));
}
