import { z } from "zod";
import { historyEntrySchema } from "../../history.ts";
import { failedFilesSchema } from "../failure-lines.ts";
import { jobMarkSchema } from "../job-facts.ts";
import { JOB_AREAS, JOB_STATUSES } from "../job-status.ts";

export const MARK_REASON_LENGTH = 1_000;

/** A letter, a digit, a sign: spaces of no width are none. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Why somebody set a mark by hand; asked for where the setting `requireReason` is on. */
export const markReasonSchema = z
  .string()
  .trim()
  .max(MARK_REASON_LENGTH)
  .regex(VISIBLE, "says nothing")
  .optional();

const instant = z.iso.datetime();
const text = z.string().nullable();
const count = z.int().nonnegative();

/** What decides a job's menu, in the words of the calls. */
const flags = {
  allowRequireQA: z.boolean(),
  allowManualProcessed: z.boolean(),
  allowIgnoreProcessing: z.boolean(),
  allowSuperseded: z.boolean(),
};

/** When a job that is under way is expected to have ended, by so many earlier runs of its stage. */
const expected = {
  ExpectedEnd: instant.nullable(),
  ExpectedFrom: count,
};

/** A cluster stage of a processing (document 3, section 3, in both of its views). */
const clusterProcessingSchema = z.object({
  Name: z.string(),
  Label: z.string(),
  Status: z.enum(JOB_STATUSES),
  /** False: this stage's result alone is superseded. */
  Active: z.boolean(),
  StatusHistory: z.object({ UpdatedDate: instant }),
  RunStartDate: instant.nullable(),
  RunEndDate: instant.nullable(),
  SucceededJobCount: count,
  FailedJobCount: count,
  FailedFiles: z.array(failedFilesSchema),
  QAUser: text,
  QAIssueDesc: text,
  QAIssueRes: text,
  /** Below the processing's folder of its bucket; null without an output. */
  OutputS3Path: text,
  Bucket: z.string(),
  DisplayQA: z.boolean(),
  status: z.enum(JOB_STATUSES),
  output: text,
  Submitted: z.object({ $date: instant }).nullable(),
  Completed: z.object({ $date: instant }).nullable(),
  total_successes: count,
  total_failures: count,
  total_numbers: count,
  ...flags,
  /** How often it ran; -1: it failed because of its inputs. */
  Attempts: z.int(),
  /** Why it waits, failed or is unavailable, in words. */
  Reason: text,
  /** Whether a measure missed its bound, and nobody has answered that yet. */
  MissedBound: z.boolean(),
  ...expected,
  Mark: jobMarkSchema.nullable(),
  /** Whether its outputs were made by a version of their instruction that was replaced since. */
  IsOutdated: z.boolean(),
});
export type ClusterProcessing = z.infer<typeof clusterProcessingSchema>;

/** What of a GPS or LMS job the record's own fields do not say. */
const firstJobSchema = z.object({
  Name: z.string(),
  Area: z.enum(JOB_AREAS),
  Active: z.boolean(),
  Reason: text,
  MissedBound: z.boolean(),
  SucceededJobCount: count,
  FailedJobCount: count,
  FailedFiles: z.array(failedFilesSchema),
  Updated: instant,
  Mark: jobMarkSchema.nullable(),
  ...flags,
  ...expected,
});

/** What of a log a custom processing is of; null for all files, or for no bound of the time. */
const customSchema = z.object({
  eo_only: z.boolean(),
  /** Of its sensor log, from 1. */
  counter: z.int(),
  gpsFiles: count.nullable(),
  rangeFiles: count.nullable(),
  /** Seconds of the GPS week. */
  gpsStartTime: z.number().nullable(),
  gpsEndTime: z.number().nullable(),
});

