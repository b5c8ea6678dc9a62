import { BULK_LABELS, type BulkJob, CONFIRMATIONS, JOB_ACTIONS } from "@swath/contract/processing";
import { formatCount, plural } from "../../ui/format/count.ts";
import type { BulkPlan, BulkResult, Refused } from "./bulk-plan.ts";

/** The name of the LMS job of a processing. */
const LMS = "LMS";

/** What is asked before an action (document 3, section 8); of cancelled jobs, which LMS may be among. */
export function confirmationOf({
  action,
  on,
}: Pick<BulkPlan, "action" | "on">): string | undefined {
  if (action === "cancel") {
    const jobs = "targets" in on ? on.targets.map(({ job }) => job) : [on.job ?? LMS];
    return jobs.includes(LMS) ? CONFIRMATIONS.cancelLMS : CONFIRMATIONS.update;
  }
  const row = JOB_ACTIONS[action];
  return "confirm" in row ? CONFIRMATIONS[row.confirm] : undefined;
}

/** 'Eligible 37, not 5': how an action would go. */
export function previewLine(eligible: number, refused: readonly Refused[]): string {
  const not = refused.reduce((sum, { count }) => sum + count, 0);
  return `Eligible ${formatCount(eligible)}, not ${formatCount(not)}`;
}

export function outcomeLine({ done, rows }: BulkResult): string {
  return `Done ${formatCount(done)}, not ${formatCount(rows.length - done)}`;
}

/** What a job is known by. */
export const nameOf = ({ sensorId, processingId, flightId, label }: BulkJob): string =>
  [sensorId ?? processingId, flightId, label]
    .filter((part) => part !== null && part !== "")
    .join(" ");

/** All that became of a plan, to be pasted elsewhere. */
export function outcomeText({ action, what }: BulkPlan, result: BulkResult): string {
  const { rows, added } = result;
  return [
    `${BULK_LABELS[action]}: ${what}`,
    `${outcomeLine(result)}${added === 0 ? "" : `, ${plural(added, "job")} found since and left`}`,
    ...rows.map((row) => `${nameOf(row)}: ${row.code === null ? "done" : row.reason}`),
  ].join("\n");
}
