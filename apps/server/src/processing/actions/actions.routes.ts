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
import { firstJobRequest, requestedAction } from "./requested-action.ts";
import { resubmitImpact } from "./resubmit-impact.ts";
import { processingDocument, terrainMapperDocument } from "../records/processing-document.ts";
import { readShownOne } from "../records/stored-processing.ts";

interface ChangingCall {
  readonly query: { readonly updated?: string | undefined };
  readonly identity: Identity;
  readonly from: CallOrigin;
}
interface CallOnProcessing extends ChangingCall {
  readonly params: { readonly processingId: string };
}

/** Serves people's decisions on single jobs (document 3, section 7). */
export function serveActions(serve: Serve, deps: ProcessingDeps): void {
  serve(endpoints.readResubmitImpact, ({ params, identity }) =>
    resubmitImpact(deps, params.processingId, params.name, identity.roles),
  );
  serveFirstJobs(serve, deps);
  serveOrchestration(serve, deps);
}

/** Serves the calls that change a GPS or LMS job; each answers the processing after the change. */
function serveFirstJobs(serve: Serve, deps: ProcessingDeps): void {
  type Way = (processingId: string, caller: Caller) => Promise<void>;
  const answered = async (call: CallOnProcessing, way: Way, updated = call.query.updated) => {
    const { identity, from, params } = call;
    await way(params.processingId, { identity, from, updated });
    return processingDocument(await readShownOne(deps, params.processingId), deps);
  };
  const acting =
    (request: Omit<JobRequest, "processingId">): Way =>
    (processingId, caller) =>
      actOnJob(deps, { processingId, ...request }, caller);

  for (const endpoint of [endpoints.changeProcessing, endpoints.updateProcessing])
    serve(endpoint, (call) =>
      answered(call, acting(requestedAction(call.body)), call.body.Updated ?? call.query.updated),
    );
  serve(endpoints.actOnFirstJob, (call) =>
    answered(call, acting(firstJobRequest(call.params.name, call.body))),
  );
  serve(endpoints.resubmitStage, (call) =>
    answered(call, acting({ job: call.params.name, action: "resubmitJob" })),
  );
  serve(endpoints.submitLMS, (call) => answered(call, (id, caller) => submitLMS(deps, id, caller)));
  serve(endpoints.cancelLMS, (call) =>
    answered(call, acting({ job: { area: "lms" }, action: "cancelLMS" })),
  );
  serve(endpoints.reprocessManualGPS, (call) =>
    answered(call, acting({ job: { area: "gps" }, action: "submitToLMS" })),
  );
  for (const endpoint of [endpoints.submitFirstStage, endpoints.putFirstStage])
    serve(endpoint, (call) => answered(call, (id, caller) => submitFirstStage(deps, id, caller)));
}

/** Serves the calls of the orchestration service, which answer in the shape of the record's dashboard. */
function serveOrchestration(serve: Serve, deps: ProcessingDeps): void {
  const change = async (
    { identity, from, query }: ChangingCall,
    request: JobRequest,
  ): Promise<Processing | TerrainMapperProcessing> => {
    await actOnJob(deps, request, { identity, from, updated: query.updated });
    const row = await readShownOne(deps, request.processingId);
    return row.area === "iptm" ? terrainMapperDocument(row, deps) : processingDocument(row, deps);
  };
  for (const action of [
    "completeQA",
    "undoQA",
    "markIgnored",
    "markManuallyProcessed",
    "markCompleted",
  ] as const)
    serve(endpoints[action], (call) => change(call, { ...marked(call.body), action }));
  serve(endpoints.completeQAWithErrors, (call) => {
    const { QAIssueDesc: issue, QAIssueRes: resolution } = call.body;
    const request = { ...named(call.body), qa: { issue, resolution } };
    return change(call, { ...request, action: "completeQAWithErrors" });
  });
  serve(endpoints.markSuperseded, (call) => {
    const action = call.body.Active ? "markUtilised" : "markSuperseded";
    return change(call, { ...marked(call.body), action });
  });
  serve(endpoints.cancelJob, (call) =>
    change(call, { ...byOutput(call.body), action: "cancelJob" }),
  );
  serve(endpoints.resubmitJob, (call) => {
    const { token } = call.body;
    // The token of another person is refused (processing/A8).
    if (token !== undefined && !call.isOwnToken(token))
      throw new AppError("INSUFFICIENT_PRIVILEGES", "the token is not the bearer's own");
    return change(call, { ...byOutput(call.body), action: "resubmit" });
  });
}

/**
 * `lms/submit`: an LMS job that never ran, or was cancelled, is submitted; one that ended is
 * resubmitted, by the rules and groups of that.
 */
async function submitLMS(
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
async function submitFirstStage(
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

const named = ({ process_id, cluster_name }: { process_id: string; cluster_name: string }) => ({
  processingId: process_id,
  job: cluster_name,
});
const marked = (body: Parameters<typeof named>[0] & { Reason?: string | undefined }) => ({
  ...named(body),
  reason: body.Reason,
});
const byOutput = (body: { process_id: string; cluster_output: string }) => ({
  processingId: body.process_id,
  job: { output: body.cluster_output },
});
