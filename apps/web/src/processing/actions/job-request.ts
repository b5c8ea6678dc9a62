import type { BulkAction, BulkOutcome, BulkScope, JobAction } from "@swath/contract/processing";
import { endpoints } from "@swath/contract/endpoints";
import type { Api } from "../../platform/api/api.ts";
import type { JobOfRow, JobRow } from "../records/processing-row.ts";

/** The actions of a menu that change a record; the others copy a link or open something. */
export type ChangingAction = Exclude<
  JobAction,
  "viewFailures" | "viewCloud" | "copyLink" | "copyArchiveLink" | "browseArchive"
>;

/** An order that differs from all files by the stage's defaults. */
export interface ChosenOrder {
  readonly params: Readonly<Record<string, string | number>>;
  readonly onlyTasks?: readonly string[];
}

/** A request about one job. */
interface JobRequest extends JobOfRow {
  readonly action: ChangingAction | "restoreAttempt";
  /** The number of the attempt to restore. */
  readonly attempt?: number;
  /** The issue of 'Mark as QA Completed (with errors)'. */
  readonly issue?: { readonly description: string; readonly resolution: string };
  /** The reason of a mark that is set by hand. */
  readonly reason?: string;
  /** The record's state that was confirmed, where it is not the row's; null: any state. */
  readonly updated?: string | null;
  /** Parameters and files of a resubmission; all files by the defaults unless given. */
  readonly order?: ChosenOrder;
}

/** An action of a menu, confirmed where it needs to be. */
export interface JobChange extends JobRequest {
  readonly action: ChangingAction;
}

/** One action on many jobs, under the key of its preview. */
interface BulkRequest {
  readonly key: string;
  readonly action: BulkAction;
  readonly on: BulkScope;
  readonly qa?: { readonly issue: string; readonly resolution: string };
  readonly reason?: string;
  /** Keys of the calls that this one undoes. */
  readonly undoes?: string[];
}

/** The notes that a person adds to an action on many jobs. */
export type BulkNotes = Pick<BulkRequest, "qa" | "reason" | "undoes">;

export const isResubmission = (action: JobAction): boolean =>
  action === "resubmit" || action === "resubmitJob";

/**
 * Asks for an action on a job, or on many at once: the only place that chooses the server's call. The
 * server refuses the action where the record no longer is as the row shows it.
 */
export function requestJob(api: Api, request: BulkRequest): Promise<BulkOutcome>;
export function requestJob(api: Api, request: JobRequest): Promise<unknown>;
export function requestJob(api: Api, request: JobRequest | BulkRequest): Promise<unknown> {
  if ("on" in request) return api.call(endpoints.actInBulk, { body: request });
  return CALLS[request.action](api, askOf(request));
}

/** A request in the forms in which the calls take it. */
const askOf = (request: JobRequest) => {
  const { row, job, updated = row.updated, reason } = request;
  return {
    request,
    query: updated === null ? undefined : { updated },
    params: { processingId: row.id },
    cluster: { process_id: row.id, cluster_name: job.name },
    output: { process_id: row.id, cluster_output: job.name },
    Reason: reason,
  };
};

type Ask = ReturnType<typeof askOf>;
type Call = (api: Api, ask: Ask) => Promise<unknown>;

const CALLS: Readonly<Record<JobRequest["action"], Call>> = {
  completeQA: (api, { query, cluster, Reason }) =>
    api.call(endpoints.completeQA, { query, body: { ...cluster, Reason } }),
  completeQAWithErrors: (api, { query, cluster, request: { issue } }) =>
    api.call(endpoints.completeQAWithErrors, {
      query,
      body: {
        ...cluster,
        QAIssueDesc: issue?.description ?? "",
        QAIssueRes: issue?.resolution ?? "",
      },
    }),
  undoQA: (api, { query, cluster, Reason }) =>
    api.call(endpoints.undoQA, { query, body: { ...cluster, Reason } }),
  markManuallyProcessed: (api, { query, cluster, Reason }) =>
    api.call(endpoints.markManuallyProcessed, {
      query,
      body: { ...cluster, ManuallyProcessed: true, Reason },
    }),
  markIgnored: (api, { query, cluster, Reason }) =>
    api.call(endpoints.markIgnored, { query, body: { ...cluster, Ignore: true, Reason } }),
  markCompleted: (api, { query, cluster, Reason }) =>
    api.call(endpoints.markCompleted, { query, body: { ...cluster, Reason } }),
  markSuperseded: (api, { query, cluster, Reason }) =>
    api.call(endpoints.markSuperseded, { query, body: { ...cluster, Active: false, Reason } }),
  markUtilised: (api, { query, cluster }) =>
    api.call(endpoints.markSuperseded, { query, body: { ...cluster, Active: true } }),
  resubmit: (api, ask) =>
    ask.request.order === undefined
      ? api.call(endpoints.resubmitJob, { query: ask.query, body: ask.output })
      : orderJob(api, ask, ask.request.order),
  resubmitJob: (api, ask) => RESUBMIT_FORMER[ask.request.job.area](api, ask),
  cancelJob: (api, { query, output }) => api.call(endpoints.cancelJob, { query, body: output }),
  submitToLMS: (api, { query, params }) =>
    api.call(endpoints.reprocessManualGPS, { query, params }),
  submitLMS: (api, { query, params }) => api.call(endpoints.submitLMS, { query, params }),
  cancelLMS: (api, { query, params }) => api.call(endpoints.cancelLMS, { query, params }),
  submitToNextStage: (api, { query, params }) =>
    api.call(endpoints.submitFirstStage, { query, params }),
  restoreAttempt: (api, { params, request: { job, attempt } }) =>
    api.call(endpoints.restoreAttempt, {
      params: { ...params, job: job.name, attempt: String(attempt) },
    }),
};

function orderJob(api: Api, ask: Ask, { params, onlyTasks }: ChosenOrder): Promise<unknown> {
  return api.call(endpoints.orderJob, {
    params: { ...ask.params, job: ask.request.job.name },
    query: ask.query,
    body: { params: { ...params }, ...(onlyTasks && { onlyTasks: [...onlyTasks] }) },
  });
}

/** Resubmission of documents up to version 3: the processing service's calls (document 3, section 7). */
const RESUBMIT_FORMER: Readonly<Record<JobRow["area"], Call>> = {
  gps: (api, { query, params }) =>
    api.call(endpoints.changeProcessing, { query, params, body: { GPSProcStatus: "QUEUED" } }),
  lms: (api, { query, params }) => api.call(endpoints.submitLMS, { query, params }),
  stage: (api, { query, params, request: { job } }) =>
    api.call(endpoints.resubmitStage, { query, params: { ...params, name: job.name } }),
};
