import type { ShownStatus } from "@swath/contract/processing";
import type { StatusGlyph } from "../../ui/status/status-icon.tsx";
import { type JobRow, jobsOf, type ProcessingRow } from "../records/processing-row.ts";

/** What a job needs or waits for, beside its status: told apart by words and shape, not by colour alone. */
export interface JobNote {
  readonly is: "qa" | "bound" | "waits";
  /** In the band of a step, which has room for six letters. */
  readonly band: string;
  /** Below a status. */
  readonly text: string;
  /** In place of the icon of the status; `waits` leaves that. */
  readonly glyph?: StatusGlyph;
}

/** The notes with words of their own, as the legend explains them. */
export const NOTES = {
  qa: { is: "qa", band: "QA", text: "QA needed", glyph: "qaPending" },
  bound: { is: "bound", band: /* text */ "BOUND", text: "Bound missed", glyph: "measured" },
} as const satisfies Readonly<Record<string, JobNote>>;

export const WAITS_BAND = /* text */ "WAITS";

const CAN_WAIT: ReadonlySet<ShownStatus> = new Set([
  "NOT_COMMENCED",
  "PREQUEUE",
  "QUEUING",
  "QUEUED",
  "ON_HOLD",
]);
/** In place of a status: the job is not in force, or is about to change. */
const NO_STATUS: ReadonlySet<ShownStatus> = new Set(["SUPERSEDED", "ARCHIVED", "WAITING"]);

/** Why nothing of a processing began stands at the job that would begin it. */
function waitingReason(row: ProcessingRow, job: JobRow): string | null {
  if (job.reason !== null || job.status !== "NOT_COMMENCED") return job.reason;
  const first = jobsOf(row).find(({ status }) => status !== "NOT_APPLICABLE");
  return first?.name === job.name ? row.waitsFor : null;
}

/**
 * The note of a job's cell:
 *
 * job-pages/N1 a measure that missed its bound comes first: whoever judges the job wants to know it;
 * job-pages/N2 then that its QA is needed, on which later jobs wait;
 * job-pages/N3 a job that has not begun says what it waits for, if the server knows it;
 * job-pages/N4 nothing is said of a job that is superseded, archived or about to change.
 */
export function jobNote(
  row: ProcessingRow,
  job: JobRow,
  status: ShownStatus,
  isPending: boolean,
): JobNote | undefined {
  if (NO_STATUS.has(status)) return undefined;
  if (job.missedBound) return NOTES.bound;
  if (isPending) return NOTES.qa;
  // A cancelled LMS job is shown as one that has not begun (contract/S4).
  if (row.archived || !CAN_WAIT.has(job.status)) return undefined;
  const reason = waitingReason(row, job);
  return reason === null ? undefined : { is: "waits", band: WAITS_BAND, text: reason };
}
