import { z } from "zod";
import { endpoint } from "../../endpoint.ts";
import { hexIdSchema } from "../../ids/id-schemas.ts";
import { pageSchema, rowsSchema, seenSchema } from "../../filters.ts";
import { JOB_STATUSES } from "../job-status.ts";
import { stageNameSchema } from "../stage-file.ts";
import { processingQuerySchema, terrainMapperQuerySchema } from "./processing-query.ts";
import {
  markReasonSchema,
  processingSchema,
  terrainMapperProcessingSchema,
  TIMELINE_PAGE_SIZE,
  timelineEntrySchema,
} from "./processing.ts";

const params = z.object({ processingId: hexIdSchema });
const issue = z.string().trim().min(1).max(4_000);
const user = z.string().max(200).optional();
/** Empty where a client clears it: what is submitted again has no QA. */
const text = z.string().trim().max(4_000).optional();

/** Fields that a caller may set of a processing, and what they stand for (decision 10). */
const changedFieldsSchema = z.strictObject({
  GPSProcStatus: z.enum(JOB_STATUSES).optional(),
  LMSProcStatus: z.enum(JOB_STATUSES).optional(),
  /** Whose name is recorded is decided by the bearer; a caller's is accepted and not used. */
  GPSProcQAUser: user,
  LMSProcQAUser: user,
  GPSQAIssueDesc: text,
  GPSQAIssueRes: text,
  LMSQAIssueDesc: text,
  LMSQAIssueRes: text,
  /** Accepted and not used: the server counts. */
  GPSProcAttempts: z.int().optional(),
  LMSProcAttempts: z.int().optional(),
  Active: z.boolean().optional(),
  Reason: markReasonSchema,
  Updated: z.iso.datetime().optional(),
});
export type ChangedFields = z.infer<typeof changedFieldsSchema>;

/** Actions of a GPS or LMS job by a path of its own, `PUT processing/{id}/{action}`. */
export const FIRST_JOB_ACTIONS = [
  "qa",
  "qawitherrors",
  "manuallyprocessed",
  "ignore",
  "completed",
  "marksuperseded",
  "markutilised",
] as const;

const actionBodySchema = z
  .strictObject({
    job: z.enum(["GPS", "LMS"]).default("GPS"),
    QAIssueDesc: issue.optional(),
    QAIssueRes: issue.optional(),
    Reason: markReasonSchema,
  })
  .prefault({});

const change = {
  services: ["processing"] as const,
  permission: "changeProcessings" as const,
  query: seenSchema,
  params,
  reply: processingSchema,
} as const;
const resubmission = { ...change, permission: "resubmitProcessings" } as const;

/** What a resubmission of a job would overwrite: its own result, and those of the jobs that need it. */
const resubmitImpactSchema = z.object({
  /** Why it is refused now; null where it may be done. */
  Refusal: z.string().nullable(),
  Overwritten: z.array(
    z.object({
      Name: z.string(),
      Label: z.string(),
      Status: z.enum(JOB_STATUSES),
      Attempts: z.int(),
      RunStartDate: z.iso.datetime().nullable(),
      RunEndDate: z.iso.datetime().nullable(),
      /** How long its last run took. */
      Seconds: z.number().nonnegative().nullable(),
      SucceededJobCount: z.int().nonnegative(),
      QAUser: z.string().nullable(),
      OutputS3Path: z.string().nullable(),
    }),
  ),
  /** Labels of the jobs that keep their results. */
  Kept: z.array(z.string()),
  /** Of all that is overwritten together. */
  Seconds: z.number().nonnegative(),
  /** The state of the record that this is said of. */
  Updated: z.iso.datetime(),
});
export type ResubmitImpact = z.infer<typeof resubmitImpactSchema>;

const reading = { services: ["processing"], permission: "readProcessings" } as const;
const looking = { services: ["processing"], permission: "changeProcessings" } as const;

/** The calls of the processing service (document 3, section 7). */
export const processingEndpoints = {
  listProcessings: endpoint("GET", "/processing", {
    ...reading,
    summary:
      "A page of processings; x-total-count holds how many there are, 10001 for more than 10000",
    cache: { changesWith: "processings" },
    query: processingQuerySchema,
    reply: z.array(processingSchema),
  }),
  readProcessing: endpoint("GET", "/processing/:processingId", {
    ...reading,
    summary: "One processing",
    params,
    reply: processingSchema,
  }),
  readTimeline: endpoint("GET", "/processing/:processingId/timeline", {
    ...looking,
    summary: "What happened to a processing, latest first; x-total-count holds how many events",
    params,
    query: z.strictObject({
      page: pageSchema,
      pageSize: rowsSchema(200, TIMELINE_PAGE_SIZE),
      job: stageNameSchema.optional(),
    }),
    reply: z.array(timelineEntrySchema),
  }),
  readResubmitImpact: endpoint("GET", "/processing/:processingId/:name/impact", {
    ...looking,
    summary: "What a resubmission of a job would overwrite, and how long that took",
    params: params.extend({ name: stageNameSchema }),
    reply: resubmitImpactSchema,
  }),
  changeProcessing: endpoint("PUT", "/processing/:processingId", {
    ...change,
    summary: "Changes the status of the GPS or LMS job, as an action of its menu does",
    body: changedFieldsSchema,
  }),
  updateProcessing: endpoint("PUT", "/processing/:processingId/update", {
    ...change,
    summary: "The same",
    body: changedFieldsSchema,
  }),
  actOnFirstJob: endpoint("PUT", "/processing/:processingId/:name", {
    ...change,
    summary: "An action of the GPS or LMS job",
    params: params.extend({ name: z.enum(FIRST_JOB_ACTIONS) }),
    body: actionBodySchema,
  }),
  resubmitStage: endpoint("PUT", "/processing/:processingId/:name/submit", {
    ...resubmission,
    summary:
      "Resubmits a cluster stage of a document up to version 3; the jobs that need it run again",
    params: params.extend({ name: stageNameSchema }),
  }),
  submitLMS: endpoint("PUT", "/processing/:processingId/lms/submit", {
    ...change,
    summary: "Submits the LMS job, or submits it again",
  }),
  cancelLMS: endpoint("PUT", "/processing/:processingId/lms/cancel", {
    ...change,
    summary: "Cancels the LMS job",
  }),
  reprocessManualGPS: endpoint("PUT", "/processing/:processingId/manual_gps_eo_reprocess", {
    ...change,
    summary: "Goes on to EO and LMS with a trajectory that was processed by hand",
  }),
  submitFirstStage: endpoint("GET", "/processing/:processingId/cluster_pipeline/first_submit", {
    ...change,
    summary: "Submits the first cluster stage; once it is submitted this changes nothing",
  }),
  putFirstStage: endpoint("PUT", "/processing/:processingId/cluster_pipeline/first_submit", {
    ...change,
    summary: "The same",
  }),
} as const;

/** The call of the Terrain Mapper service. */
export const terrainMapperEndpoints = {
  listTerrainMapperProcessings: endpoint("GET", "/processing", {
    services: ["terrain-mapper"],
    permission: "readTerrainMapper",
    summary:
      "A page of the Terrain Mapper's processings, and how many there are, 10001 for more than 10000",
    cache: { changesWith: "processings" },
    query: terrainMapperQuerySchema,
    reply: z.object({ documents: z.array(terrainMapperProcessingSchema), count: z.int() }),
  }),
} as const;
