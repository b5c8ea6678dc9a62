import { isFormer, type ActionFacts } from "../job-facts.ts";
import { JOB_ACTIONS, type JobAction } from "../job-actions.ts";
import { refusalOf } from "../offered-actions.ts";

type ChangingAction = Exclude<
  JobAction,
  "viewFailures" | "copyLink" | "copyArchiveLink" | "browseArchive"
>;
/** Names an action of the table by what decides which of two it is. */
type Choice = (facts: ActionFacts) => ChangingAction;

const always =
  (action: ChangingAction): Choice =>
  () =>
    action;

/** The actions that are done to many jobs in one call, and what each is in the table of actions. */
const CHOICES = {
  resubmit: ({ processing }) => (isFormer(processing) ? "resubmitJob" : "resubmit"),
  completeQA: always("completeQA"),
  completeQAWithErrors: always("completeQAWithErrors"),
  undoQA: always("undoQA"),
  markManuallyProcessed: always("markManuallyProcessed"),
  markIgnored: always("markIgnored"),
  markCompleted: always("markCompleted"),
  markSuperseded: always("markSuperseded"),
  markUtilised: always("markUtilised"),
  cancel: ({ job }) => (job.area === "lms" ? "cancelLMS" : "cancelJob"),
} as const satisfies Readonly<Record<string, Choice>>;
export type BulkAction = keyof typeof CHOICES;
export const BULK_ACTIONS = Object.keys(CHOICES) as [BulkAction, ...BulkAction[]];

/** In a menu: that of the table, of a job whose name is not known. */
export const BULK_LABELS: Readonly<Record<BulkAction, string>> = {
  resubmit: JOB_ACTIONS.resubmitJob.label,
  completeQA: JOB_ACTIONS.completeQA.label,
  completeQAWithErrors: JOB_ACTIONS.completeQAWithErrors.label,
  undoQA: JOB_ACTIONS.undoQA.label,
  markManuallyProcessed: JOB_ACTIONS.markManuallyProcessed.label,
  markIgnored: JOB_ACTIONS.markIgnored.label,
  markCompleted: JOB_ACTIONS.markCompleted.label,
  markSuperseded: JOB_ACTIONS.markSuperseded.label,
  markUtilised: JOB_ACTIONS.markUtilised.label,
  cancel: JOB_ACTIONS.cancelJob.label,
};

/** The reverse of an action, where there is one that leads back. */
export const BULK_REVERSES: Readonly<Partial<Record<BulkAction, BulkAction>>> = {
  completeQA: "undoQA",
  completeQAWithErrors: "undoQA",
  markSuperseded: "markUtilised",
  markUtilised: "markSuperseded",
};

/** What a bulk action is to one job. */
export const jobActionOf = (action: BulkAction, facts: ActionFacts): ChangingAction =>
  CHOICES[action](facts);

/** Why a bulk action leaves a job as it is, by the rules of its menu; undefined where it may be done. */
export const bulkRefusalOf = (action: BulkAction, facts: ActionFacts): string | undefined =>
  refusalOf(jobActionOf(action, facts), facts);
