import type { JobStatus } from "@swath/contract/processing";

/** What became of one job: its status, and what else differs from a first run that went well. */
export interface JobPast {
  readonly status: JobStatus;
  readonly attempts?: number;
  readonly qa?: "completed" | "withErrors";
  /** Whether QA is still to be completed, so that nothing goes on by itself. */
  readonly awaitsQA?: true;
  readonly failures?: number;
  readonly superseded?: true;
}

/** Pasts of GPS, LMS and the stages; stages that are not named are as the last of them. */
export interface ProcessingPast {
  readonly gps: JobPast;
  readonly lms: JobPast;
  readonly stages: readonly JobPast[];
  readonly active?: false;
  readonly deletedSuperseded?: true;
}

const at = (status: JobStatus, more: Omit<JobPast, "status"> = {}): JobPast => ({
  status,
  ...more,
});
const NOT_YET = at("NOT_COMMENCED");
const WELL = at("COMPLETED", { qa: "completed" });
const NOTHING_LATER = { lms: NOT_YET, stages: [NOT_YET] };
const gps = (past: JobPast): ProcessingPast => ({ gps: past, ...NOTHING_LATER });
const lms = (past: JobPast): ProcessingPast => ({ gps: WELL, lms: past, stages: [NOT_YET] });
const stages = (...past: JobPast[]): ProcessingPast => ({ gps: WELL, lms: WELL, stages: past });
/** A stage stops here, so that those after it wait. */
const then = (past: JobPast): ProcessingPast => stages(at("QA_COMPLETED"), past, NOT_YET);
const MANY_FAILED = { attempts: 1, failures: 3 };

/**
 * Every status of GPS, LMS and stages, in turn. Those in between stand still: no engine knows them.
 * Where a job could go on by itself, its QA is awaited.
 */
export const PASTS: readonly ProcessingPast[] = [
  stages(at("QA_COMPLETED")),
  gps(at("COMPLETED", { awaitsQA: true })),
  gps(at("FAILED", MANY_FAILED)),
  then(at("RUNNING")),
  gps(at("RUNNING")),
  then(at("COMPLETED_WITH_ERRORS", { ...MANY_FAILED, awaitsQA: true })),
  lms(at("RUNNING")),
  stages(at("COMPLETED", { awaitsQA: true }), NOT_YET),
  gps(at("MANUAL_PROCESSING_REQUIRED")),
  then(at("FAILED", MANY_FAILED)),
  { gps: at("MANUALLY_PROCESSED"), ...NOTHING_LATER },
  {
    gps: at("QA_COMPLETED_WITH_ERRORS", { qa: "withErrors" }),
    lms: at("IGNORE"),
    stages: [
      at("QA_COMPLETED_WITH_ERRORS", { qa: "withErrors" }),
      at("IGNORE"),
      at("MANUALLY_PROCESSED"),
    ],
  },
  lms(at("CANCELLED")),
  lms(at("FAILED", MANY_FAILED)),
  lms(at("MANUALLY_PROCESSED")),
  lms(at("MANUAL_PROCESSING_REQUIRED")),
  stages(at("PREQUEUE"), NOT_YET),
  {
    gps: WELL,
    lms: at("QA_COMPLETED_WITH_ERRORS", { qa: "withErrors" }),
    stages: [at("QUEUING"), NOT_YET],
  },
  stages(at("QUEUED"), NOT_YET),
  then(at("ON_HOLD")),
  then(at("CANCELLED")),
  gps(at("FAILED", { attempts: -1 })),
  gps(at("FAILED", { attempts: 0 })),
  { gps: at("IGNORE"), lms: at("QUEUED"), stages: [NOT_YET] },
  gps(at("QUEUED")),
  { ...stages(at("QA_COMPLETED")), active: false },
  stages(at("QA_COMPLETED"), at("COMPLETED", { awaitsQA: true, superseded: true }), NOT_YET),
  { gps: at("UNAVAILABLE"), lms: at("UNAVAILABLE"), stages: [at("UNAVAILABLE")] },
  { ...stages(at("QA_COMPLETED")), active: false, deletedSuperseded: true },
  stages(
    at("QA_COMPLETED"),
    at("COMPLETED", { attempts: 2, failures: 2, awaitsQA: true }),
    NOT_YET,
  ),
];

/** Of documents of the former service: all was done. */
export const FORMER_PAST: ProcessingPast = stages(
  at("COMPLETED", { awaitsQA: true }),
  at("MANUALLY_PROCESSED"),
  at("COMPLETED", { awaitsQA: true }),
);

/** Exterior orientation alone: the rest does not apply. */
export const EO_PAST: ProcessingPast = {
  gps: at("COMPLETED", { awaitsQA: true }),
  lms: at("NOT_APPLICABLE"),
  stages: [at("NOT_APPLICABLE")],
};
