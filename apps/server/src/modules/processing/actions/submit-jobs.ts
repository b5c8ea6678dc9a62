import { isRunning, type JobStatus, rowCondition } from "@swath/contract/processing";
import { isDone } from "../../../domain/processing/job-done.ts";
import { stagesBefore } from "../../../domain/processing/known-templates.ts";
import { actionFacts } from "../../../domain/processing/processing-record.ts";
import type { Trx } from "../../../platform/postgres/schema.ts";
import type { Caller, ProcessingDeps } from "../processing-deps.ts";
import { actOnJob, invalid, lockFor, perform } from "./act-on-job.ts";
import { order } from "./effects.ts";
import { jobOf } from "./job-of.ts";

/** Statuses of an LMS job that was never run to an end: submitting it overwrites nothing. */
const NOT_YET: ReadonlySet<JobStatus> = new Set(["NOT_COMMENCED", "CANCELLED"]);

async function submitAnew(
  trx: Trx,
  { templates }: ProcessingDeps,
  processingId: string,
  caller: Caller,
): Promise<boolean> {
  const record = await lockFor(trx, processingId, caller);
  const job = jobOf(record, { area: "lms" });
  if (!NOT_YET.has(job.status)) return false;
  const facts = actionFacts(record, job, { templates, roles: caller.identity.roles });
  const { rule } = rowCondition(facts);
  if (rule !== "row/O7") throw invalid(job, "submitLMS", `not offered here (${rule})`);
  const gps = record.jobs.find(({ area }) => area === "gps");
  if (gps !== undefined && !isDone(gps))
    throw invalid(job, "submitLMS", `${gps.label} is ${gps.status}, or its QA is not completed`);
  const earlier = stagesBefore(templates);
  await perform(trx, "submitToLMS", { record, job, caller, earlier }, order);
  return true;
}

/**
 * `lms/submit`: an LMS job that never ran, or was cancelled, is submitted; one that ended is
 * resubmitted, by the rules and groups of that.
 */
export async function submitLMS(
  deps: ProcessingDeps,
  processingId: string,
  caller: Caller,
): Promise<void> {
  const submitted = await deps.db
    .transaction()
    .execute((trx) => submitAnew(trx, deps, processingId, caller));
  if (!submitted)
    await actOnJob(deps, { processingId, job: { area: "lms" }, action: "resubmitJob" }, caller);
}

/**
 * `first_submit`: submits the first cluster stage of an LMS job that was processed by hand. It is
 * specified as a GET (decision 11), so it changes nothing where the stage is submitted already.
 */
export async function submitFirstStage(
  deps: ProcessingDeps,
  processingId: string,
  caller: Caller,
): Promise<void> {
  const under = await deps.db.transaction().execute(async (trx) => {
    const { jobs } = await lockFor(trx, processingId, caller);
    const first = jobs.find(({ area, status }) => area === "stage" && status !== "NOT_APPLICABLE");
    return first !== undefined && (isRunning(first.status) || first.attempts > 0);
  });
  if (under) return;
  await actOnJob(deps, { processingId, job: { area: "lms" }, action: "submitToNextStage" }, caller);
}
