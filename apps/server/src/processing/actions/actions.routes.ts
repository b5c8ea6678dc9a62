import { endpoints } from "@swath/contract/endpoints";
import { AppError } from "@swath/contract/errors";
import type { Identity } from "@swath/contract/identity";
import {
  isRunning,
  JOB_ACTIONS,
  type Processing,
  type TerrainMapperProcessing,
} from "@swath/contract/processing";
import type { CallOrigin } from "../../platform/audit/record-event.ts";
import type { Serve } from "../../platform/http/serve.ts";
import { transactAgain } from "../../platform/postgres/transact-again.ts";
import type { Caller, ProcessingDeps } from "../processing-deps.ts";
import { jobOf } from "../records/find-processing.ts";
import { readProcessingRecord } from "../records/processing-record.ts";
import { actOnJob, type JobRequest, lockFor } from "./act-on-job.ts";

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

interface From {
  readonly identity: Identity;
  readonly from: CallOrigin;
}

/** Does what is asked of a job, and answers its processing in the shape of its own dashboard. */
type Change = (
  call: From,
  request: JobRequest,
  updated: string | undefined,
) => Promise<Processing | TerrainMapperProcessing>;

/** Serves the calls of the orchestration service. Whose name is recorded is the bearer's. */
export function serveOrchestration(serve: Serve, change: Change): void {
  serve(endpoints.completeQA, (call) =>
    change(call, { ...marked(call.body), action: "completeQA" }, call.query.updated),
  );
  serve(endpoints.completeQAWithErrors, (call) => {
    const { QAIssueDesc: issue, QAIssueRes: resolution } = call.body;
    const request = { ...named(call.body), qa: { issue, resolution } };
    return change(call, { ...request, action: "completeQAWithErrors" }, call.query.updated);
  });
  serve(endpoints.undoQA, (call) =>
    change(call, { ...marked(call.body), action: "undoQA" }, call.query.updated),
  );
  serve(endpoints.markIgnored, (call) =>
    change(call, { ...marked(call.body), action: "markIgnored" }, call.query.updated),
  );
  serve(endpoints.markManuallyProcessed, (call) =>
    change(call, { ...marked(call.body), action: "markManuallyProcessed" }, call.query.updated),
  );
  serve(endpoints.markCompleted, (call) =>
    change(call, { ...marked(call.body), action: "markCompleted" }, call.query.updated),
  );
  serve(endpoints.markSuperseded, (call) => {
    const action = call.body.Active ? "markUtilised" : "markSuperseded";
    return change(call, { ...marked(call.body), action }, call.query.updated);
  });
  serve(endpoints.cancelJob, (call) =>
    change(call, { ...byOutput(call.body), action: "cancelJob" }, call.query.updated),
  );
  serve(endpoints.resubmitJob, (call) => {
    const { token } = call.body;
    // orchestration/O1 another's token is refused, and none is kept.
    if (token !== undefined && !call.isOwnToken(token))
      throw new AppError("INSUFFICIENT_PRIVILEGES", "the token is not the bearer's own");
    return change(call, { ...byOutput(call.body), action: "resubmit" }, call.query.updated);
  });
}

const named = ({ process_id, cluster_name }: { process_id: string; cluster_name: string }) => ({
  processingId: process_id,
  job: cluster_name,
});
const marked = (body: Parameters<typeof named>[0] & { Reason?: string | undefined }) => ({
  ...named(body),
  reason: body.Reason,
});
const byOutput = ({
  process_id,
  cluster_output,
}: {
  process_id: string;
  cluster_output: string;
}) => ({ processingId: process_id, job: { output: cluster_output } });
