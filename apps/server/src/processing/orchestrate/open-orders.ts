import type { Selectable } from "kysely";
import type { ProcessingJob } from "../../domain/processing/move-job-status.ts";
import type { Database, Db } from "../../platform/postgres/schema.ts";
import type { Processing } from "../../domain/processing/processing.tables.ts";

const ORDERS_AT_ONCE = 200;

/** An order that no run was made for yet, with all that decides whether one can be. */
export interface OpenOrder {
  readonly order: Selectable<Database["job_orders"]>;
  readonly job: ProcessingJob;
  readonly processing: Processing;
  /** All jobs of the processing, in their order. */
  readonly jobs: readonly ProcessingJob[];
  /** That of the job's last attempt; 0 before the first. */
  readonly lastAttempt: number;
}

const keyed = <T>(rows: readonly T[], key: (row: T) => string): Map<string, T> =>
  new Map(rows.map((row) => [key(row), row]));

/** Rows of some ids, in one query. */
export async function jobsOf(db: Db, processingIds: readonly string[]): Promise<ProcessingJob[]> {
  if (processingIds.length === 0) return [];
  return db
    .selectFrom("processing_jobs")
    .selectAll()
    .where("processing_id", "in", processingIds)
    .orderBy("position")
    .execute();
}

/** The oldest orders that wait for a run, in four queries however many there are. */
export async function openOrders(db: Db): Promise<OpenOrder[]> {
  const orders = await db
    .selectFrom("job_orders")
    .selectAll()
    .where("taken", "is", null)
    .orderBy("id")
    .limit(ORDERS_AT_ONCE)
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
  const jobs = await jobsOf(db, [...processings.keys()]);
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
