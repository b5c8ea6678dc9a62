import type { Role } from "@swath/contract/identity";
import type { FlightRuns, RunningJob } from "@swath/contract/processing";
import type { ProcessingJob } from "../../domain/processing/move-job-status.ts";
import { jobsOfProcessings } from "../records/processing-record.ts";
import { readEtas } from "../stages/read-etas.ts";
import type { RunDeps } from "../processing-deps.ts";
import { attemptOf, latestAttempts } from "./find-attempt.ts";
import { findJob, processingsOfFlight } from "../records/find-processing.ts";

type Deps = Pick<RunDeps, "db" | "catalogue" | "clock">;

interface Facts {
  readonly latest: Awaited<ReturnType<typeof latestAttempts>>;
  readonly ends: Awaited<ReturnType<typeof readEtas>>;
}

const WAIT_FOR_QA: ReadonlySet<string> = new Set(["COMPLETED", "COMPLETED_WITH_ERRORS"]);

/** The latest attempts and the ETAs of some processings' jobs, in three queries. */
async function factsOf(deps: Deps, jobs: readonly ProcessingJob[]): Promise<Facts> {
  const ids = jobs.map(({ id }) => id);
  return { latest: await latestAttempts(deps.db, ids), ends: await readEtas(deps, jobs) };
}

function jobWith(job: ProcessingJob, { latest, ends }: Facts): RunningJob {
  const { name, label, area, status, reason } = job;
  const row = latest.get(job.id);
  const expectedEnd = ends.get(job.id)?.at.toISOString() ?? null;
  const attempt = row === undefined ? null : attemptOf(row);
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
    waitsForQA: WAIT_FOR_QA.has(status) && job.require_qa && job.qa_user === null,
    failedFiles,
    latest: attempt?.outcome === null ? { ...attempt, expectedEnd } : attempt,
    expectedEnd,
  };
}

/** The processings of a flight that the caller may see, with their jobs and these one's latest attempts. */
export async function flightRuns(
  deps: Deps,
  roles: readonly Role[],
  flightId: string,
): Promise<FlightRuns> {
  const { db } = deps;
  const processings = await processingsOfFlight(db, { flightId }, roles);
  const jobs = await jobsOfProcessings(
    db,
    processings.map(({ id }) => id),
  );
  const facts = await factsOf(deps, jobs);
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
      .map((job) => jobWith(job, facts)),
  }));
}

/** A job that the caller may see, with its latest attempt; PROCESSING_NOT_FOUND without one. */
export async function runningJob(
  deps: Deps,
  roles: readonly Role[],
  asked: { readonly processingId: string; readonly job: string },
): Promise<RunningJob> {
  const { processing, job } = await findJob(deps.db, roles, asked);
  return jobWith(job, await factsOf(deps, await jobsOfProcessings(deps.db, [processing.id])));
}
