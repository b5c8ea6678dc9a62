import type { JobAction } from "@swath/contract/processing";
import { endpoints } from "@swath/contract/endpoints";
import type { Api } from "../../platform/api/api.ts";
import type { ChosenOrder } from "../resubmit/chosen-order.ts";
import type { JobRow, ProcessingRow } from "../rows/processing-row.ts";

/** The actions of a menu that change a record; the others copy a link or open something. */
export type ChangingAction = Exclude<
  JobAction,
  "viewFailures" | "copyLink" | "copyArchiveLink" | "browseArchive"
>;

export const isResubmission = (action: JobAction): boolean =>
  action === "resubmit" || action === "resubmitJob";

/** A change that somebody has confirmed. */
export interface JobChange {
  readonly row: ProcessingRow;
  readonly job: JobRow;
  readonly action: ChangingAction;
  /** Of 'Mark as QA Completed (with errors)'. */
  readonly issue?: { readonly description: string; readonly resolution: string };
  /** Of a mark that is set by hand. */
  readonly reason?: string;
  /** The state of the record that was confirmed, where it is not the row's. */
  readonly updated?: string;
  /** Of a resubmission with parameters, or of some files. */
  readonly order?: ChosenOrder;
}

/** The orchestration service's calls, which take any job by its name. */
const BY_NAME = {
  completeQA: (api, id, query, { reason: Reason }) =>
    api.call(endpoints.completeQA, { query, body: { ...id, Reason } }),
  completeQAWithErrors: (api, id, query, { issue }) =>
    api.call(endpoints.completeQAWithErrors, {
      query,
      body: { ...id, QAIssueDesc: issue?.description ?? "", QAIssueRes: issue?.resolution ?? "" },
    }),
  undoQA: (api, id, query, { reason: Reason }) =>
    api.call(endpoints.undoQA, { query, body: { ...id, Reason } }),
  markManuallyProcessed: (api, id, query, { reason: Reason }) =>
    api.call(endpoints.markManuallyProcessed, {
      query,
      body: { ...id, ManuallyProcessed: true, Reason },
    }),
  markIgnored: (api, id, query, { reason: Reason }) =>
    api.call(endpoints.markIgnored, { query, body: { ...id, Ignore: true, Reason } }),
  markCompleted: (api, id, query, { reason: Reason }) =>
    api.call(endpoints.markCompleted, { query, body: { ...id, Reason } }),
  markSuperseded: (api, id, query, { reason: Reason }) =>
    api.call(endpoints.markSuperseded, { query, body: { ...id, Active: false, Reason } }),
  markUtilised: (api, id, query) =>
    api.call(endpoints.markSuperseded, { query, body: { ...id, Active: true } }),
} as const satisfies Partial<
  Record<
    ChangingAction,
    (
      api: Api,
      id: { readonly process_id: string; readonly cluster_name: string },
      query: { readonly updated: string },
      change: JobChange,
    ) => Promise<unknown>
  >
>;
type NamedAction = keyof typeof BY_NAME;

const isByName = (action: ChangingAction): action is NamedAction => Object.hasOwn(BY_NAME, action);

/** Sends a change; the server refuses it where the record is no longer as the row shows it. */
export function sendChange(api: Api, change: JobChange): Promise<unknown> {
  const { row, job, action } = change;
  const query = { updated: change.updated ?? row.updated };
  const params = { processingId: row.id };
  const process_id = row.id;
  if (isByName(action))
    return BY_NAME[action](api, { process_id, cluster_name: job.name }, query, change);
  switch (action) {
    case "resubmitJob":
      return resubmitFormer(api, change);
    case "resubmit":
      if (change.order !== undefined) return orderChosen(api, change, change.order);
      return api.call(endpoints.resubmitJob, {
        query,
        body: { process_id, cluster_output: job.name },
      });
    case "cancelJob":
      return api.call(endpoints.cancelJob, {
        query,
        body: { process_id, cluster_output: job.name },
      });
    case "submitToLMS":
      return api.call(endpoints.reprocessManualGPS, { query, params });
    case "submitLMS":
      return api.call(endpoints.submitLMS, { query, params });
    case "cancelLMS":
      return api.call(endpoints.cancelLMS, { query, params });
    case "submitToNextStage":
  }
  return api.call(endpoints.submitFirstStage, { query, params });
}

/** All files by the defaults are the orchestration service's call; any other order is the runs'. */
function orderChosen(
  api: Api,
  { row, job, updated = row.updated }: JobChange,
  { params, onlyTasks }: ChosenOrder,
): Promise<unknown> {
  return api.call(endpoints.orderJob, {
    params: { processingId: row.id, job: job.name },
    query: { updated },
    body: { params: { ...params }, ...(onlyTasks && { onlyTasks: [...onlyTasks] }) },
  });
}

/** Documents up to version 3: the processing service's calls (document 3, section 7). */
function resubmitFormer(
  api: Api,
  { row, job, updated = row.updated }: JobChange,
): Promise<unknown> {
  const query = { updated };
  const params = { processingId: row.id };
  if (job.area === "gps")
    return api.call(endpoints.changeProcessing, {
      query,
      params,
      body: { GPSProcStatus: "QUEUED" },
    });
  if (job.area === "lms") return api.call(endpoints.submitLMS, { query, params });
  return api.call(endpoints.resubmitStage, { query, params: { ...params, name: job.name } });
}
