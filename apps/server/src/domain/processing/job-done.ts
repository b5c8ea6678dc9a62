import { isJobDone } from "@swath/contract/processing";
import type { ProcessingJob } from "./move-job-status.ts";

type JudgedJob = Pick<ProcessingJob, "status" | "require_qa" | "qa_user">;

/** Whether what comes after a stored job may start. */
export const isDone = ({ status, require_qa, qa_user }: JudgedJob): boolean =>
  isJobDone(status, require_qa && qa_user === null);
