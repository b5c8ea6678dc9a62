import type { Role } from "@swath/contract/identity";
import {
  awaitsQA,
  jobTooltip,
  offeredActions,
  rowCondition,
  shownStatus,
} from "@swath/contract/processing";
import { plural, utcMinute } from "../../ui/text/format.ts";
import { jobStyle } from "../records/job-style.ts";
import { jobNote } from "./job-note.ts";
import { actionFacts, type JobRow, type ProcessingRow } from "../records/processing-row.ts";

/** Facts that the dashboards know besides the record. */
export interface ViewFacts {
  readonly roles: readonly Role[];
  /** The viewer's name in QA. */
  readonly qaUser?: string;
  /** Whether the row waits for the poll after an action. */
  readonly waiting: boolean;
  readonly currentLMSVersion: string;
  /** LMS version of the row's calibration record. */
  readonly lmsVersion: string | null;
}

/** The cell of a job by the tables of the contract (job-pages/P1 to P3; document 3, sections 4.1 and 4.2). */
export function jobView(row: ProcessingRow, job: JobRow, facts: ViewFacts) {
  const { roles, waiting } = facts;
  const guest = roles.includes("guest");
  const of = actionFacts(row, job, roles, facts.qaUser);
  const status = shownStatus({ ...of, guest, waiting });
  const isPending = awaitsQA(of);
  const look = jobStyle(status, job, isPending);
  const actions = waiting ? [] : offeredActions(of);
  const isGrey = waiting || rowCondition(of).look === "grey";
  return {
    status,
    look,
    note: isGrey ? undefined : jobNote(row, job, status, isPending),
    tip: jobTooltip({
      ...job,
      ...facts,
      status,
      statusLabel: look.label,
      template: row.template,
      deletedSuperseded: row.deletedSuperseded,
      expectedEnd: job.expected === null ? null : expectedEndInWords(job.expected, Date.now()),
      reason: job.reason ?? (status === "NOT_COMMENCED" ? row.waitsFor : null),
    }),
    actions,
    /** Superseded, or waiting for the poll. */
    isGrey,
    /** A click validates the archive and opens it. */
    opensArchive:
      status === "ARCHIVED" &&
      actions.some(({ action, disabled }) => action === "browseArchive" && disabled === undefined),
  };
}

const DAY_LENGTH = 10;

/** The expected end to the minute: `about 14:20 UTC, from 12 earlier runs`. */
export function expectedEndInWords(
  { at, runs }: { readonly at: string; readonly runs: number },
  now: number,
): string {
  const minute = utcMinute(at);
  const isToday = minute.startsWith(utcMinute(now).slice(0, DAY_LENGTH));
  const when = isToday ? minute.slice(DAY_LENGTH + 1) : minute;
  const from = /* text */ `from ${plural(runs, "earlier run")}`;
  // The row may be older than the expected end.
  if (Date.parse(at) < now) return `was about ${when}, ${from}; it takes longer`;
  return `about ${when}, ${from}`;
}
