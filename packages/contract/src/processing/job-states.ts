import { type StateTable, stateTable, type Transition, transitionsFrom } from "../state-table.ts";
import { type JobArea, type JobStatus, statusesOf } from "./job-status.ts";

/** Who brings an event about: a person by an action, or the server by what a compute engine reports. */
export type JobActor = "person" | "server";

const rows = <Event extends string>(
  from: readonly JobStatus[],
  event: Event,
  to: JobStatus,
  actor: JobActor = "server",
): Transition<JobStatus, Event, JobActor>[] =>
  transitionsFrom<JobStatus, Event, JobActor>(from, event, to, actor);

const RUNS: readonly JobStatus[] = ["QUEUED", "RUNNING", "ON_HOLD"];
const SUBMITTED: readonly JobStatus[] = ["PREQUEUE", "QUEUING", ...RUNS];
const DONE: readonly JobStatus[] = ["COMPLETED", "COMPLETED_WITH_ERRORS"];
const JUDGED: readonly JobStatus[] = [
  "QA_COMPLETED",
  "QA_COMPLETED_WITH_ERRORS",
  "MANUALLY_PROCESSED",
  "IGNORE",
];
const STOPPED: readonly JobStatus[] = ["FAILED", "CANCELLED", "MANUAL_PROCESSING_REQUIRED"];
const ENDED: readonly JobStatus[] = [...DONE, ...JUDGED, ...STOPPED];

/** What a compute engine's reports lead to. */
const RUN_ROWS = [
  ...rows(["PREQUEUE"], "submit", "QUEUING"),
  ...rows(["QUEUING"], "accept", "QUEUED"),
  ...rows(["QUEUING", "QUEUED", "ON_HOLD"], "start", "RUNNING"),
  ...rows(["QUEUED", "RUNNING"], "hold", "ON_HOLD"),
  ...rows(["ON_HOLD"], "release", "QUEUED"),
  ...rows(["QUEUING", ...RUNS], "succeed", "COMPLETED"),
  ...rows(["QUEUING", ...RUNS], "finishWithErrors", "COMPLETED_WITH_ERRORS"),
  ...rows(SUBMITTED, "fail", "FAILED"),
  ...rows(["QUEUING", ...RUNS], "requireManual", "MANUAL_PROCESSING_REQUIRED"),
  ...rows(["NOT_COMMENCED", ...SUBMITTED], "lackProgram", "UNAVAILABLE"),
  ...rows(["UNAVAILABLE"], "restore", "NOT_COMMENCED"),
  ...rows([...ENDED, "PREQUEUE"], "reset", "NOT_COMMENCED"),
];

/** What a person decides of a job (document 3, section 4.2). */
const PERSON_ROWS = [
  ...rows(DONE, "completeWithErrors", "QA_COMPLETED_WITH_ERRORS", "person"),
  ...rows(
    [...DONE, "FAILED", "QA_COMPLETED_WITH_ERRORS", "MANUAL_PROCESSING_REQUIRED"],
    "markManuallyProcessed",
    "MANUALLY_PROCESSED",
    "person",
  ),
  ...rows([...DONE, "FAILED", "QA_COMPLETED_WITH_ERRORS"], "markIgnored", "IGNORE", "person"),
  ...rows(["FAILED"], "markCompleted", "COMPLETED", "person"),
];

/** QA that is taken back: the job is what it was before. */
const reopened = (from: readonly JobStatus[]) => [
  ...rows(from, "reopen", "COMPLETED", "person"),
  ...rows(from, "reopenWithErrors", "COMPLETED_WITH_ERRORS", "person"),
  ...rows(from, "reopenFailed", "FAILED", "person"),
];

const RESTORED_FROM: readonly JobStatus[] = [...DONE, ...JUDGED, "FAILED"];

/** By an earlier attempt's outputs a job is what that attempt left: others' QA was of other outputs. */
const RESTORE_ROWS = [
  ...rows(RESTORED_FROM, "restoreOutputs", "COMPLETED", "person"),
  ...rows(RESTORED_FROM, "restoreWithErrors", "COMPLETED_WITH_ERRORS", "person"),
  ...rows(RESTORED_FROM, "restoreForManual", "MANUAL_PROCESSING_REQUIRED", "person"),
];

const ORDERED_FROM: readonly JobStatus[] = ["NOT_COMMENCED", ...ENDED];

/** A GPS or LMS job is QUEUED from its order on; its QA is a COMPLETED one with a QA user. */
const FIRST_ROWS = [
  ...RUN_ROWS,
  ...PERSON_ROWS,
  ...RESTORE_ROWS,
  ...rows(ORDERED_FROM, "order", "QUEUED"),
  ...rows(RUNS, "lose", "QUEUED"),
  ...rows(RUNS, "interrupt", "QUEUED"),
  ...rows(["COMPLETED", "FAILED"], "completeQA", "COMPLETED", "person"),
  ...reopened(["COMPLETED", "QA_COMPLETED_WITH_ERRORS"]),
];

const LMS_ROWS = [...FIRST_ROWS, ...rows(["QUEUED", "RUNNING"], "cancel", "CANCELLED", "person")];
const STAGE_ROWS = [
  ...RUN_ROWS,
  ...PERSON_ROWS,
  ...RESTORE_ROWS,
  ...rows(ORDERED_FROM, "order", "PREQUEUE"),
  ...rows(["QUEUED", "RUNNING", "ON_HOLD"], "lose", "QUEUING"),
  // What is left of the run is lost with its folder, as by a restore: the job is ordered once more.
  ...rows(["QUEUING", ...RUNS], "interrupt", "PREQUEUE"),
  ...rows([...DONE, "FAILED"], "completeQA", "QA_COMPLETED", "person"),
  ...reopened(["QA_COMPLETED", "QA_COMPLETED_WITH_ERRORS"]),
  ...rows(["RUNNING"], "cancel", "CANCELLED", "person"),
  // What an instruction is needed for applies from a project's first one on.
  ...rows(["NOT_APPLICABLE"], "apply", "NOT_COMMENCED"),
];

export type JobEvent = (typeof LMS_ROWS | typeof STAGE_ROWS)[number]["event"];

/** A table of the rows that keep to the statuses of an area's jobs. */
function tableOf(
  area: JobArea,
  table: readonly Transition<JobStatus, JobEvent, JobActor>[],
): StateTable<JobStatus, JobEvent, JobActor> {
  const known = new Set(statusesOf(area));
  return stateTable(table.filter(({ from, to }) => known.has(from) && known.has(to)));
}

/** The states of a processing's jobs (document 3, section 4): one table for each area of them. */
export const JOB_STATES: Readonly<Record<JobArea, StateTable<JobStatus, JobEvent, JobActor>>> = {
  gps: tableOf("gps", FIRST_ROWS),
  lms: tableOf("lms", LMS_ROWS),
  stage: tableOf("stage", STAGE_ROWS),
};
