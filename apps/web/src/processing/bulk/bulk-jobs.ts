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
  type JobOfRow,
  type JobRow,
  jobsOf,
  type ProcessingRow,
} from "../records/processing-row.ts";

/** The job that a bulk action is about; null: every job that the action applies to. */
export interface JobChoice {
  readonly name: string | null;
  readonly label: string;
}

export const EVERY_JOB: JobChoice = { name: null, label: "Every job" };

/** The jobs of rows, in the order of their pipelines. */
export function jobChoices(rows: readonly ProcessingRow[]): JobChoice[] {
  const labels = new Map<string, string>();
  for (const job of rows.flatMap(jobsOf))
    if (job.status !== "NOT_APPLICABLE" && !labels.has(job.name))
      labels.set(job.name, spokenName(job));
  return [...labels].map(([name, label]) => ({ name, label }));
}

/** The chosen job of each row; with "every job", all that the action applies to. */
function selectedJobs(
  rows: readonly ProcessingRow[],
  { name }: JobChoice,
  action: BulkAction,
  roles: readonly Role[],
): JobOfRow[] {
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

/** The targets of a call. Rows that lack the job are included, so that the preview reports them. */
export function targetsOf(
  rows: readonly ProcessingRow[],
  choice: JobChoice,
  action: BulkAction,
  roles: readonly Role[],
): BulkScope {
  const { name } = choice;
  const named =
    name === null
      ? selectedJobs(rows, choice, action, roles).map(({ row, job }) => ({ row, job: job.name }))
      : rows.map((row) => ({ row, job: name }));
  return {
    targets: named.map(({ row: { id, updated }, job }) => ({ processingId: id, job, updated })),
  };
}

/** An action of the bar, with the number of eligible and of all selected jobs. */
export interface BulkOffer {
  readonly action: BulkAction;
  readonly eligible: number;
  readonly of: number;
}

/** The actions on the selected rows' jobs, by the table of the job menus. */
export function bulkOffers(
  rows: readonly ProcessingRow[],
  choice: JobChoice,
  roles: readonly Role[],
): BulkOffer[] {
  // A resubmission overwrites later jobs, so that it needs a named job.
  const actions = BULK_ACTIONS.filter(
    (action) =>
      (choice.name !== null || action !== "resubmit") &&
      (action !== "undoQA" || may(roles, "reopenQA")),
  );
  return actions.map((action) => {
    const jobs = selectedJobs(rows, choice, action, roles);
    const isEligible = ({ row, job }: JobOfRow): boolean =>
      bulkRefusalOf(action, actionFacts(row, job, roles)) === undefined;
    return { action, eligible: jobs.filter(isEligible).length, of: jobs.length };
  });
}
