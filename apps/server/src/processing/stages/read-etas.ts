import { sql } from "kysely";
import { isRunning } from "@swath/contract/processing";
import { isDone, type ProcessingJob } from "../../domain/processing/move-job-status.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { requiredJobs } from "./required-inputs.ts";
import type { RunDeps } from "../processing-deps.ts";
import { type TimedJob, etasOf, fitDuration, type StageDuration } from "./eta.ts";

/** Runs of a stage that its duration is fitted to: the latest ones. */
const RUNS_EACH = 20;

/** How long runs of a stage take, and how many of them say so. */
export interface KnownDuration extends StageDuration {
  readonly runs: number;
}

/** How long runs of stages take, by the latest that succeeded: one query, however many stages. */
export async function readDurations(
  db: Db,
  stages: readonly string[],
): Promise<ReadonlyMap<string, KnownDuration>> {
  const { rows } = await sql<{ name: string; bytes: number; seconds: number }>`
    SELECT n.name, r.input_bytes::float8 AS bytes,
      extract(epoch FROM r.ended - r.started)::float8 AS seconds
    FROM unnest(${[...new Set(stages)]}::text[]) AS n (name)
      CROSS JOIN LATERAL (SELECT input_bytes, started, ended FROM processing_runs
        WHERE stage ->> 'name' = n.name AND outcome = 'succeed'
          AND started IS NOT NULL AND ended >= started
        ORDER BY ended DESC LIMIT ${RUNS_EACH}) AS r`.execute(db);
  const past = Map.groupBy(rows, ({ name }) => name);
  return new Map(
    [...past].map(([name, runs]) => [name, { ...fitDuration(runs)!, runs: runs.length }]),
  );
}

/** The columns of a job that its ETA follows from. */
export type EtaJob = Pick<
  ProcessingJob,
  "id" | "processing_id" | "name" | "label" | "status" | "require_qa" | "qa_user"
>;

/** Times at which jobs probably end, by job, with the number of earlier runs that they follow from. */
export type Etas = ReadonlyMap<string, { readonly at: Date; readonly runs: number }>;

interface LatestRun {
  readonly job_id: string;
  readonly state: "active" | "ended";
  readonly started: Date | null;
  readonly expected_start: Date | null;
  readonly bytes: number;
}

async function latestRuns(db: Db, jobIds: readonly string[]): Promise<Map<string, LatestRun>> {
  const { rows } = await sql<LatestRun>`SELECT DISTINCT ON (r.job_id) r.job_id, r.state, r.started,
      s.expected_start, r.input_bytes::float8 AS bytes
    FROM processing_runs r LEFT JOIN run_submissions s ON s.run_id = r.id AND s.state <> 'ended'
    WHERE r.job_id = ANY (${jobIds}::text[])
    ORDER BY r.job_id, r.attempt DESC`.execute(db);
  return new Map(rows.map((row) => [row.job_id, row]));
}

const stateOf = (job: EtaJob): TimedJob["state"] => {
  if (isDone(job)) return "done";
  return isRunning(job.status) || job.status === "NOT_COMMENCED" ? "due" : "held";
};

/**
 * The ETAs of active jobs, by job ({@link etasOf}), in two queries. A job that has no run yet and requires
 * no other has none.
 */
export async function readEtas(
  { db, catalogue, clock }: Pick<RunDeps, "db" | "catalogue" | "clock">,
  jobs: readonly EtaJob[],
): Promise<Etas> {
  if (!jobs.some(({ status }) => isRunning(status))) return new Map();
  const runs = await latestRuns(
    db,
    jobs.map(({ id }) => id),
  );
  const durations = await readDurations(
    db,
    jobs.map(({ name }) => name),
  );
  const etas = new Map<string, { readonly at: Date; readonly runs: number }>();
  for (const own of Map.groupBy(jobs, ({ processing_id }) => processing_id).values()) {
    const timed = own.map((job): TimedJob => {
      const stage = catalogue.stages.get(job.name)?.file;
      const run = runs.get(job.id);
      const state = stateOf(job);
      const counts = run !== undefined && (run.state === "active" || state === "done");
      return {
        name: job.name,
        requires: stage === undefined ? [] : requiredJobs(stage, own).map(({ name }) => name),
        state,
        started: counts ? run.started : null,
        expectedStart: counts ? run.expected_start : null,
        bytes: counts ? run.bytes : null,
      };
    });
    const ends = etasOf(timed, durations, clock().getTime());
    for (const { id, name } of own) {
      const [end, duration] = [ends.get(name), durations.get(name)];
      if (end !== undefined && duration !== undefined)
        etas.set(id, { at: new Date(end), runs: duration.runs });
    }
  }
  return etas;
}
