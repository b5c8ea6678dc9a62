import { randomBytes } from "node:crypto";
import { hexId } from "@swath/contract/ids";
import { isRunning, type JobAction, LAST_FORMER_VERSION } from "@swath/contract/processing";
import { type Insertable, sql } from "kysely";
import { calibrationInForce } from "../domain/calibrations/calibration-in-force.ts";
import { keepFormerFailure } from "../domain/processing/job-failure.ts";
import type { ProcessingJob } from "../domain/processing/move-job-status.ts";
import { attemptPath } from "../domain/processing/output-place.ts";
import type { Processing, StoredMark } from "../domain/processing/processing.tables.ts";
import type { Database, Trx } from "../platform/postgres/schema.ts";
import { demonstrationMisses } from "./attempt-measures.ts";
import { turn } from "./demonstration-catalogue.ts";
import { FAILURES, type JobHistory, type ProcessingHistory } from "./processing-history.ts";
import { type AttemptPlace, seedAttempts } from "./seed-attempts.ts";
import type { SampleOutput } from "./seed-outputs.ts";
import { PERSON } from "./upload-history.ts";

type JobRow = Insertable<Database["processing_jobs"]>;

const LABEL = "Demonstration";
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Documents whose archive the system before holds. */
const OLDEST_VERSION = 1.4;
const DONE = /^(?:QA_)?COMPLETED(?:_WITH_ERRORS)?$/;
const ENDED = /COMPLETED|^FAILED$|^CANCELLED$|^MANUAL_PROCESSING_REQUIRED$/;
const UNSUCCESSFUL = /^(?:FAILED|UNAVAILABLE|MANUAL_PROCESSING_REQUIRED)$/;

/** What a job says of its past: that it belongs to the demonstration. */
function reasonOf({ name }: ProcessingJob, past: JobHistory): string | null {
  if (isRunning(past.status)) return `${LABEL}: it stands still, no engine knows it`;
  if (past.missed !== undefined) return `${LABEL}: ${demonstrationMisses(name)}`;
  return UNSUCCESSFUL.test(past.status) ? `${LABEL}: it did not really run` : null;
}

function failedFiles({ failures = 0, says = "noPoints" }: JobHistory, flightId: string): string {
  const files = Array.from({ length: failures }, (_, index) => {
    const name = `${flightId}_line_${index + 1}.las`;
    const message = `${LABEL}: ${FAILURES[says](name, index + 1)}`;
    return { file_names: [name], failure_message: [message] };
  });
  return JSON.stringify(files);
}

/** What waits for a person's QA or answer ended so many hours before the day of the first start, in turn. */
const WAITED_HOURS = {
  qa: [5, 8, 13, 22, 31, 46, 59, 77, 101, 140, 200],
  answer: [2, 4, 7, 11, 16, 29, 53, 90],
} as const;
function waitsFor({ status, awaitsQA, failures = 0 }: JobHistory) {
  if (failures > 0 || /^FAILED$|^MANUAL_PROCESSING/.test(status)) return "answer";
  return awaitsQA === true ? "qa" : undefined;
}

function beganAt(past: JobHistory, processing: Processing, at: JobAt): number {
  const { started, now, position } = at;
  if (past.since !== undefined) return now.getTime() - past.since * MINUTE_MS;
  const waits = waitsFor(past);
  if (waits !== undefined) {
    const flight = Number(processing.flight_id.slice(2));
    return started - turn<number>(WAITED_HOURS[waits], flight + position) * HOUR_MS;
  }
  return processing.survey_date.getTime() + (600 + position * 95) * MINUTE_MS;
}

interface JobAt extends Pick<AttemptPlace, "started" | "now"> {
  readonly position: number;
}

function timesOf(past: JobHistory, processing: Processing, at: JobAt) {
  const began = beganAt(past, processing, at);
  const isEnded = ENDED.test(past.status);
  return {
    run_started: isEnded || past.status === "RUNNING" ? new Date(began) : null,
    run_ended: isEnded ? new Date(began + (20 + at.position * 7) * MINUTE_MS) : null,
  };
}

const MARKS: Readonly<Partial<Record<JobHistory["status"], JobAction>>> = {
  IGNORE: "markIgnored",
  MANUALLY_PROCESSED: "markManuallyProcessed",
};
function markOf({ status }: JobHistory): StoredMark | null {
  const action = MARKS[status];
  if (action === undefined) return null;
  return { action, by: PERSON.name, reason: `${LABEL}: done on the desktop` };
}

