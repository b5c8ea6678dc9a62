import { type ActionFacts, isFormer } from "../job-facts.ts";
import { JOB_ACTIONS } from "../job-actions.ts";
import { refusalOf } from "../offered-actions.ts";
import { z } from "zod";
import { endpoint } from "../../endpoint.ts";
import { hexIdSchema } from "../../ids/id-schemas.ts";
import { stageNameSchema } from "../stage-file.ts";
import { markReasonSchema } from "./processing.ts";
import { processingQuerySchema, terrainMapperQuerySchema } from "./processing-query.ts";

/** The actions that are done to many jobs in one call, by the names of the table or by one of two. */
export const BULK_ACTIONS = [
  "resubmit",
  "completeQA",
  "completeQAWithErrors",
  "undoQA",
  "markManuallyProcessed",
  "markIgnored",
  "markCompleted",
  "markSuperseded",
  "markUtilised",
  "cancel",
] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];
type ChangingAction = Exclude<BulkAction, "cancel"> | "resubmitJob" | "cancelLMS" | "cancelJob";

const tableAction = (action: BulkAction): ChangingAction => {
  if (action === "resubmit") return "resubmitJob";
  return action === "cancel" ? "cancelJob" : action;
};
/** In a menu: that of the table, of a job whose name is not known. */
export const BULK_LABELS = Object.fromEntries(
  BULK_ACTIONS.map((action) => [action, JOB_ACTIONS[tableAction(action)].label]),
) as Readonly<Record<BulkAction, string>>;

/** The reverse of an action, where there is one that leads back. */
export const BULK_REVERSES: Readonly<Partial<Record<BulkAction, BulkAction>>> = {
  completeQA: "undoQA",
  completeQAWithErrors: "undoQA",
  markSuperseded: "markUtilised",
  markUtilised: "markSuperseded",
};

/** What a bulk action is to one job. */
export function jobActionOf(action: BulkAction, { processing, job }: ActionFacts): ChangingAction {
  if (action === "resubmit") return isFormer(processing) ? "resubmitJob" : "resubmit";
  if (action === "cancel") return job.area === "lms" ? "cancelLMS" : "cancelJob";
  return action;
}

/** Why a bulk action leaves a job as it is, by the rules of its menu; undefined where it may be done. */
export const bulkRefusalOf = (action: BulkAction, facts: ActionFacts): string | undefined =>
  refusalOf(jobActionOf(action, facts), facts);

/** Most jobs that a call names. */
export const BULK_TARGETS = 1_000;
/** Most processings that the filters of a call may find: SEARCH_TOO_WIDE above. */
export const BULK_FOUND = 5_000;
/** How long a preview may be acted on, and the outcome of a key be asked for again. */
export const BULK_KEPT_S = 3_600;
/** Most calls that one takes back. */
export const MOST_UNDONE = 20;
/** How many of each reason a preview names. */
export const BULK_EXAMPLES = 3;

const count = z.int().nonnegative();
const text = z.string().trim().min(1).max(4_000);

/** Jobs by name, each as its record was seen: one that changed since is left, and its outcome says so. */
const targetsSchema = z.strictObject({
  targets: z
    .array(
      z.strictObject({
        processingId: hexIdSchema,
        job: stageNameSchema,
        updated: z.iso.datetime().optional(),
      }),
    )
    .min(1)
    .max(BULK_TARGETS),
});

/** A job of a name; null: every job that the action is for, in their order. A resubmission names one. */
const job = stageNameSchema.nullable();
/** All that the filters of a list find, of every page: those of the list's own call. */
const foundSchema = z.discriminatedUnion("list", [
  z.strictObject({
    list: z.literal("processing"),
    filters: processingQuerySchema.omit({ page: true, pageSize: true, sort: true, include: true }),
    job,
  }),
  z.strictObject({
    list: z.literal("terrain-mapper"),
    filters: terrainMapperQuerySchema.omit({ page: true, limit: true }),
    job,
  }),
]);
const onSchema = z.union([targetsSchema, foundSchema]);
export type BulkScope = z.infer<typeof onSchema>;

