import { isRunning, JOB_ACTIONS } from "@swath/contract/processing";
import { readProcessingRecord } from "../records/processing-record.ts";
import { transactAgain } from "../../platform/postgres/transact-again.ts";
import type { Caller, ProcessingDeps } from "../processing-deps.ts";
import { actOnJob, lockFor } from "./act-on-job.ts";
import { jobOf } from "./job-of.ts";

/**
 * `lms/submit`: an LMS job that never ran, or was cancelled, is submitted; one that ended is
 * resubmitted, by the rules and groups of that.
 */
export async function submitLMS(
  deps: ProcessingDeps,
  processingId: string,
  caller: Caller,
): Promise<void> {
  const record = await readProcessingRecord(deps.db, processingId);
  const { status } = jobOf(record, { area: "lms" });
  const action = JOB_ACTIONS.submitLMS.on.lms.includes(status) ? "submitLMS" : "resubmitJob";
  await actOnJob(deps, { processingId, job: { area: "lms" }, action }, caller);
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
  const under = await transactAgain(deps.db, async (trx) => {
    const { jobs } = await lockFor(trx, processingId, caller);
    const first = jobs.find(({ area, status }) => area === "stage" && status !== "NOT_APPLICABLE");
    return first !== undefined && (isRunning(first.status) || first.attempts > 0);
  });
  if (under) return;
  await actOnJob(deps, { processingId, job: { area: "lms" }, action: "submitToNextStage" }, caller);
}