function rowOf(
  job: ProcessingJob,
  past: JobHistory,
  { processing, started, now }: Pick<AttemptPlace, "started" | "now"> & { processing: Processing },
) {
  const attempts = past.attempts ?? (past.status === "NOT_COMMENCED" ? 0 : 1);
  const done = DONE.test(past.status);
  const judged = past.qa !== undefined || past.status === "QA_COMPLETED";
  const withErrors = past.qa === "withErrors";
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
    ...timesOf(past, processing, { started, now, position: job.position }),
    succeeded: done ? 12 : 0,
    failed: past.failures ?? 0,
    failed_files: failedFiles(past, processing.flight_id),
    qa_user: judged ? PERSON.name : null,
    qa_issue_desc: withErrors ? `${LABEL}: a gap between two strips` : null,
    qa_issue_res: withErrors ? `${LABEL}: outside the area of interest` : null,
    output_path: done ? attemptPath(job.name, Math.max(attempts, 1)) : null,
    require_qa: job.require_qa || past.awaitsQA === true,
    allow: job.allow,
    reads_instruction: job.reads_instruction,
    active: past.superseded !== true,
    mark: markOf(past),
  } satisfies JobRow;
}

/**
 * Replaces a job by what it was before it came here; its status does not change by this, so the audit
 * log has nothing of it. Its history begins with it.
 */
async function restoreJob(trx: Trx, row: JobRow): Promise<void> {
  await trx
    .deleteFrom("processing_jobs")
    .where("processing_id", "=", row.processing_id)
    .where("name", "=", row.name)
    .execute();
  await trx.insertInto("processing_jobs").values(row).execute();
  await keepFormerFailure(trx, row);
  await trx
    .insertInto("processing_job_history")
    .values({ job_id: row.id, status: row.status, actor: PERSON.name, reason: row.reason ?? null })
    .execute();
}

/** The stages of a processing that apply: without an instruction of the project some do not. */
const isStage = ({ area, status }: ProcessingJob): boolean =>
  area === "stage" && status !== "NOT_APPLICABLE";

/** Pairs each job of a processing with its past. */
function historiesOf(jobs: readonly ProcessingJob[], past: ProcessingHistory) {
  const stages = jobs.filter(isStage);
  const historyOf = (job: ProcessingJob): JobHistory => {
    if (job.area !== "stage") return past[job.area];
    if (!isStage(job)) return { status: job.status, attempts: 0 };
    if (job === stages.at(-1) && past.last !== undefined) return past.last;
    const index = job.position - stages[0]!.position;
    return past.stages[Math.min(index, past.stages.length - 1)]!;
  };
  return jobs.map((job) => [job, historyOf(job)] as const);
}

/** Gives a processing its past: its jobs, and that nothing of it waits to begin. Returns its outputs. */
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
  const outputs: SampleOutput[] = [];
  for (const [job, history] of historiesOf(jobs, past)) {
    const row = rowOf(job, history, { processing, ...place });
    await restoreJob(trx, row);
    const published = row.run_ended?.toISOString() ?? "";
    const output = { owner: processing, job: job.name, published };
    // What is under way has none yet.
    const hasRun = isStage(job) && row.attempts > 0 && !isRunning(row.status);
    if (past.attempts === true && hasRun) {
      const died = row.status === "FAILED";
      const attempts = row.attempts === 1 ? 1 : 2;
      await seedAttempts(trx, place, processing, row, { attempts, died });
      if (attempts === 2) outputs.push({ ...output, attempt: 1, isJobs: died });
      if (!died) outputs.push({ ...output, attempt: attempts });
    } else if (row.output_path !== null)
      outputs.push({ ...output, attempt: Math.max(row.attempts, 1) });
  }
  const version = processing.document_major_version;
  await trx
    .updateTable("processings")
    .set({
      active: past.active ?? true,
      deleted_superseded: past.deletedSuperseded ?? false,
      archive_path: version === OLDEST_VERSION ? `s3://swath-old-lidar/${processing.guid}/` : null,
      waits_on: version <= LAST_FORMER_VERSION ? "former" : null,
      waits_for: null,
      to_start: false,
      calibration_id: calibrationOfRow(),
    })
    .where("id", "=", processing.id)
    .execute();
  return outputs;
}

/** The calibration that would have been chosen at the start: of a scanner, or of a camera alone. */
function calibrationOfRow() {
  const of = {
    sensors: sql`ARRAY[processings.sensor]`,
    aircraft: sql`processings.aircraft`,
    date: sql`processings.survey_date`,
  };
  return sql<string | null>`coalesce(${calibrationInForce("lidar", of)},
    ${calibrationInForce("imagery", of)})`;
}
