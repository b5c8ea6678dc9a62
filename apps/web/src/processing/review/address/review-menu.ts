import { rowCondition } from "@swath/contract/processing";
import type { Role } from "@swath/contract/identity";
import { actionFacts, type JobRow, type ProcessingRow } from "../../rows/processing-row.ts";
import type { ReviewPanel } from "./review-address.ts";

/** The entries of a job's menu that only read, below its actions. */
export const REVIEW_ENTRIES: readonly { readonly panel: ReviewPanel; readonly label: string }[] = [
  { panel: "results", label: "Review results" },
  { panel: "files", label: "Files" },
  { panel: "attempts", label: "Attempts" },
  { panel: "log", label: "Log" },
  { panel: "timeline", label: "Timeline" },
];

/** Conditions of a row whose jobs show tooltips alone, or lead to their archive. */
const WITHOUT: ReadonlySet<string> = new Set(["row/O1", "row/O2", "row/O3", "row/O4"]);
const NEVER_RAN: ReadonlySet<string> = new Set(["NOT_APPLICABLE", "NOT_COMMENCED", "UNAVAILABLE"]);

/** Whether a job's menu leads to its review: not where tooltips are all there is, nor before it ran. */
export function leadsToReview(row: ProcessingRow, job: JobRow, roles: readonly Role[]): boolean {
  if (WITHOUT.has(rowCondition(actionFacts(row, job, roles)).rule)) return false;
  return job.attempts > 0 || !NEVER_RAN.has(job.status);
}
