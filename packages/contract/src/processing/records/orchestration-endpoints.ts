import { z } from "zod";
import { endpoint } from "../../endpoint.ts";
import { seenSchema } from "../../filters.ts";
import { hexIdSchema } from "../../ids/id-schemas.ts";
import { stageNameSchema } from "../stage-file.ts";
import {
  markReasonSchema as Reason,
  processingSchema,
  terrainMapperProcessingSchema,
} from "./processing.ts";

const process_id = hexIdSchema;
/** A job's name: a stage's, `GPS` or `LMS`. */
const cluster_name = stageNameSchema;
/** The same, or the path of its output. */
const cluster_output = z.string().min(1).max(1_024);
const issue = z.string().trim().min(1).max(4_000);
/** Whose name is recorded is decided by the bearer; a caller's is accepted and not used. */
const user = z.string().max(200).optional();

const change = {
  services: ["orchestration"] as const,
  permission: "changeProcessings" as const,
  query: seenSchema,
  /** In the shape of the dashboard that the processing belongs to. */
  reply: z.union([processingSchema, terrainMapperProcessingSchema]),
} as const;

/** The calls of the orchestration service, on a job of a processing (document 3, section 7). */
export const orchestrationEndpoints = {
  completeQAWithErrors: endpoint("PUT", "/qawitherrors", {
    ...change,
    summary: "QA is completed, with an issue and its resolution",
    body: z.strictObject({ QAIssueDesc: issue, QAIssueRes: issue, process_id, cluster_name, user }),
  }),
  markIgnored: endpoint("PUT", "/ignore", {
    ...change,
    summary: "The job is ignored: what follows does not wait for it",
    body: z.strictObject({ Ignore: z.literal(true), process_id, cluster_name, Reason }),
  }),
  markManuallyProcessed: endpoint("PUT", "/manuallyprocessed", {
    ...change,
    summary: "The job was done by hand",
    body: z.strictObject({ ManuallyProcessed: z.literal(true), process_id, cluster_name, Reason }),
  }),
  completeQA: endpoint("PUT", "/qa", {
    ...change,
    summary:
      "QA is completed; of what misses a bound with the reviewer's words, else BOUNDS_MISSED",
    body: z.strictObject({ process_id, cluster_name, user, Reason }),
  }),
  undoQA: endpoint("PUT", "/undoqa", {
    ...change,
    summary: "Takes QA back, by its reviewer or an administrator, before the next stage begins",
    body: z.strictObject({ process_id, cluster_name, Reason }),
  }),
  markSuperseded: endpoint("PUT", "/marksuperseded", {
    ...change,
    summary: "A job's result is superseded, or utilised again",
    body: z.strictObject({ Active: z.boolean(), process_id, cluster_name, Reason }),
  }),
  markCompleted: endpoint("PUT", "/completed", {
    ...change,
    summary: "A job that failed counts as completed",
    body: z.strictObject({ process_id, cluster_name, Reason }),
  }),
  resubmitJob: endpoint("PUT", "/resubmit", {
    ...change,
    permission: "resubmitProcessings",
    summary: "Resubmits a job; the jobs that need it run again",
    body: z.strictObject({
      process_id,
      cluster_output,
      user,
      /** Must be the bearer's own where it is given; neither stored nor logged. */
      token: z.string().max(16_384).optional(),
    }),
  }),
  cancelJob: endpoint("PUT", "/cancel", {
    ...change,
    summary: "Cancels a running stage",
    body: z.strictObject({ process_id, cluster_output }),
  }),
} as const;