const shownProcessing = z.object({
  _id: z.string(),
  guid: z.string(),
  SensorID: z.string(),
  FlightID: z.string(),
  ProjectID: text,
  Aircraft: z.string(),
  Sensor: text,
  Date: instant,
  WheelsUp: instant.nullable(),
  WheelsDown: instant.nullable(),
  ProjectName: text,
  ProjectManager: text,
  ProjectStatus: text,
  Project: z.array(z.object({ ProjectID: z.string(), ProjectName: z.string(), Client: text })),
  /** Of a closed project: whether all of the flight's LiDAR data is archived. */
  archiveInPlaceCompleteLidar: z.boolean(),
  isSplitFlight: z.boolean(),
  ProjectAOINo: z.int().nullable(),
  isArchived: z.boolean(),
  /** `Kind`: whose parameters they are, by which their page is found. */
  GPSCalibrationDoc: z
    .object({ _id: z.string(), Kind: z.enum(["lidar", "imagery"]), LMSVersion: text })
    .nullable(),
  ProcessingTemplate: text,
  /** False: superseded. */
  Active: z.boolean(),
  deletedSuperseded: z.boolean(),
  CustomProcessing: customSchema.nullable(),
  GPSProcStatus: z.enum(JOB_STATUSES).nullable(),
  GPSProcAttempts: z.int(),
  GPSProcQAUser: text,
  GPSQAIssueDesc: text,
  GPSQAIssueRes: text,
  GPSRunStartDate: instant.nullable(),
  GPSRunStopDate: instant.nullable(),
  GPSOutputPath: text,
  LMSProcStatus: z.enum(JOB_STATUSES).nullable(),
  LMSProcAttempts: z.int(),
  LMSProcQAUser: text,
  LMSQAIssueDesc: text,
  LMSQAIssueRes: text,
  LMSRunStartDate: instant.nullable(),
  LMSRunStopDate: instant.nullable(),
  LMSOutputPath: text,
  archiveS3PathLiDAR: text,
  /** Whether the archive can be validated and opened; of one from before Swath its link alone is known. */
  ArchiveOpens: z.boolean(),
  DocumentMajorVersion: z.number(),
  ClusterProcessing: z.array(clusterProcessingSchema),
  BaseFolder: z.string(),
  Flights: z.array(z.object({ FlightID: z.string(), Aircraft: z.string() })),
  GPSJob: firstJobSchema.nullable(),
  LMSJob: firstJobSchema.nullable(),
  /** The bucket of its outputs, which stand below `{guid}/{job}/`. */
  Bucket: z.string(),
  /** Its template's file says that nothing of it may be resubmitted. */
  Locked: z.boolean(),
  /** Why nothing began, in words; null once something has. */
  WaitsFor: text,
  /** Of itself or of any of its jobs; what a change is compared with that names it. */
  Updated: instant,
});
/** A processing as the dashboard of the first area shows it (document 3, section 3). */
export interface Processing extends z.infer<typeof shownProcessing> {}
export const processingSchema: z.ZodType<Processing> = shownProcessing;

const day = z.string();
const shownTerrainMapperProcessing = z.object({
  _id: z.string(),
  guid: z.string(),
  ProcessingTemplate: text,
  Active: z.boolean(),
  ClusterProcessing: z.array(
    clusterProcessingSchema.extend({ label: z.string(), showSuperseded: z.boolean() }),
  ),
  metadata: z.object({
    flightId: z.string(),
    projectId: text,
    sensorId: z.string(),
    sensorName: text,
    aircraft: z.string(),
    sensor: text,
    projectStatus: text,
    projectName: text,
    projectManager: text,
    clientName: text,
    surveyDate: day,
    wheelsUp: day.nullable(),
    wheelsDown: day.nullable(),
  }),
  DocumentMajorVersion: z.number(),
  deletedSuperseded: z.boolean(),
  isArchived: z.boolean(),
  archiveS3PathLiDAR: text,
  ArchiveOpens: z.boolean(),
  Bucket: z.string(),
  Locked: z.boolean(),
  WaitsFor: text,
  Updated: instant,
});
/** A processing as the Terrain Mapper's dashboard shows it (document 3, section 3). */
export interface TerrainMapperProcessing extends z.infer<typeof shownTerrainMapperProcessing> {}
export const terrainMapperProcessingSchema: z.ZodType<TerrainMapperProcessing> =
  shownTerrainMapperProcessing;

export const TIMELINE_PAGE_SIZE = 50;

/** One event of a processing, as the audit log holds it: who, when, what, and in its facts why. */
export const timelineEntrySchema = historyEntrySchema.pick({
  id: true,
  at: true,
  action: true,
  actor: true,
  name: true,
  detail: true,
  /** Events of one call have the same. */
  requestId: true,
});
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;
