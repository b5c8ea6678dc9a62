import { AppError } from "@swath/contract/errors";
import type { ChangedFields, FIRST_JOB_ACTIONS, JobStatus } from "@swath/contract/processing";
import type { JobRequest } from "./act-on-job.ts";
import type { ChangingAction } from "./effects.ts";

type Name = (typeof FIRST_JOB_ACTIONS)[number];

const BY_NAME: Readonly<Record<Name, ChangingAction>> = {
  qa: "completeQA",
  qawitherrors: "completeQAWithErrors",
  manuallyprocessed: "markManuallyProcessed",
  ignore: "markIgnored",
  completed: "markCompleted",
  marksuperseded: "markSuperseded",
  markutilised: "markUtilised",
};

interface Body {
  readonly job: "GPS" | "LMS";
  readonly QAIssueDesc?: string | undefined;
  readonly QAIssueRes?: string | undefined;
  readonly Reason?: string | undefined;
}

/** The request of `PUT processing/{id}/{action}`. */
export function firstJobRequest(
  name: Name,
  { job, QAIssueDesc: issue, QAIssueRes: resolution, Reason: reason }: Body,
): Omit<JobRequest, "processingId"> {
  const request = {
    job: { area: job === "GPS" ? "gps" : "lms" },
    action: BY_NAME[name],
    reason,
  } as const;
  if (name !== "qawitherrors") return request;
  if (issue === undefined || resolution === undefined)
    throw new AppError("INVALID_REQUEST", "QA with errors takes an issue and its resolution", {
      field: "QAIssueDesc",
    });
  return { ...request, qa: { issue, resolution } };
}

/** The action that a status stands for where a caller sets it (decision 10). */
const BY_STATUS: Readonly<Partial<Record<JobStatus, ChangingAction>>> = {
  QUEUED: "resubmitJob",
  COMPLETED: "markCompleted",
  QA_COMPLETED: "completeQA",
  QA_COMPLETED_WITH_ERRORS: "completeQAWithErrors",
  MANUALLY_PROCESSED: "markManuallyProcessed",
  IGNORE: "markIgnored",
  CANCELLED: "cancelLMS",
};

interface JobFields {
  readonly status: JobStatus | undefined;
  readonly qaUser: string | undefined;
  readonly issue: string | undefined;
  readonly resolution: string | undefined;
}

const invalidBody = (message: string): AppError =>
  new AppError("INVALID_REQUEST", message, { allowed: Object.keys(BY_STATUS) });

/** An empty name clears it, as a client that submits again does. */
const named = (user: string | undefined): boolean => user !== undefined && user !== "";

function actionOf({ status, qaUser }: JobFields): ChangingAction {
  // Naming a QA user is what 'Mark as QA Completed' does.
  if (named(qaUser) && (status === undefined || status === "COMPLETED")) return "completeQA";
  const action = status === undefined ? undefined : BY_STATUS[status];
  if (action !== undefined) return action;
  throw new AppError("INVALID_TRANSITION", `nobody sets ${status}`, {
    status,
    reason: "a status that only the server sets",
  });
}

function requestOf(area: "gps" | "lms", fields: JobFields): Omit<JobRequest, "processingId"> {
  const action = actionOf(fields);
  const { issue, resolution } = fields;
  if (action !== "completeQAWithErrors") return { job: { area }, action };
  if (issue === undefined || resolution === undefined || issue === "" || resolution === "")
    throw invalidBody("QA with errors takes an issue and its resolution");
  return { job: { area }, action, qa: { issue, resolution } };
}

const isSet = (fields: JobFields): boolean => fields.status !== undefined || named(fields.qaUser);

/** The one action that the changed fields of a processing ask for; INVALID_REQUEST for none or several. */
export function requestedAction(body: ChangedFields): Omit<JobRequest, "processingId"> {
  const gps: JobFields = {
    status: body.GPSProcStatus,
    qaUser: body.GPSProcQAUser,
    issue: body.GPSQAIssueDesc,
    resolution: body.GPSQAIssueRes,
  };
  const lms: JobFields = {
    status: body.LMSProcStatus,
    qaUser: body.LMSProcQAUser,
    issue: body.LMSQAIssueDesc,
    resolution: body.LMSQAIssueRes,
  };
  const asked = [isSet(gps), isSet(lms), body.Active !== undefined].filter(Boolean);
  if (asked.length !== 1) throw invalidBody("one change at a time: of GPS, of LMS, or Active");
  const { Reason: reason } = body;
  if (body.Active !== undefined)
    return {
      job: { area: "gps" },
      action: body.Active ? "markUtilised" : "markSuperseded",
      reason,
    };
  const request = isSet(gps) ? requestOf("gps", gps) : requestOf("lms", lms);
  return { ...request, reason };
}
