import type { Role } from "@swath/contract/identity";
import type { FlightRuns, RunningJob } from "@swath/contract/processing";
import type { ProcessingJob } from "../../../domain/processing/move-job-status.ts";
import type { Db } from "../../../platform/postgres/schema.ts";
import { jobsOf } from "../begin/open-orders.ts";
import { attemptOf, latestAttempts } from "./attempt-rows.ts";
import { findJob, maySee } from "./find-attempt.ts";

type Latest = Awaited<ReturnType<typeof latestAttempts>>;

function jobWith(job: ProcessingJob, latest: Latest): RunningJob {
  const { name, label, area, status, reason } = job;
  const row = latest.get(job.id);
  const failedFiles = job.failed_files.map(({ file_names, failure_message }) => ({
    file_names: [...file_names],
    failure_message: [...failure_message],
  }));
  return {
    name,
    label,
    area,
    status,
    reason,
    waitsForQA: job.status === "COMPLETED" && job.require_qa && job.qa_user === null,
    failedFiles,
    latest: row === undefined ? null : attemptOf(row),
  };
}

/** The processings of a flight that the caller may see, with their jobs and these one's latest attempts. */
export async function flightRuns(
  db: Db,
  roles: readonly Role[],
  flightId: string,
): Promise<FlightRuns> {
  const all = await db
    .selectFrom("processings")
    .selectAll()
    .where("flight_id", "=", flightId)
    .orderBy("sensor_id")
    .orderBy("custom_counter")
    .execute();
  const processings = all.filter((processing) => maySee(roles, processing));
  const jobs = await jobsOf(
    db,
    processings.map(({ id }) => id),
  );
  const latest = await latestAttempts(
    db,
    jobs.map(({ id }) => id),
  );
  return processings.map((processing) => ({
    processingId: processing.id,
    flightId,
    sensorId: processing.sensor_id,
    projectId: processing.project_id,
    aoiNo: processing.aoi_no,
    template: processing.template,
    waitsFor: processing.waits_for,
    jobs: jobs
      .filter(({ processing_id }) => processing_id === processing.id)
      .map((job) => jobWith(job, latest)),
  }));
}

/** A job that the caller may see, with its latest attempt; PROCESSING_NOT_FOUND without one. */
export async function runningJob(
  db: Db,
  roles: readonly Role[],
  asked: { readonly processingId: string; readonly job: string },
): Promise<RunningJob> {
  const { job } = await findJob(db, roles, asked);
  return jobWith(job, await latestAttempts(db, [job.id]));
}
