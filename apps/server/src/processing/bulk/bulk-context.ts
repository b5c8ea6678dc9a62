import { AppError } from "@swath/contract/errors";
import {
  type BulkAction,
  type BulkJob,
  type BulkRow,
  jobActionOf,
} from "@swath/contract/processing";
import type { ProcessingJob } from "../../domain/processing/move-job-status.ts";
import { actionFacts, type ProcessingRecord } from "../records/processing-record.ts";
import type { ChangingAction } from "../actions/effects.ts";
import type { Caller, ProcessingDeps } from "../processing-deps.ts";

/** Why a job is left as it is: nulls where the action may be done. */
export type Refusal = Pick<BulkRow, "code" | "reason">;

/** A job that a call is about, the state it was seen in, and whether the action may be done to it. */
export interface JudgedJob extends BulkJob, Refusal {
  readonly updated: string | null;
  /** Bounds that its result misses, where the action approves of it. */
  readonly missed?: readonly string[];
}

/** The names by which people know a job. */
export const plainJob = ({ processingId, job, label, ...rest }: JudgedJob): BulkJob => {
  const { flightId, sensorId, projectId } = rest;
  return { processingId, job, label, flightId, sensorId, projectId };
};

/** A job of a processing, among many. */
export const nameOfJob = ({ processingId, job }: Pick<BulkJob, "processingId" | "job">): string =>
  `${processingId}.${job}`;

/** A job of one of some records. */
export const jobIn = (
  records: ReadonlyMap<string, ProcessingRecord>,
  { processingId, job }: Pick<BulkJob, "processingId" | "job">,
): ProcessingJob | undefined => records.get(processingId)?.jobs.find(({ name }) => name === job);

export interface BulkContext {
  readonly db: ProcessingDeps["db"];
  readonly templates: ProcessingDeps["templates"];
  readonly requireReason: boolean;
  readonly action: BulkAction;
  readonly caller: Omit<Caller, "updated">;
}

export const IN_WORDS = {
  RECORD_CHANGED: "It changed meanwhile",
  PROCESSING_NOT_FOUND: "There is no such job",
} as const;

/** The outcome of a row whose single action threw; bugs are thrown on. */
export function refusalIn(error: unknown): Refusal {
  if (!(error instanceof AppError)) throw error;
  const { code, message } = error;
  if (code === "INVALID_TRANSITION" || code === "BOUNDS_MISSED") return { code, reason: message };
  if (code === "RECORD_CHANGED" || code === "PROCESSING_NOT_FOUND")
    return { code, reason: IN_WORDS[code] };
  throw error;
}

/** The single action that a bulk action stands for on a job. */
export function actionOf(
  { action, templates, caller }: BulkContext,
  record: ProcessingRecord,
  job: ProcessingJob,
): ChangingAction {
  const { roles, subject } = caller.identity;
  const facts = actionFacts(record, job, { templates, roles, subject });
  return jobActionOf(action, facts);
}
