import { AppError } from "@swath/contract/errors";
import type { Role } from "@swath/contract/identity";
import {
  type Attempt,
  type OutputManifest,
  outputManifestSchema,
} from "@swath/contract/processing";
import type { Selectable } from "kysely";
import { attemptManifestKey } from "../../domain/processing/output-place.ts";
import type { Processing } from "../../domain/processing/processing.tables.ts";
import type { Database, Db } from "../../platform/postgres/schema.ts";
import { readIfThere } from "../inputs/output-files.ts";
import type { RunDeps } from "../processing-deps.ts";
import { findJob } from "../records/find-processing.ts";

type Run = Selectable<Database["processing_runs"]>;
export interface AttemptRow extends Run {
  readonly done: number | null;
  readonly waiting: string | null;
  readonly expected_start: Date | null;
}

/** Runs of jobs with the progress of their open submission, latest attempts first. */
function withSubmission(db: Db) {
  return db
    .selectFrom("processing_runs as r")
    .leftJoin("run_submissions as s", (join) =>
      join.onRef("s.run_id", "=", "r.id").on("s.state", "<>", "ended"),
    )
    .selectAll("r")
    .select(["s.done", "s.waiting", "s.expected_start"])
    .orderBy("r.attempt", "desc");
}

/** An attempt as calls answer it. */
export function attemptOf(row: AttemptRow): Attempt {
  const { stage, succeeded, failed } = row;
  return {
    attempt: row.attempt,
    outcome: row.outcome,
    reason: row.reason,
    stageVersion: stage.version,
    stageSha256: row.stage_sha256,
    inputsSha256: row.inputs_sha256,
    inputFiles: row.input_files,
    inputBytes: row.input_bytes,
    params: row.params,
    calibrations: [...row.calibrations],
    instruction: row.instruction,
    orderedBy: row.ordered_by?.name ?? null,
    engine: row.engine,
    tasks: row.tasks,
    done: row.state === "ended" ? row.tasks : (row.done ?? 0),
    succeeded,
    failed,
    waiting: row.waiting,
    expectedStart: row.expected_start?.toISOString() ?? null,
    expectedEnd: null,
    created: row.created.toISOString(),
    started: row.started?.toISOString() ?? null,
    ended: row.ended?.toISOString() ?? null,
    measures: [...row.measures],
    accepted: stage.accept.map(({ measure, least = null, most = null, optional }) => ({
      measure,
      least,
      most,
      optional,
    })),
    published: row.published,
    kept: row.swept === null,
    logsKept: row.logs_swept === null,
  };
}

/** The attempts of a job, latest first. */
export async function attemptRows(db: Db, jobId: string): Promise<AttemptRow[]> {
  return withSubmission(db).where("r.job_id", "=", jobId).execute();
}

/** The latest attempt of each of some jobs. */
export async function latestAttempts(
  db: Db,
  jobIds: readonly string[],
): Promise<ReadonlyMap<string, AttemptRow>> {
  if (jobIds.length === 0) return new Map();
  const rows = await withSubmission(db)
    .distinctOn("r.job_id")
    .clearOrderBy()
    .orderBy("r.job_id")
    .orderBy("r.attempt", "desc")
    .where("r.job_id", "in", jobIds)
    .execute();
  return new Map(rows.map((row) => [row.job_id, row]));
}

/** The outputs of an attempt; undefined if it has none, or they were removed. */
export async function attemptManifest(
  { store }: Pick<RunDeps, "store">,
  { guid }: Pick<Processing, "guid">,
  run: {
    readonly bucket: string;
    readonly attempt: number;
    readonly stage: { readonly name: string };
  },
): Promise<OutputManifest | undefined> {
  const key = attemptManifestKey(guid, run.stage.name, run.attempt);
  const json = await readIfThere({ store }, run.bucket, key);
  return json === undefined ? undefined : outputManifestSchema.parse(JSON.parse(json));
}

/** An attempt of a job that the caller may see; else PROCESSING_NOT_FOUND. */
export async function findAttempt(
  db: Db,
  roles: readonly Role[],
  asked: { readonly processingId: string; readonly job: string; readonly attempt: number },
) {
  const found = await findJob(db, roles, asked);
  const rows = await attemptRows(db, found.job.id);
  const run = rows.find(({ attempt }) => attempt === asked.attempt);
  if (run === undefined)
    throw new AppError("PROCESSING_NOT_FOUND", `${asked.job} has no attempt ${asked.attempt}`);
  return { ...found, run };
}
