import type { JobArea, JobStatus } from "@swath/contract/processing";
import type { Selectable } from "kysely";
import type { ProcessingJob } from "../../domain/processing/move-job-status.ts";
import type { Processing } from "../../domain/processing/processing.tables.ts";
import type { RunState } from "../../platform/compute/compute-engine.ts";
import type { Database, Db, Trx } from "../../platform/postgres/schema.ts";
import { jobsOfProcessings, lockJobs } from "../records/processing-record.ts";
import type { Submission } from "../runs/run-record.ts";

const AT_ONCE = 200;

/** A processing whose jobs changed, with these jobs in their order. */
export interface DueRecord {
  readonly processing: Processing;
  readonly jobs: readonly ProcessingJob[];
  /** Identifiers of the jobs that have a published attempt. */
  readonly published: ReadonlySet<string>;
}

/** An order that has no run yet. */
export interface OpenOrder {
  readonly order: Selectable<Database["job_orders"]>;
  readonly job: ProcessingJob;
  readonly processing: Processing;
  /** All jobs of the processing, in their order. */
  readonly jobs: readonly ProcessingJob[];
  /** The number of the job's last attempt; 0 before the first. */
  readonly lastAttempt: number;
  /** The input that was missing a moment ago; undefined once the store may be asked again. */
  readonly deferred?: string;
}

/** A submission that has not ended, with its job. */
export interface OpenSubmission extends Submission {
  readonly job_id: string;
  readonly area: JobArea;
  readonly job_status: JobStatus;
  readonly job_label: string;
  readonly job_reason: string | null;
  readonly flight_id: string;
}

export interface OpenRun {
  readonly submission: OpenSubmission;
  /** The engine's answer; `unknown`: it has no run of this key. */
  readonly engine: RunState | "notAsked" | "unreachable" | "unknown";
  /** The number of results in the run's folder, if they were counted. */
  readonly results?: number;
}

/** A processing to look at, and the number of changes that were seen of it. */
export interface DueProcessing {
  readonly processing: Processing;
  readonly changes: number;
}

export async function dueProcessings(db: Db): Promise<DueProcessing[]> {
  const rows = await db
    .selectFrom("due_processings as d")
    .innerJoin("processings as p", "p.id", "d.processing_id")
    .selectAll("p")
    .select("d.changes")
    .limit(AT_ONCE)
    .execute();
  return rows.map(({ changes, ...processing }) => ({ processing, changes }));
}

/** A due processing with its jobs, which are locked until the transaction ends. */
export async function lockRecord(trx: Trx, processing: Processing): Promise<DueRecord> {
  const jobs = await lockJobs(trx, processing.id);
  const unbegun = jobs.filter(({ status }) => status === "NOT_COMMENCED");
  if (unbegun.length === 0) return { processing, jobs, published: new Set() };
  const published = await trx
    .selectFrom("processing_runs")
    .select("job_id")
    .where(
      "job_id",
      "in",
      unbegun.map(({ id }) => id),
    )
    .where("published", "=", true)
    .execute();
  return { processing, jobs, published: new Set(published.map(({ job_id }) => job_id)) };
}

const keyed = <T>(rows: readonly T[], key: (row: T) => string): Map<string, T> =>
  new Map(rows.map((row) => [key(row), row]));

/** The oldest orders that wait for a run, in four queries. */
export async function openOrders(db: Db): Promise<OpenOrder[]> {
  const orders = await db
    .selectFrom("job_orders")
    .selectAll()
    .where("taken", "is", null)
    .orderBy("id")
    .limit(AT_ONCE)
    .execute();
  if (orders.length === 0) return [];
  const ids = orders.map(({ job_id }) => job_id);
  const ordered = await db
    .selectFrom("processing_jobs as j")
    .innerJoin("processings as p", "p.id", "j.processing_id")
    .selectAll("p")
    .where("j.id", "in", ids)
    .execute();
  const processings = keyed(ordered, ({ id }) => id);
  const jobs = await jobsOfProcessings(db, [...processings.keys()]);
  const attempts = await db
    .selectFrom("processing_runs")
    .select((eb) => ["job_id", eb.fn.max("attempt").as("last")])
    .where("job_id", "in", ids)
    .groupBy("job_id")
    .execute();
  const byId = keyed(jobs, ({ id }) => id);
  const last = new Map(attempts.map((row) => [row.job_id, row.last]));
  return orders.flatMap((order) => {
    const job = byId.get(order.job_id);
    const processing = job && processings.get(job.processing_id);
    if (job === undefined || processing === undefined) return [];
    const own = jobs.filter(({ processing_id }) => processing_id === processing.id);
    return { order, job, processing, jobs: own, lastAttempt: last.get(job.id) ?? 0 };
  });
}

/** Every submission that has not ended, in one query. */
export async function openSubmissions(db: Db): Promise<OpenSubmission[]> {
  return db
    .selectFrom("run_submissions as s")
    .innerJoin("processing_runs as r", "r.id", "s.run_id")
    .innerJoin("processing_jobs as j", "j.id", "r.job_id")
    .innerJoin("processings as p", "p.id", "j.processing_id")
    .selectAll("s")
    .select([
      "j.id as job_id",
      "j.area",
      "j.status as job_status",
      "j.label as job_label",
      "j.reason as job_reason",
      "p.flight_id",
    ])
    .where("s.state", "<>", "ended")
    .orderBy("s.created")
    .execute();
}
