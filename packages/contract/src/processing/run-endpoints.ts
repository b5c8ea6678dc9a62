import { z } from "zod";
import { flightIdSchema } from "../ids/id-schemas.ts";
import { pageSchema, rowsSchema, seenSchema } from "../filters.ts";
import { endpoint } from "../endpoint.ts";
import { downloadSchema } from "../explorer.ts";
import { preflightSchema } from "./preflight.ts";
import {
  attemptDifferencesSchema,
  attemptFileSchema,
  attemptSchema,
  capacitySchema,
  flightRunsSchema,
  logPieceSchema,
  openTasksSchema,
  orderBodySchema,
  runningJobSchema,
  runTaskRowSchema,
} from "./runs.ts";
import { stageNameSchema } from "./stage-file.ts";

/** Most bytes of a log that one call answers. */
const LOG_PIECE_BYTES = 262_144;

const processingIdSchema = z.string().regex(/^[0-9A-Za-z-]{1,40}$/, "must be an identifier");
const job = z.object({ processingId: processingIdSchema, job: stageNameSchema });
const attemptNumber = z.coerce.number<string>().int().min(1).max(1_000_000);
const attempt = job.extend({ attempt: attemptNumber });
const read = { services: ["processing"] as const, permission: "readProcessings" as const };

/** Runs of processing jobs: what is under way, what attempts left, and what the engine could take. */
export const runEndpoints = {
  readFlightRuns: endpoint("GET", "/runs/flights/:flightId", {
    ...read,
    summary: "The processings of a flight, their jobs, and each one's latest attempt",
    params: z.object({ flightId: flightIdSchema }),
    reply: flightRunsSchema,
  }),
  orderJob: endpoint("POST", "/runs/:processingId/:job", {
    services: ["processing"],
    permission: "resubmitProcessings",
    summary:
      "Orders a run of a job, with parameters of its stage, or of some tasks; jobs that need it run again",
    params: job,
    query: seenSchema,
    body: orderBodySchema,
    reply: runningJobSchema,
  }),
  readPreflight: endpoint("GET", "/processing/:processingId/:name/preflight", {
    services: ["processing"],
    permission: "changeProcessings",
    summary: "What a job would find if it were ordered now, its parameters, and what failed of it",
    params: z.object({ processingId: processingIdSchema, name: stageNameSchema }),
    reply: preflightSchema,
  }),
  listAttempts: endpoint("GET", "/runs/:processingId/:job", {
    ...read,
    summary: "The attempts of a job, latest first",
    params: job,
    reply: z.array(attemptSchema),
  }),
  listAttemptTasks: endpoint("GET", "/runs/:processingId/:job/:attempt/tasks", {
    ...read,
    summary: "The tasks of an attempt that ended, those that failed first; x-total-count: how many",
    params: attempt,
    query: z.strictObject({
      page: pageSchema,
      pageSize: rowsSchema(1_000, 100),
    }),
    reply: z.array(runTaskRowSchema),
  }),
  listOpenTasks: endpoint("GET", "/runs/:processingId/:job/:attempt/open-tasks", {
    ...read,
    summary: "The tasks of an attempt that have not ended, those under way first, 100 at most",
    params: attempt,
    reply: openTasksSchema,
  }),
  readTaskLog: endpoint("GET", "/runs/:processingId/:job/:attempt/log", {
    ...read,
    summary: "A range of bytes of a task's log, while it is written too",
    params: attempt,
    query: z.strictObject({
      task: z.string().min(1).max(100),
      start: z.coerce.number<number>().int().min(0).default(0),
      length: z.coerce.number<number>().int().min(1).max(LOG_PIECE_BYTES).default(65_536),
    }),
    reply: logPieceSchema,
  }),
  listAttemptFiles: endpoint("GET", "/runs/:processingId/:job/:attempt/files", {
    ...read,
    summary: "The outputs of an attempt, all or those of one kind, such as previews",
    params: attempt,
    query: z.strictObject({ kind: z.string().max(32).optional() }),
    reply: z.array(attemptFileSchema),
  }),
  readAttemptFile: endpoint("GET", "/runs/:processingId/:job/:attempt/file", {
    ...read,
    summary: "The address that a preview, report or vector file of an attempt is fetched from",
    params: attempt,
    query: z.strictObject({ path: z.string().min(1).max(1_024) }),
    reply: downloadSchema,
  }),
  downloadAttemptFile: endpoint("POST", "/runs/:processingId/:job/:attempt/download", {
    services: ["processing"],
    permission: "downloadObject",
    summary: "A short-lived address of any output of an attempt; the download is recorded",
    params: attempt,
    body: z.strictObject({ path: z.string().min(1).max(1_024) }),
    reply: downloadSchema,
  }),
  compareAttempts: endpoint("GET", "/runs/:processingId/:job/:attempt/differences", {
    ...read,
    summary:
      "What differs between two attempts of a job: parameters, tools, times, measures, files",
    params: attempt,
    query: z.strictObject({ with: z.coerce.number<number>().int().min(1) }),
    reply: attemptDifferencesSchema,
  }),
  restoreAttempt: endpoint("PUT", "/runs/:processingId/:job/:attempt/restore", {
    services: ["processing"],
    permission: "resubmitProcessings",
    summary: "Makes the outputs of an earlier attempt the job's again; later jobs are set back",
    params: attempt,
    reply: attemptSchema,
  }),
  readCapacity: endpoint("GET", "/compute", {
    ...read,
    summary: "What the compute engine could take, and what waits for it",
    reply: capacitySchema,
  }),
} as const;
