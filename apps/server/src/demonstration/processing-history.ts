import type { JobStatus } from "@swath/contract/processing";

/** What programs say of files that they fail with. */
export const FAILURES = {
  noPoints: (file: string) => `${file}: no points in the file`,
  cutOff: (file: string, n: number) => `${file}: ends at point ${1_204 * n} of ${98_304 * n}`,
  memory: (file: string, n: number) =>
    `${file}: point buffer realloc of ${3_221_225 * n} bytes failed`,
} as const;
type FailureKind = keyof typeof FAILURES;

/** What became of one job: its status, and what else differs from a first run that went well. */
export interface JobHistory {
  readonly status: JobStatus;
  readonly attempts?: number;
  readonly qa?: "completed" | "withErrors";
  /** Whether QA is still to be completed, so that nothing goes on by itself. */
  readonly awaitsQA?: true;
  readonly failures?: number;
  /** What is said of each file that failed. */
  readonly says?: FailureKind;
  /** Its measures miss bounds, those of a first attempt: its QA is due. */
  readonly missed?: true;
  readonly superseded?: true;
  /**
   * Began so many minutes before the demonstration was seeded; else what waits for a person some hours or
   * days before, and all else soon after the flight.
   */
  readonly since?: number;
}

/** Pasts of GPS, LMS and the stages; stages that are not named are as the last of them. */
export interface ProcessingHistory {
  readonly gps: JobHistory;
  readonly lms: JobHistory;
  readonly stages: readonly JobHistory[];
  /** The last stage, where it is not as those before it. */
  readonly last?: JobHistory;
  /** Whether its stages have their attempts, at most two each, with measures and pictures. */
  readonly attempts?: true;
  readonly active?: false;
  readonly deletedSuperseded?: true;
}

const at = (status: JobStatus, more: Omit<JobHistory, "status"> = {}): JobHistory => ({
  status,
  ...more,
});
const NOT_YET = at("NOT_COMMENCED");
const WELL = at("COMPLETED", { qa: "completed" });
const NOTHING_LATER = { lms: NOT_YET, stages: [NOT_YET] };
const gps = (past: JobHistory): ProcessingHistory => ({ gps: past, ...NOTHING_LATER });
const lms = (past: JobHistory): ProcessingHistory => ({ gps: WELL, lms: past, stages: [NOT_YET] });
const stages = (...past: JobHistory[]): ProcessingHistory => ({
  gps: WELL,
  lms: WELL,
  stages: past,
});
/** A stage stops here, so that those after it wait. */
const then = (past: JobHistory): ProcessingHistory => stages(at("QA_COMPLETED"), past, NOT_YET);
const MANY_FAILED = { attempts: 1, failures: 3 };
const CUT_OFF = { ...MANY_FAILED, says: "cutOff" } as const;

const TRIED = at("QA_COMPLETED", { attempts: 2 });

/** Stages with two attempts; of the last one QA is awaited, or its second attempt died. */
const tried = (last: JobHistory): ProcessingHistory => ({
  ...stages(TRIED),
  last: { ...last, attempts: 2 },
  attempts: true,
});

/** A stage waits for QA because it missed bounds, and those after it wait for that. */
const missed = (...before: JobHistory[]): ProcessingHistory => ({
  ...stages(...before, at("COMPLETED", { attempts: 1, awaitsQA: true, missed: true }), NOT_YET),
  attempts: true,
});

/** When its last stage, which runs or is queued, is expected to end is known by earlier runs. */
const underWay = (status: "RUNNING" | "QUEUED"): ProcessingHistory => ({
  ...tried(at(status)),
  last: at(status, { since: 20 }),
});

/**
 * Every status of GPS, LMS and stages, in turn. Those in between stand still: no engine knows them.
 * Where a job could go on by itself, its QA is awaited.
 */
export const PASTS: readonly ProcessingHistory[] = [
  missed(TRIED, TRIED),
  tried(at("COMPLETED", { awaitsQA: true })),
  gps(at("COMPLETED", { awaitsQA: true })),
  gps(at("FAILED", MANY_FAILED)),
  underWay("RUNNING"),
  gps(at("RUNNING")),
  then(at("COMPLETED_WITH_ERRORS", { ...CUT_OFF, awaitsQA: true })),
  lms(at("RUNNING")),
  { gps: at("IGNORE"), lms: at("QUEUED"), stages: [NOT_YET] },
  { gps: at("UNAVAILABLE"), lms: at("UNAVAILABLE"), stages: [at("UNAVAILABLE")] },
  {
    ...missed(TRIED),
    lms: at("QA_COMPLETED_WITH_ERRORS", { qa: "withErrors" }),
  },
  tried(at("FAILED", { failures: 3 })),
  gps(at("MANUAL_PROCESSING_REQUIRED")),
  tried(at("COMPLETED", { awaitsQA: true })),
  stages(at("QA_COMPLETED")),
  then(at("FAILED", CUT_OFF)),
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
  stages(at("QUEUING"), NOT_YET),
  underWay("QUEUED"),
  then(at("ON_HOLD")),
  then(at("CANCELLED")),
  gps(at("FAILED", { attempts: -1 })),
  gps(at("FAILED", { attempts: 0 })),
  gps(at("QUEUED")),
  { ...stages(at("QA_COMPLETED")), active: false },
  stages(at("QA_COMPLETED"), at("COMPLETED", { awaitsQA: true, superseded: true }), NOT_YET),
  { ...stages(at("QA_COMPLETED")), active: false, deletedSuperseded: true },
  stages(
    at("QA_COMPLETED"),
    at("COMPLETED", { attempts: 2, failures: 2, awaitsQA: true }),
    NOT_YET,
  ),
  { gps: at("IGNORE"), lms: at("UNAVAILABLE"), stages: [at("UNAVAILABLE")] },
  { gps: at("UNAVAILABLE"), lms: NOT_YET, stages: [NOT_YET] },
];

/** Of documents of the former service: all was done. */
export const FORMER_PAST: ProcessingHistory = stages(
  at("COMPLETED", { awaitsQA: true }),
  at("MANUALLY_PROCESSED"),
  at("COMPLETED", { awaitsQA: true }),
);

/** Of the project of which nothing is late: all is done. */
export const ON_TIME_PAST: ProcessingHistory = stages(at("QA_COMPLETED"));

/** Exterior orientation alone: the rest does not apply. */
export const EO_PAST: ProcessingHistory = {
  gps: at("COMPLETED", { awaitsQA: true }),
  lms: at("NOT_APPLICABLE"),
  stages: [at("NOT_APPLICABLE")],
};

/** Of custom processings that all failed alike, days ago: a node with too little memory for their stage. */
export const MEMORY_PAST: ProcessingHistory = then(
  at("FAILED", { attempts: 1, failures: 2, says: "memory", since: 4_500 }),
);
