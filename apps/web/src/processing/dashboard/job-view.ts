import type { Role } from "@swath/contract/identity";
import {
  awaitsQA,
  jobTooltip,
  type OfferedAction,
  offeredActions,
  rowCondition,
  type ShownStatus,
  shownStatus,
} from "@swath/contract/processing";
import { plural, utcMinute } from "../../ui/text/format.ts";
import { type JobStyle, jobStyle } from "../records/job-style.ts";
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

/** The content of a job's cell. */
export interface JobView {
  readonly status: ShownStatus;
  readonly look: JobStyle;
  readonly tip: readonly string[];
  readonly actions: readonly OfferedAction[];
  /** Superseded, or waiting for the poll. */
  readonly isGrey: boolean;
  /** A click validates the archive and opens it. */
  readonly opensArchive: boolean;
}

/**
 * The cell of a job by the tables of the contract (document 3, sections 4.1 and 4.2).
 *
 * job-view/J1 a row that waits for the poll is grey and offers nothing;
 * job-view/J2 guests see the tooltip alone;
 * job-view/J3 an archived job that may be browsed is opened by a click on its status.
 */
export function jobView(row: ProcessingRow, job: JobRow, facts: ViewFacts): JobView {
  const { roles, waiting } = facts;
  const guest = roles.includes("guest");
  const of = actionFacts(row, job, roles, facts.qaUser);
  const status = shownStatus({ processing: of.processing, job: of.job, guest, waiting });
  const look = jobStyle(status, job, awaitsQA(of));
  const actions = waiting ? [] : offeredActions(of);
  return {
    status,
    look,
    tip: tipOf(row, job, { status, statusLabel: look.label }, facts),
    actions,
    isGrey: waiting || rowCondition(of).look === "grey",
    opensArchive:
      status === "ARCHIVED" &&
      actions.some(({ action, disabled }) => action === "browseArchive" && disabled === undefined),
  };
}

function tipOf(
  row: ProcessingRow,
  job: JobRow,
  { status, statusLabel }: { readonly status: ShownStatus; readonly statusLabel: string },
  { currentLMSVersion, lmsVersion }: ViewFacts,
): readonly string[] {
  return jobTooltip({
    area: job.area,
    status,
    statusLabel,
    attempts: job.attempts,
    template: row.template,
    runStart: job.runStart,
    runStop: job.runStop,
    qaUser: job.qaUser,
    qaIssueDesc: job.qaIssueDesc,
    qaIssueRes: job.qaIssueRes,
    deletedSuperseded: row.deletedSuperseded,
    lmsVersion,
    currentLMSVersion,
    expectedEnd: job.expected === null ? null : expectedEndInWords(job.expected, Date.now()),
    mark: job.mark,
    outdated: job.outdated,
    reason: job.reason ?? (status === "NOT_COMMENCED" ? row.waitsFor : null),
  });
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
  const from = `from ${plural(runs, "earlier run")}`;
  // The row may be older than the expected end.
  if (Date.parse(at) < now) return `was about ${when}, ${from}; it takes longer`;
  return `about ${when}, ${from}`;
}
