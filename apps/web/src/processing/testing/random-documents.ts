import { ROLES, type Role } from "@swath/contract/identity";
import {
  type ClusterProcessing,
  JOB_ACTIONS,
  type JobArea,
  type JobStatus,
  type Processing,
  statusesOf,
} from "@swath/contract/processing";
import fc from "fast-check";
import type { ChangingAction } from "../actions/job-request.ts";
import { customDocument, processingDocument, stageDocument } from "./documents.ts";

/** A processing, one of its jobs, something that is done to it, and who does it. */
export interface RandomTuple {
  readonly document: Processing;
  readonly roles: readonly Role[];
  /** Of the GPS job, the LMS job and the stages, in this order. */
  readonly job: number;
  readonly action: ChangingAction;
}

const STAGES = ["PI1_MineIP1", "ICP1_MineIP1", "MiningAI3"];
const AREAS: readonly JobArea[] = ["gps", "lms", "stage", "stage", "stage"];
const NOT_CHANGING = new Set([
  "viewFailures",
  "viewCloud",
  "copyLink",
  "copyArchiveLink",
  "browseArchive",
]);

const actionsOf = (area: JobArea): ChangingAction[] =>
  Object.entries(JOB_ACTIONS).flatMap(([name, { on }]) =>
    NOT_CHANGING.has(name) || on[area].length === 0 ? [] : [name as ChangingAction],
  );

const seldom = fc.integer({ min: 0, max: 9 }).map((n) => n === 0);
const often = seldom.map((is) => !is);

/** Statuses in which nothing is resubmitted are less frequent than the list has them. */
const statusOf = (area: JobArea): fc.Arbitrary<JobStatus> =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...statusesOf(area)) },
    { weight: 3, arbitrary: fc.constantFrom<JobStatus>("COMPLETED", "FAILED", "NOT_COMMENCED") },
    { weight: 1, arbitrary: fc.constantFrom<JobStatus>("MANUALLY_PROCESSED", "IGNORE") },
  );

const jobOf = (area: JobArea) =>
  fc.record({
    status: statusOf(area),
    active: often,
    attempts: fc.integer({ min: -1, max: 2 }),
    qaUser: fc.constantFrom(null, null, "Quinn Assessor"),
    failed: fc.constantFrom(0, 2),
    output: fc.boolean(),
    allowRequireQA: fc.boolean(),
    allowManualProcessed: often,
    allowIgnoreProcessing: often,
    allowSuperseded: often,
  });
type RandomJob = typeof jobOf extends (area: JobArea) => fc.Arbitrary<infer Job> ? Job : never;

const FLAGS = [
  "allowRequireQA",
  "allowManualProcessed",
  "allowIgnoreProcessing",
  "allowSuperseded",
] as const;
const flagsOf = (job: RandomJob) =>
  Object.fromEntries(FLAGS.map((flag) => [flag, job[flag]])) as Record<
    (typeof FLAGS)[number],
    boolean
  >;

function stageOf(job: RandomJob, name: string): ClusterProcessing {
  return stageDocument({
    Name: name,
    Label: name,
    Status: job.status,
    Active: job.active,
    Attempts: job.attempts,
    QAUser: job.qaUser,
    FailedJobCount: job.failed,
    OutputS3Path: job.output ? `${name}/.attempt-1/` : null,
    ...flagsOf(job),
  });
}

function firstJobOf(Name: "GPS" | "LMS", job: RandomJob): NonNullable<Processing["GPSJob"]> {
  const { GPSJob, LMSJob } = processingDocument();
  const usual = Name === "GPS" ? GPSJob! : LMSJob!;
  return { ...usual, Active: job.active, FailedJobCount: job.failed, ...flagsOf(job) };
}

const processingFields = fc
  .record({
    DocumentMajorVersion: fc.constantFrom(1.4, 3, 3.2, 3.3, 4.2),
    ProcessingTemplate: fc.constantFrom("LiDAR", "LiDAR", "LiDAR-MiningAI", "PowerICP"),
    Active: often,
    deletedSuperseded: seldom,
    isArchived: seldom,
    eoOnly: seldom,
  })
  .map(({ eoOnly, ...fields }) =>
    Object.assign(fields, {
      CustomProcessing: customDocument({ eo_only: eoOnly }),
      archiveS3PathLiDAR: fields.isArchived ? "s3://swath-old-lidar/guid/" : null,
      ArchiveOpens: false,
      Locked: fields.ProcessingTemplate === "PowerICP",
    }),
  );

const jobs = fc.tuple(...AREAS.map(jobOf));

const tuple: fc.Arbitrary<RandomTuple> = fc
  .record({
    fields: processingFields,
    jobs,
    // Guests are few, so that most have menus.
    roles: fc
      .tuple(fc.subarray(ROLES.filter((role) => role !== "base" && role !== "guest")), seldom)
      .map(([roles, guest]): Role[] => (["base"] as Role[]).concat(roles, guest ? "guest" : [])),
    job: fc.nat({ max: AREAS.length - 1 }),
    action: fc.nat(),
  })
  .map(({ fields, jobs: [gps, lms, ...stages], roles, job, action }) => {
    const actions = actionsOf(AREAS[job]!);
    return {
      roles,
      job,
      action: actions[action % actions.length]!,
      document: processingDocument({
        ...fields,
        GPSProcStatus: gps!.status,
        GPSProcAttempts: gps!.attempts,
        GPSProcQAUser: gps!.qaUser,
        GPSOutputPath: gps!.output ? "GPS/.attempt-1/" : null,
        GPSJob: firstJobOf("GPS", gps!),
        LMSProcStatus: lms!.status,
        LMSProcAttempts: lms!.attempts,
        LMSProcQAUser: lms!.qaUser,
        LMSOutputPath: lms!.output ? "LMS/.attempt-1/" : null,
        LMSJob: firstJobOf("LMS", lms!),
        ClusterProcessing: stages.map((stage, index) => stageOf(stage, STAGES[index]!)),
      }),
    };
  });

/** Processings in every state and condition, the same for the same seed. */
export const randomTuples = (count: number, seed: number): RandomTuple[] =>
  fc.sample(tuple, { numRuns: count, seed });
