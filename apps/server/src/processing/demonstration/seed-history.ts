import { hexId } from "@swath/contract/ids";
import { isRunning, type JobAction, LAST_FORMER_VERSION } from "@swath/contract/processing";
import { type Insertable, sql } from "kysely";
import { randomBytes } from "node:crypto";
import { calibrationInForce } from "../../domain/calibrations/calibration-in-force.ts";
import { keepFormerFailure } from "../../domain/processing/job-failure.ts";
import type { ProcessingJob } from "../../domain/processing/move-job-status.ts";
import { attemptPath } from "../../domain/processing/output-place.ts";
import type { Processing, StoredMark } from "../../domain/processing/processing.tables.ts";
import type { Database, Trx } from "../../platform/postgres/schema.ts";
import { demonstrationMisses } from "./attempt-measures.ts";
import { FAILURES, type JobHistory, type ProcessingHistory } from "./processing-history.ts";
import { type AttemptPlace, seedAttempts } from "./sample-attempts.ts";
import type { SampleOutput } from "./sample-outputs.ts";

type JobRow = Insertable<Database["processing_jobs"]>;

/**
 * Replaces a job by what it was before it came here; no change of its status, so not in the audit
 * log. Its history begins with it.
 */
async function restoreJob(trx: Trx, row: JobRow, actor: string): Promise<void> {
  await trx
    .deleteFrom("processing_jobs")
    .where("processing_id", "=", row.processing_id)
    .where("name", "=", row.name)
    .execute();
  await trx.insertInto("processing_jobs").values(row).execute();
  await keepFormerFailure(trx, row);
  await trx
    .insertInto("processing_job_history")
    .values({ job_id: row.id, status: row.status, actor, reason: row.reason ?? null })
    .execute();
}

const ACTOR = "Demi Demonstration";
const LABEL = "Demonstration";
const MINUTE_MS = 60_000;
/** Documents whose archive the system before holds. */
const OLDEST_VERSION = 1.4;

const DONE: ReadonlySet<string> = new Set([
  "COMPLETED",
  "COMPLETED_WITH_ERRORS",
  "QA_COMPLETED",
  "QA_COMPLETED_WITH_ERRORS",
]);

function historyOfJob(
  { area, position, status }: ProcessingJob,
  past: ProcessingHistory,
  { first, last }: { readonly first: number; readonly last: number },
): JobHistory {
  if (area !== "stage") return past[area];
  // Its project has no instruction.
  if (status === "NOT_APPLICABLE") return { status, attempts: 0 };
  if (position === last && past.last !== undefined) return past.last;
  return past.stages[Math.min(position - first, past.stages.length - 1)]!;
}

function failedFiles(past: JobHistory, { flight_id }: Processing): string {
  const names = Array.from(
    { length: past.failures ?? 0 },
    (_, n) => `${flight_id}_line_${n + 1}.las`,
  );
  return JSON.stringify(
    names.map((name, index) => ({
      file_names: [name],
      failure_message: [`${LABEL}: ${FAILURES[past.says ?? "noPoints"](name, index + 1)}`],
    })),
  );
}

const failed = ({ status }: JobHistory): boolean =>
  status === "FAILED" || status === "UNAVAILABLE" || status === "MANUAL_PROCESSING_REQUIRED";

/** What is said of a job of the past: that it is of the demonstration. */
function reasonOf({ name }: Pick<ProcessingJob, "name">, past: JobHistory): string | null {
  if (isRunning(past.status)) return `${LABEL}: it stands still, no engine knows it`;
  if (past.missed !== undefined) return `${LABEL}: ${demonstrationMisses(name)}`;
  return failed(past) ? `${LABEL}: it did not really run` : null;
}

type Times = Pick<Insertable<Database["processing_jobs"]>, "run_started" | "run_ended">;

