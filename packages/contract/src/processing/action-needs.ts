import { may } from "../identity/roles.ts";
import { type ActionFacts, isFormer, isLocked, lacksResubmit } from "./job-facts.ts";
import { isRunning, type JobStatus } from "./job-status.ts";

/**
 * Something that an action needs. Where it is missed a menu leaves the action out, shows it disabled,
 * or lets it be chosen and a dialog says only why it cannot be done.
 */
export interface Need {
  readonly met: (facts: ActionFacts) => boolean;
  readonly reason: string;
  readonly shown?: "disabled" | "explained";
}

const need = (reason: string, met: Need["met"], shown?: Need["shown"]): Need => ({
  met,
  reason,
  ...(shown && { shown }),
});

const mayResubmit = (roles: ActionFacts["roles"]): boolean =>
  roles.some((role) => ["resubmit", "leader", "admin"].includes(role));
/** Of a job that never ran to an end: submitting it overwrites nothing. */
const WITHOUT_RESULT: ReadonlySet<JobStatus> = new Set(["NOT_COMMENCED", "CANCELLED"]);
const EO_ONLY = "Exterior orientation is all that was processed";

/** Stages that publish points with an octree, which are looked at by parts. */
export const CLOUD_STAGES: ReadonlySet<string> = new Set(["ICP2_MineIP1", "MiningAI3"]);

export const NEEDS = {
  formerVersion: need("Versions above 3 are resubmitted job by job", ({ processing }) =>
    isFormer(processing),
  ),
  currentVersion: need(
    "Versions up to 3 are processed by the former service",
    ({ processing }) => !isFormer(processing),
  ),
  notLocked: need("The template is locked", ({ processing }) => !isLocked(processing), "disabled"),
  nothingRuns: need(
    "A job of this processing is queued or running",
    ({ processing }) => !processing.statuses.some(isRunning),
    "disabled",
  ),
  resubmitGroup: need(
    "Only members of the resubmit groups may resubmit",
    ({ roles }) => mayResubmit(roles),
    "disabled",
  ),
  // Document 3, section 8, word for word.
  resubmittable: need(
    "Resubmission unavailabe due to folder structure changes, contact support.",
    ({ processing, job }) => job.area !== "stage" || !lacksResubmit(processing),
    "explained",
  ),
  archiveOpens: need(
    "It was archived before Swath: only its link is known",
    ({ processing }) => processing.archiveOpens !== false,
    "disabled",
  ),
  requireQA: need("QA is not asked for", ({ job }) => job.requireQA),
  hasQAUser: need("Nobody has completed its QA", ({ job }) => job.qaUser !== null),
  nothingAfterBegan: need("The next stage has begun", ({ job }) => !job.laterBegan, "disabled"),
  ownQAOrAdmin: need(
    "Only its reviewer, or an administrator, takes QA back",
    ({ job, roles }) => job.ownQA || may(roles, "reopenQA"),
  ),
  noQAUser: need("QA was completed before", ({ job }) => job.qaUser === null),
  notEOOnly: need(EO_ONLY, ({ processing }) => !processing.eoOnly),
  notEOOnlyWhereCompleted: need(
    EO_ONLY,
    ({ processing, job }) => !processing.eoOnly || job.status !== "COMPLETED",
  ),
  allowManual: need("The stage may not be marked as manually processed", ({ job }) =>
    job.allow.includes("manual"),
  ),
  allowIgnore: need("The stage may not be ignored", ({ job }) => job.allow.includes("ignore")),
  allowSupersede: need("The stage may not be superseded", ({ job }) =>
    job.allow.includes("supersede"),
  ),
  isActive: need(
    "It is superseded already",
    ({ processing, job }) => processing.active && job.active,
  ),
  isSuperseded: need(
    "It is not superseded",
    ({ processing, job }) => !processing.active || !job.active,
  ),
  trajectoryDone: need(
    "The trajectory is not done, or its QA is not completed",
    ({ processing }) => processing.trajectoryDone,
  ),
  hasNext: need("The template has no further job", ({ job }) => job.next !== null),
  nextIsIdle: need(
    "The next job is queued, running or unavailable",
    ({ job: { next } }) =>
      next !== null && !isRunning(next.status) && next.status !== "UNAVAILABLE",
    "disabled",
  ),
  nextNeverRan: need(
    "The next stage was submitted before: resubmit it",
    ({ job: { next } }) => next !== null && next.attempts <= 0,
    "disabled",
  ),
  nextHasNoResult: need(
    "Only members of the resubmit groups may overwrite the LMS result",
    ({ job: { next }, roles }) =>
      next === null || WITHOUT_RESULT.has(next.status) || mayResubmit(roles),
    "disabled",
  ),
  hasFailures: need("No task failed", ({ job }) => job.failed > 0),
  hasOutput: need("There is no output", ({ job }) => job.hasOutput),
  makesClouds: need("The stage makes no point cloud", ({ job }) => CLOUD_STAGES.has(job.name)),
  ranOnce: need(
    "It never ran",
    ({ job }) => job.status !== "FAILED" || job.attempts >= 1,
    "disabled",
  ),
} as const satisfies Record<string, Need>;
export type NeedName = keyof typeof NEEDS;

/** What a need says where it is not met. */
export const needReason = (name: NeedName): string => NEEDS[name].reason;
