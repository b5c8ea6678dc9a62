import { type Need, type NeedName, NEEDS } from "./action-needs.ts";
import type { ActionFacts } from "./job-facts.ts";
import { JOB_STATUSES, type JobArea, type JobStatus } from "./job-status.ts";

const RESUBMIT = "resubmit";
const UPDATE = "update";
const CANCEL_LMS = "cancelLMS";
/** What is asked before an action (document 3, section 8), word for word. */
export const CONFIRMATIONS = {
  [RESUBMIT]:
    "Are you sure you want reprocess this data? The existing data (including downstream processing results) will be OVERWRITTEN",
  [CANCEL_LMS]:
    "Are you sure you want to cancel this LMS processing? All LMS processing progress will be lost.",
  [UPDATE]:
    "Are you sure you want to update this status? Updating the status may impact downstream processing results.",
} as const;

interface ActionRow {
  /** In a menu; `{name}` stands for the job's. */
  readonly label: string;
  /** The statuses that offer it, by area. */
  readonly on: Readonly<Record<JobArea, readonly JobStatus[]>>;
  readonly needs: readonly NeedName[];
  readonly confirm?: keyof typeof CONFIRMATIONS;
  /** On these statuses it is a mark that somebody sets by hand, for a reason of theirs. */
  readonly marks?: readonly JobStatus[];
}

const everywhere = (statuses: readonly JobStatus[], more: readonly JobStatus[] = []) => ({
  gps: statuses,
  lms: statuses,
  stage: [...statuses, ...more],
});
/** A job that does not apply is not shown, and offers nothing. */
const APPLICABLE = JOB_STATUSES.filter((status) => status !== "NOT_APPLICABLE");
const only = (area: JobArea, statuses: readonly JobStatus[]) => ({
  ...everywhere([]),
  [area]: statuses,
});
const ENDED = ["COMPLETED", "FAILED", "QA_COMPLETED_WITH_ERRORS"] as const;
const RESUBMITTED = [...ENDED, "IGNORE"] as const;
const REPLACED = [...ENDED, "MANUAL_PROCESSING_REQUIRED", "IGNORE"] as const;
const RESUBMIT_NEEDS = ["notLocked", "nothingRuns", "resubmitGroup", "resubmittable"] as const;