function timesOf(past: JobHistory, { survey_date }: Processing, position: number): Times {
  const began =
    past.since === undefined
      ? new Date(survey_date.getTime() + (600 + position * 95) * MINUTE_MS)
      : new Date(Date.now() - past.since * MINUTE_MS);
  if (past.status === "RUNNING") return { run_started: began, run_ended: null };
  const ended = DONE.has(past.status) || past.status === "FAILED" || past.status === "CANCELLED";
  if (!ended) return { run_started: null, run_ended: null };
  return {
    run_started: began,
    run_ended: new Date(began.getTime() + (20 + position * 7) * MINUTE_MS),
  };
}

const qaOf = (past: JobHistory) => ({
  qa_user: past.qa !== undefined || past.status === "QA_COMPLETED" ? ACTOR : null,
  qa_issue_desc: past.qa === "withErrors" ? `${LABEL}: a gap between two strips` : null,
  qa_issue_res: past.qa === "withErrors" ? `${LABEL}: outside the area of interest` : null,
});

const MARKS: Readonly<Partial<Record<JobHistory["status"], JobAction>>> = {
  IGNORE: "markIgnored",
  MANUALLY_PROCESSED: "markManuallyProcessed",
};

function markOf({ status }: JobHistory): StoredMark | null {
  const action = MARKS[status];
  return action === undefined
    ? null
    : { action, by: ACTOR, reason: `${LABEL}: done on the desktop` };
}

function rowOf(
  job: ProcessingJob,
  past: JobHistory,
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
    reason: reasonOf(job, past),
    ...timesOf(past, processing, job.position),
    succeeded: done ? 12 : 0,
    failed: past.failures ?? 0,
    failed_files: failedFiles(past, processing),
    ...qaOf(past),
    output_path: done ? attemptPath(job.name, Math.max(attempts, 1)) : null,
    require_qa: job.require_qa || past.awaitsQA === true,
    allow: job.allow,
    reads_instruction: job.reads_instruction,
    active: past.superseded !== true,
    mark: markOf(past),
  };
}

const isStage = ({ area, status }: ProcessingJob): boolean =>
  area === "stage" && status !== "NOT_APPLICABLE";

/** A processing is what it was: its jobs, and that nothing of it waits to begin. */
export async function seedPast(
  trx: Trx,
  place: AttemptPlace,
  processing: Processing,
  past: ProcessingHistory,
): Promise<SampleOutput[]> {
  const jobs = await trx
    .selectFrom("processing_jobs")
    .selectAll()
    .where("processing_id", "=", processing.id)
    .orderBy("position")
    .execute();
  const ends = {
    first: jobs.find(isStage)?.position ?? 0,
    last: jobs.findLast(isStage)?.position ?? 0,
  };
  const outputs: SampleOutput[] = [];
  for (const job of jobs) {
    const row = rowOf(job, historyOfJob(job, past, ends), processing);
    await restoreJob(trx, row, ACTOR);
    const published = (row.run_ended as Date | null)?.toISOString() ?? "";
    const output = { owner: processing, job: job.name, published };
    // What is under way has none yet.
    if (
      past.attempts === true &&
      isStage(job) &&
      Number(row.attempts) > 0 &&
      !isRunning(row.status)
    ) {
      const { id } = row;
      const { name, label } = job;
      const died = row.status === "FAILED";
      const attempts = row.attempts === 1 ? 1 : 2;
      await seedAttempts(trx, place, processing, { id, name, label, attempts, died });
      if (attempts === 2) outputs.push({ ...output, attempt: 1, isJobs: died });
      if (!died) outputs.push({ ...output, attempt: attempts });
    } else if (row.output_path !== null)
      outputs.push({ ...output, attempt: Math.max(Number(row.attempts), 1) });
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

/** As it would have been chosen at the start: of a scanner, or of a camera alone. */
function calibrationOfRow() {
  const of = {
    sensors: sql`ARRAY[processings.sensor]`,
    aircraft: sql`processings.aircraft`,
    date: sql`processings.survey_date`,
  };
  return sql<string | null>`coalesce(${calibrationInForce("lidar", of)},
    ${calibrationInForce("imagery", of)})`;
}
