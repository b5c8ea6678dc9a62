/** A processing's jobs: the trajectory (GPS & EO), the point cloud (LMS), and each cluster stage. */
export const JOB_AREAS = ["gps", "lms", "stage"] as const;
export type JobArea = (typeof JOB_AREAS)[number];

/**
 * `rest`: nothing was asked for; `active`: a run is wanted or under way; `waiting`: for a person;
 * `ended`: a run ended; `judged`: a person decided how it goes on.
 */
type StatusKind = "rest" | "active" | "waiting" | "ended" | "judged";

interface StatusFacts {
  readonly areas: readonly JobArea[];
  readonly kind: StatusKind;
}

const at = <const A extends readonly JobArea[]>(kind: StatusKind, areas: A) => ({ kind, areas });
const ALL = JOB_AREAS;
const STAGE = ["stage"] as const;

/** Every status that is stored of a job (document 3, section 4.1), and the areas whose jobs have it. */
export const JOB_STATUS = {
  NOT_APPLICABLE: at("rest", ["lms", "stage"]),
  NOT_COMMENCED: at("rest", ALL),
  PREQUEUE: at("active", STAGE),
  QUEUING: at("active", STAGE),
  QUEUED: at("active", ALL),
  RUNNING: at("active", ALL),
  ON_HOLD: at("active", STAGE),
  COMPLETED: at("ended", ALL),
  COMPLETED_WITH_ERRORS: at("ended", STAGE),
  FAILED: at("ended", ALL),
  CANCELLED: at("ended", ["lms", "stage"]),
  QA_COMPLETED: at("judged", STAGE),
  QA_COMPLETED_WITH_ERRORS: at("judged", ALL),
  MANUAL_PROCESSING_REQUIRED: at("waiting", ["gps", "lms"]),
  MANUALLY_PROCESSED: at("judged", ALL),
  IGNORE: at("judged", ALL),
  UNAVAILABLE: at("rest", ALL),
} as const satisfies Readonly<Record<string, StatusFacts>>;
export type JobStatus = keyof typeof JOB_STATUS;
export const JOB_STATUSES = Object.keys(JOB_STATUS) as [JobStatus, ...JobStatus[]];

/** The statuses that jobs of an area have, in the table's order. */
export const statusesOf = (area: JobArea): readonly JobStatus[] =>
  JOB_STATUSES.filter((status) => (JOB_STATUS[status].areas as readonly JobArea[]).includes(area));

/** Whether a job of this status keeps its processing from being resubmitted (document 3, section 4.1). */
export const isRunning = (status: JobStatus): boolean => JOB_STATUS[status].kind === "active";

/** Whether what comes after a job may start: it is judged, or completed without QA being due. */
export const isJobDone = (status: JobStatus, isQADue: boolean): boolean =>
  JOB_STATUS[status].kind === "judged" || (status === "COMPLETED" && !isQADue);

/** Whether a job of this status has begun, or ended: what was only asked for can be withdrawn. */
export const hasBegun = (status: JobStatus): boolean =>
  JOB_STATUS[status].kind !== "rest" && status !== "PREQUEUE";

const ENDED_WELL: ReadonlySet<JobStatus> = new Set(["COMPLETED", "COMPLETED_WITH_ERRORS"]);

/** Whether a job holds what comes after it until somebody has completed its QA. */
export const holdsForQA = ({
  status,
  requireQA,
  qaUser,
}: {
  readonly status: JobStatus;
  readonly requireQA: boolean;
  readonly qaUser: string | null;
}): boolean => ENDED_WELL.has(status) && requireQA && qaUser === null;