/** The actions of a job by its area and status (document 3, section 4.2; decisions 1, 5, 6 and 8). */
export const JOB_ACTIONS = {
  resubmitJob: {
    label: "Resubmit Job",
    on: everywhere(RESUBMITTED, ["COMPLETED_WITH_ERRORS", "CANCELLED"]),
    needs: ["formerVersion", ...RESUBMIT_NEEDS],
    confirm: RESUBMIT,
  },
  resubmit: {
    label: "Resubmit {name}",
    on: everywhere(RESUBMITTED, ["COMPLETED_WITH_ERRORS", "CANCELLED"]),
    needs: ["currentVersion", ...RESUBMIT_NEEDS],
    confirm: RESUBMIT,
  },
  completeQA: {
    label: "Mark as QA Completed",
    on: everywhere(["COMPLETED", "FAILED"], ["COMPLETED_WITH_ERRORS"]),
    needs: ["requireQA", "noQAUser"],
    confirm: UPDATE,
    marks: ["FAILED"],
  },
  completeQAWithErrors: {
    label: "Mark as QA Completed (with errors)",
    on: everywhere(["COMPLETED"], ["COMPLETED_WITH_ERRORS"]),
    needs: ["requireQA", "noQAUser", "notEOOnly"],
    confirm: UPDATE,
  },
  undoQA: {
    label: "Undo QA",
    on: {
      ...everywhere(["COMPLETED", "QA_COMPLETED_WITH_ERRORS"]),
      stage: ["QA_COMPLETED", "QA_COMPLETED_WITH_ERRORS"],
    },
    needs: ["hasQAUser", "ownQAOrAdmin", "nothingAfterBegan"],
    confirm: UPDATE,
  },
  markManuallyProcessed: {
    label: "Mark as Manually Processed",
    on: everywhere([...ENDED, "MANUAL_PROCESSING_REQUIRED"], ["COMPLETED_WITH_ERRORS"]),
    needs: ["allowManual", "notEOOnlyWhereCompleted"],
    confirm: UPDATE,
    marks: JOB_STATUSES,
  },
  markIgnored: {
    label: "Mark as Ignore Processing",
    on: everywhere(ENDED, ["COMPLETED_WITH_ERRORS"]),
    needs: ["allowIgnore"],
    confirm: UPDATE,
    marks: JOB_STATUSES,
  },
  markCompleted: {
    label: "Mark as Completed",
    on: everywhere(["FAILED"]),
    needs: [],
    confirm: UPDATE,
    marks: JOB_STATUSES,
  },
  markSuperseded: {
    label: "Mark as Superseded",
    on: everywhere(REPLACED, ["COMPLETED_WITH_ERRORS"]),
    needs: ["allowSupersede", "isActive"],
    confirm: UPDATE,
    marks: JOB_STATUSES,
  },
  markUtilised: {
    label: "Mark as Utilised",
    on: everywhere(APPLICABLE),
    needs: ["allowSupersede", "isSuperseded"],
    confirm: UPDATE,
  },
  submitToLMS: {
    label: "Submit to EO & LMS Processing",
    on: only("gps", ["MANUALLY_PROCESSED"]),
    needs: ["hasNext", "nextIsIdle", "nextHasNoResult"],
    confirm: UPDATE,
  },
  // Decision 2: a cancelled LMS job may be submitted again; nothing is overwritten.
  submitLMS: {
    label: "Submit LMS",
    on: only("lms", ["NOT_COMMENCED", "CANCELLED"]),
    needs: ["currentVersion", "trajectoryDone"],
    confirm: UPDATE,
  },
  cancelLMS: {
    label: "Cancel LMS",
    on: only("lms", ["QUEUED", "RUNNING"]),
    needs: [],
    confirm: CANCEL_LMS,
  },
  submitToNextStage: {
    label: "Submit to next stage",
    on: only("lms", ["MANUALLY_PROCESSED"]),
    needs: ["hasNext", "nextIsIdle", "nextNeverRan"],
    confirm: UPDATE,
  },
  cancelJob: {
    label: "Cancel Job",
    on: only("stage", ["RUNNING"]),
    needs: [],
    confirm: UPDATE,
  },
  viewFailures: {
    label: "View failure details",
    // What failed is still known once somebody has judged it.
    on: everywhere(
      [...ENDED, "MANUAL_PROCESSING_REQUIRED", "MANUALLY_PROCESSED", "IGNORE"],
      ["COMPLETED_WITH_ERRORS", "QA_COMPLETED"],
    ),
    needs: ["hasFailures"],
  },
  // What a job still has published is looked at while it runs again, too.
  viewCloud: {
    label: "View point cloud",
    on: only("stage", APPLICABLE),
    needs: ["ranOnce", "hasOutput", "makesClouds"],
  },
  copyLink: {
    label: "Copy S3 link",
    on: everywhere(APPLICABLE),
    needs: ["ranOnce", "hasOutput"],
  },
  copyArchiveLink: { label: "Copy S3 archive link", on: everywhere(APPLICABLE), needs: [] },
  browseArchive: {
    label: "Browse archived files",
    on: everywhere(APPLICABLE),
    needs: ["archiveOpens"],
  },
} as const satisfies Readonly<Record<string, ActionRow>>;
export type JobAction = keyof typeof JOB_ACTIONS;
export const ACTIONS = Object.keys(JOB_ACTIONS) as readonly JobAction[];

/** The first need of an action that is not met, or undefined. */
export function missedNeed(action: JobAction, facts: ActionFacts): Need | undefined {
  const row: ActionRow = JOB_ACTIONS[action];
  return row.needs.map((name): Need => NEEDS[name]).find(({ met }) => !met(facts));
}

/** Whether an action is a mark set by hand, which takes a reason (decision 5; setting `requireReason`). */
export function isMark(action: JobAction, status: JobStatus): boolean {
  const row: ActionRow = JOB_ACTIONS[action];
  return row.marks?.includes(status) ?? false;
}

/** Actions by which a result counts as good enough for what comes after it. */
const APPROVALS: ReadonlySet<string> = new Set(["completeQA", "markCompleted"]);

/** Whether an action approves of a result: of one that misses a bound it takes words. */
export const isApproval = (action: string): boolean => APPROVALS.has(action);

/** Whether a job of this area and status has an action at all. */
export function isOn(action: JobAction, { area, status }: ActionFacts["job"]): boolean {
  const row: ActionRow = JOB_ACTIONS[action];
  return row.on[area].includes(status);
}
