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

/** What a person knows a job by. */
export const plainJob = ({ processingId, job, label, ...rest }: JudgedJob): BulkJob => {
  const { flightId, sensorId, projectId } = rest;
  return { processingId, job, label, flightId, sensorId, projectId };
};

/** A job of a processing, among many. */
export const nameOfJob = ({ processingId, job }: Pick<BulkJob, "processingId" | "job">): string =>
  `${processingId}.${job}`;

/** What an action on many jobs goes by. */
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

/** What a single action throws, as the outcome of a row; a fault of ours is thrown on. */
export function refusalIn(error: unknown): Refusal {
  if (!(error instanceof AppError)) throw error;
  const { code, message } = error;
  if (code === "INVALID_TRANSITION" || code === "BOUNDS_MISSED") return { code, reason: message };
  if (code === "RECORD_CHANGED" || code === "PROCESSING_NOT_FOUND")
    return { code, reason: IN_WORDS[code] };
  throw error;
}

/** What a bulk action is to a job of a record. */
export function actionOf(
  { action, templates, caller }: BulkContext,
  record: ProcessingRecord,
  job: ProcessingJob,
): ChangingAction {
  const { roles, subject } = caller.identity;
  const facts = actionFacts(record, job, { templates, roles, subject });
  return jobActionOf(action, facts);
}
