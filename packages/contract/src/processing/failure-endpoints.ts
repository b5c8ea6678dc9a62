import { z } from "zod";
import { pageSchema, rowsSchema } from "../filters.ts";
import { endpoint } from "../endpoint.ts";
import { hexIdSchema } from "../ids/id-schemas.ts";
import { processingSchema, terrainMapperProcessingSchema } from "./records/processing.ts";
import { processingQuerySchema } from "./records/processing-query.ts";

/** Rows of a page of the inbox, and of a group's jobs. */
export const FAILURES_PAGE_SIZE = 10;

/** Most jobs of a group that are named at once. */
export const FAILURE_TARGETS = 5_000;

const count = z.int().nonnegative();
const instant = z.iso.datetime();

/**
 * What is the matter with a job: it failed, or failed in some of its files; it is completed, and some
 * of its files failed; a measure of its results missed its bound.
 */
export const FAILURE_KINDS = ["failed", "completedWithFailures", "missedBound"] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

/** Failures that wait for an answer and have the same message, normalised. */
const failureGroupSchema = z.object({
  Key: hexIdSchema,
  Message: z.string(),
  /** The message of the latest as it was reported. */
  Example: z.string(),
  Kinds: z.array(z.enum(FAILURE_KINDS)),
  /** Labels of the jobs that failed so. */
  Stages: z.array(z.string()),
  Jobs: count,
  Flights: count,
  First: instant,
  Last: instant,
});
export type FailureGroup = z.infer<typeof failureGroupSchema>;

const failure = {
  /** The job's name in calls. */
  Job: z.string(),
  /** As it was reported. */
  Message: z.string(),
  Since: instant,
};

/** A job of a group with the record that it is of, in the shape of its own dashboard. */
const groupFailureSchema = z.discriminatedUnion("Area", [
  z.object({ Area: z.literal("ip"), ...failure, Processing: processingSchema }),
  z.object({ Area: z.literal("iptm"), ...failure, Processing: terrainMapperProcessingSchema }),
]);
export type GroupFailure = z.infer<typeof groupFailureSchema>;

const filtersSchema = processingQuerySchema
  .omit({
    page: true,
    pageSize: true,
    sort: true,
    include: true,
  })
  .extend({ kind: z.enum(FAILURE_KINDS).optional() });
export type FailureFilters = z.infer<typeof filtersSchema>;
const querySchema = filtersSchema.extend({
  page: pageSchema,
  pageSize: rowsSchema(50, FAILURES_PAGE_SIZE),
});
const groupsQuerySchema = querySchema.extend({ key: hexIdSchema.optional() });

const read = {
  services: ["processing"] as const,
  // Guests answer nothing.
  permission: "changeProcessings" as const,
  cache: { changesWith: "processings" as const },
} as const;

/** The failure inbox: what failed and was not answered, over flights and both dashboards. */
export const failureEndpoints = {
  listFailureGroups: endpoint("GET", "/processing/failures", {
    ...read,
    summary:
      "Failures that wait for an answer, grouped by message, most jobs first; x-total-count: how many groups",
    query: groupsQuerySchema,
    reply: z.array(failureGroupSchema),
  }),
  countFailures: endpoint("GET", "/processing/failures/count", {
    ...read,
    summary: "How many jobs failed and wait for an answer",
    cache: { changesWith: "failures" },
    reply: z.object({ Jobs: count }),
  }),
  listGroupFailures: endpoint("GET", "/processing/failures/:key", {
    ...read,
    summary: "The jobs of a group of failures, latest first; x-total-count: how many",
    params: z.object({ key: hexIdSchema }),
    query: querySchema,
    reply: z.array(groupFailureSchema),
  }),
  listFailureTargets: endpoint("GET", "/processing/failures/:key/targets", {
    ...read,
    summary: `The jobs of a group as a call on many names them, latest first, up to ${FAILURE_TARGETS}`,
    params: z.object({ key: hexIdSchema }),
    query: filtersSchema,
    reply: z.array(
      z.object({
        area: z.enum(["ip", "iptm"]),
        processingId: z.string(),
        job: z.string(),
        updated: instant,
      }),
    ),
  }),
} as const;
