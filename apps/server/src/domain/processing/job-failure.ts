import { createHash } from "node:crypto";
import {
  type FailedFiles,
  type FailureKind,
  type JobEvent,
  type JobStatus,
  leadingFailure,
  normaliseMessage,
  visibleText,
} from "@swath/contract/processing";
import { type Insertable, sql } from "kysely";
import type { Database, Trx } from "../../platform/postgres/schema.ts";
import type { StoredJudgement } from "./processing.tables.ts";

/** The failure of a run. */
export interface RunFailure {
  /** The reason for refusing the results or requiring QA; null if the files' messages have it. */
  readonly said: string | null;
  /** Whether that is a measure that missed its bound. */
  readonly missedBound: boolean;
  readonly files: readonly FailedFiles[];
}

/** The failure of a job, and its group in the inbox. */
export interface NamedFailure {
  readonly key: string;
  readonly kind: FailureKind;
  readonly message: string;
  /** As it was reported. */
  readonly example: string;
}

const EXAMPLE_LENGTH = 1_000;
const KEY_LENGTH = 24;
const UNEXPLAINED = "It failed and left no message";
const NOTHING: RunFailure = { said: null, missedBound: false, files: [] };
const FAILS: ReadonlySet<JobEvent> = new Set([
  "fail",
  "finishWithErrors",
  "requireManual",
  "restoreWithErrors",
  "restoreForManual",
]);
const SUCCEEDS: ReadonlySet<JobEvent> = new Set(["succeed", "restoreOutputs"]);
/** After them a job is as another of its attempts left it. */
const RESTORES: ReadonlySet<JobEvent> = new Set([
  "restoreOutputs",
  "restoreWithErrors",
  "restoreForManual",
]);

interface Ended {
  readonly event: JobEvent;
  readonly reason?: string | null;
  readonly failure?: RunFailure;
}

function inWords(text: string | null) {
  const message = normaliseMessage(text ?? "");
  return message === "" ? undefined : { message, example: text! };
}

/** It begins with a letter that no number has: addresses read what looks like a number as one. */
const keyOf = (message: string): string =>
  `f${createHash("sha256").update(message).digest("hex")}`.slice(0, KEY_LENGTH);

/**
 * What a run failed with, also one that succeeded and in which files failed or a measure missed its
 * bound; undefined where nothing did. Its group is that of what it says itself, of its files'
 * messages, or of its reason, normalised.
 */
export function failureOf({ event, reason, failure = NOTHING }: Ended): NamedFailure | undefined {
  const { said, files, missedBound } = failure;
  const failed = FAILS.has(event);
  if (!failed && (!SUCCEEDS.has(event) || (said === null && files.length === 0))) return undefined;
  const { message, example } = inWords(said) ??
    leadingFailure(files) ??
    inWords(reason ?? null) ?? { message: UNEXPLAINED, example: UNEXPLAINED };
  return {
    key: keyOf(message),
    kind: missedBound ? "missedBound" : failed ? "failed" : "completedWithFailures",
    message,
    example: visibleText(example, EXAMPLE_LENGTH),
  };
}

/**
 * Keeps what a run failed with, in the transaction that ends it or restores it. The database removes it
 * when the job's status changes, and knows whether it waits for an answer (`migrations/baseline/failures.sql`).
 */
export async function keepFailure(trx: Trx, jobId: string, ended: Ended): Promise<void> {
  // The status may stay the same while the attempt is another one.
  if (RESTORES.has(ended.event))
    await trx.deleteFrom("job_failures").where("job_id", "=", jobId).execute();
  await insert(trx, jobId, failureOf(ended));
}

async function insert(
  trx: Trx,
  jobId: string,
  failure: NamedFailure | undefined,
  at: Date | string | null = null,
): Promise<void> {
  if (failure === undefined) return;
  await trx
    .insertInto("job_failures")
    .values({ job_id: jobId, ...failure, at: at ?? sql<Date>`now()` })
    .execute();
}

type Kept = NonNullable<StoredJudgement["failure"]>;

/** The failures of some jobs, by job. */
export async function failuresOf(
  trx: Trx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Kept>> {
  const rows = await trx
    .selectFrom("job_failures")
    .select(["job_id", "key", "kind", "message", "example", "at"])
    .where("job_id", "in", ids)
    .execute();
  return new Map(
    rows.map(({ job_id: id, at, ...rest }) => [id, { ...rest, at: at.toISOString() }]),
  );
}

/** Restores the failure of a job whose QA, its answer, was undone. */
export async function keepFailureAgain(trx: Trx, jobId: string, kept: Kept | null): Promise<void> {
  if (kept === null) return;
  await trx.deleteFrom("job_failures").where("job_id", "=", jobId).execute();
  await trx
    .insertInto("job_failures")
    .values({ job_id: jobId, ...kept })
    .execute();
}

/** A job that ended before failures were recorded. */
export interface FormerJob {
  readonly status: JobStatus;
  readonly reason: string | null;
  readonly files: readonly FailedFiles[];
}

/** How a run ended that left a job in a status. */
const FORMER_EVENTS: Readonly<Partial<Record<JobStatus, JobEvent>>> = {
  FAILED: "fail",
  COMPLETED_WITH_ERRORS: "finishWithErrors",
  MANUAL_PROCESSING_REQUIRED: "requireManual",
  COMPLETED: "succeed",
};

/** The failure of such a job: a completed one with a reason, but no failed file, missed a bound. */
export function formerFailureOf({ status, reason, files }: FormerJob): NamedFailure | undefined {
  const event = FORMER_EVENTS[status];
  if (event === undefined) return undefined;
  const missedBound = event === "succeed" && files.length === 0 && reason !== null;
  return failureOf({
    event,
    reason,
    failure: { said: missedBound ? reason : null, missedBound, files },
  });
}

/** Records the failure of a job of the past; a job that a person marked has none. */
export async function keepFormerFailure(
  trx: Trx,
  job: Insertable<Database["processing_jobs"]>,
): Promise<void> {
  if (job.mark !== null && job.mark !== undefined) return;
  const files = JSON.parse(job.failed_files ?? "[]") as readonly FailedFiles[];
  const failure = formerFailureOf({ status: job.status, reason: job.reason ?? null, files });
  await insert(trx, job.id, failure, job.run_ended);
}
