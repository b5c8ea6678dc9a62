import { may, type Role } from "@swath/contract/identity";
import {
  type BulkAction,
  BULK_ACTIONS,
  type BulkScope,
  bulkRefusalOf,
  isOn,
  jobActionOf,
} from "@swath/contract/processing";
import {
  spokenName,
  actionFacts,
  type JobRow,
  jobsOf,
  type ProcessingRow,
} from "../records/processing-row.ts";

/** A job that an action may be done to, of many processings; null: every job that it is for. */
export interface JobChoice {
  readonly name: string | null;
  readonly label: string;
}

export const EVERY_JOB: JobChoice = { name: null, label: "Every job" };

/** The jobs that any of some rows has, in the order of their pipelines. */
export function jobChoices(rows: readonly ProcessingRow[]): JobChoice[] {
  const labels = new Map<string, string>();
  for (const job of rows.flatMap(jobsOf))
    if (job.status !== "NOT_APPLICABLE" && !labels.has(job.name))
      labels.set(job.name, spokenName(job));
  return [...labels].map(([name, label]) => ({ name, label }));
}

interface SelectedJob {
  readonly row: ProcessingRow;
  readonly job: JobRow;
}

/** The jobs of rows that a choice is about; of every job those that the action is for. */
function selectedJobs(
  rows: readonly ProcessingRow[],
  { name }: JobChoice,
  action: BulkAction,
  roles: readonly Role[],
): SelectedJob[] {
  const isFor = (row: ProcessingRow, job: JobRow): boolean => {
    const facts = actionFacts(row, job, roles);
    return isOn(jobActionOf(action, facts), facts.job);
  };
  return rows.flatMap((row) =>
    jobsOf(row)
      .filter((job) => (name === null ? isFor(row, job) : job.name === name))
      .map((job) => ({ row, job })),
  );
}

/** Rows' jobs as a call names them: those that lack a job of the name as well, so that it is said. */
export function targetsOf(
  rows: readonly ProcessingRow[],
  choice: JobChoice,
  action: BulkAction,
  roles: readonly Role[],
): BulkScope {
  const { name } = choice;
  if (name !== null)
    return {
      targets: rows.map(({ id, updated }) => ({ processingId: id, job: name, updated })),
    };
  return {
    targets: selectedJobs(rows, choice, action, roles).map(({ row, job }) => ({
      processingId: row.id,
      job: job.name,
      updated: row.updated,
    })),
  };
}

/** What the bar offers of an action: to how many of the selected jobs it may be done, as they were seen. */
export interface BulkOffer {
  readonly action: BulkAction;
  readonly eligible: number;
  readonly of: number;
}

/** The actions on the selected rows' jobs, by the table that draws the menu of each. */
export function bulkOffers(
  rows: readonly ProcessingRow[],
  choice: JobChoice,
  roles: readonly Role[],
): BulkOffer[] {
  // A resubmission overwrites what comes after its job, and names it.
  const actions = BULK_ACTIONS.filter(
    (action) =>
      (choice.name !== null || action !== "resubmit") &&
      (action !== "undoQA" || may(roles, "reopenQA")),
  );
  return actions.map((action) => {
    const jobs = selectedJobs(rows, choice, action, roles);
    const isEligible = ({ row, job }: SelectedJob): boolean =>
      bulkRefusalOf(action, actionFacts(row, job, roles)) === undefined;
    return { action, eligible: jobs.filter(isEligible).length, of: jobs.length };
  });
}
