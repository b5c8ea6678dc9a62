import { AppError } from "@swath/contract/errors";
import type { FIRST_JOB_ACTIONS } from "@swath/contract/processing";
import type { JobRequest } from "./act-on-job.ts";
import type { ChangingAction } from "./effects.ts";

type Name = (typeof FIRST_JOB_ACTIONS)[number];

const ACTIONS: Readonly<Record<Name, ChangingAction>> = {
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

/** What `PUT processing/{id}/{action}` asks for. */
export function firstJobRequest(
  name: Name,
  { job, QAIssueDesc: issue, QAIssueRes: resolution, Reason: reason }: Body,
): Omit<JobRequest, "processingId"> {
  const request = {
    job: { area: job === "GPS" ? "gps" : "lms" },
    action: ACTIONS[name],
    reason,
  } as const;
  if (name !== "qawitherrors") return request;
  if (issue === undefined || resolution === undefined)
    throw new AppError("INVALID_REQUEST", "QA with errors takes an issue and its resolution", {
      field: "QAIssueDesc",
    });
  return { ...request, qa: { issue, resolution } };
}