const action = z.enum(BULK_ACTIONS);
const previewBodySchema = z.strictObject({ action, on: onSchema });
export type BulkPreviewRequest = z.infer<typeof previewBodySchema>;

const bodySchema = z.strictObject({
  /**
   * A preview's, or for targets any new one. A call that is sent again with it does nothing twice: it
   * answers what the first did.
   */
  key: z.uuid(),
  action,
  on: onSchema,
  /** Of QA with errors. */
  qa: z.strictObject({ issue: text, resolution: text }).optional(),
  /** Why, of marks made by hand, and of what is approved although it misses a bound. */
  reason: markReasonSchema,
  /** Keys of the calls that it takes back: marks that these took away are as they were. */
  undoes: z.array(z.uuid()).max(MOST_UNDONE).optional(),
});
export type BulkRequest = z.infer<typeof bodySchema>;

/** A job, and what a person knows it by. */
const bulkJobSchema = z.object({
  processingId: z.string(),
  job: z.string(),
  label: z.string(),
  /** Null of a processing that there is not, or not for the caller. */
  flightId: z.string().nullable(),
  sensorId: z.string().nullable(),
  projectId: z.string().nullable(),
});
export type BulkJob = z.infer<typeof bulkJobSchema>;

const reasonedSchema = z.array(
  z.object({ reason: z.string(), count, examples: z.array(bulkJobSchema).max(BULK_EXAMPLES) }),
);

const previewSchema = z.object({
  key: z.uuid(),
  eligible: count,
  /** Of an approval: those of the eligible that miss bounds, which without a reason are left. */
  missed: count,
  /** The bounds that they miss, in words, with each bound's most frequent first. */
  missedBounds: reasonedSchema,
  /** Why others would be left as they are, the most frequent first. */
  refused: reasonedSchema,
  /** Jobs after the resubmitted ones whose results would be overwritten as well. */
  overwritten: count,
  /** Until when the key may be acted with. */
  expires: z.iso.datetime(),
});
export type BulkPreview = z.infer<typeof previewSchema>;

/** Why a job was left as it is, as the single action's call would have said. */
const BULK_CODES = [
  "INVALID_TRANSITION",
  "RECORD_CHANGED",
  "PROCESSING_NOT_FOUND",
  "BOUNDS_MISSED",
] as const;
const bulkRowSchema = bulkJobSchema.extend({
  /** Null: it was done. */
  code: z.enum(BULK_CODES).nullable(),
  /** In words, where it was not done. */
  reason: z.string().nullable(),
  /** The record's state afterwards, for an undo. */
  updated: z.iso.datetime().nullable(),
  /** Whether the reverse action leads back to how it was. */
  reversible: z.boolean(),
});
export type BulkRow = z.infer<typeof bulkRowSchema>;

const outcomeSchema = z.object({
  key: z.uuid(),
  action,
  done: count,
  /** Jobs that the filters find now, and did not at the preview: they were left as they are. */
  added: count,
  /** The call was sent again: all this was done by an earlier one. */
  repeated: z.boolean(),
  rows: z.array(bulkRowSchema),
});
export type BulkOutcome = z.infer<typeof outcomeSchema>;

const bulk = {
  services: ["processing"] as const,
  permission: "changeProcessings" as const,
  bodyLimit: 262_144,
  callsPerMinute: 60,
} as const;

/** One action on many jobs: what it would do, and doing it. */
export const bulkEndpoints = {
  previewBulk: endpoint("POST", "/processing/bulk/preview", {
    ...bulk,
    summary: "How many of the jobs an action may be done to, and why not to the others",
    body: previewBodySchema,
    reply: previewSchema,
  }),
  actInBulk: endpoint("POST", "/processing/bulk", {
    ...bulk,
    summary: "Does an action to many jobs, each by the rules of its menu; an outcome for each",
    body: bodySchema,
    reply: outcomeSchema,
  }),
} as const;
