import { isRunning } from "@swath/contract/processing";
import { sql } from "kysely";
import { moveJobStatus } from "../../domain/processing/move-job-status.ts";
import type { Db, Trx } from "../../platform/postgres/schema.ts";
import type { RunDeps } from "../processing-deps.ts";
import { withdrawOrders } from "../records/order-jobs.ts";
import { settleManifest } from "./publish-outputs.ts";
import { readRun, type RunRecord } from "./run-record.ts";

const REASON = "The run was interrupted: its folder is not in the backup that was restored";

async function endRun(trx: Trx, id: string): Promise<void> {
  const ended = { state: "ended" as const, ended: sql<Date>`now()` };
  await trx
    .updateTable("processing_runs")
    .set({ ...ended, outcome: "cancel", reason: REASON })
    .where("id", "=", id)
    .execute();
  await trx
    .updateTable("run_submissions")
    .set({ ...ended, waiting: null })
    .where("run_id", "=", id)
    .where("state", "<>", "ended")
    .execute();
}

/** The same order once more: of the same person, with the same parameters and tasks. */
async function orderAgain(trx: Trx, { run, job, processing }: RunRecord): Promise<void> {
  const last = await trx
    .selectFrom("job_orders")
    .select("only_tasks")
    .where("job_id", "=", job.id)
    .orderBy("id", "desc")
    .executeTakeFirst();
  const change = { actor: "swath", flightId: processing.flight_id, reason: REASON } as const;
  const columns = { run_started: null, run_ended: null };
  const moved = await moveJobStatus(trx, job, "interrupt", { ...change, columns });
  if (!moved.ok) throw new Error(`job ${job.id} could not be ordered again: ${moved.reason}`);
  await withdrawOrders(trx, [job.id]);
  await trx
    .insertInto("job_orders")
    .values({
      job_id: job.id,
      ordered_by: run.ordered_by === null ? null : JSON.stringify(run.ordered_by),
      params: JSON.stringify(run.params),
      only_tasks: last?.only_tasks ?? null,
    })
    .execute();
}

/**
 * After a restore the folders of runs are gone, and no engine knows the runs: those that were active end,
 * and their jobs are ordered again. What earlier runs logged is gone, too.
 */
export async function orderInterrupted(trx: Trx): Promise<number> {
  const active = await trx
    .selectFrom("processing_runs")
    .select("id")
    .where("state", "=", "active")
    .orderBy("created")
    .execute();
  let ordered = 0;
  for (const { id } of active) {
    const record = await readRun(trx, id);
    await endRun(trx, id);
    if (!isRunning(record.job.status)) continue;
    await orderAgain(trx, record);
    ordered += 1;
  }
  await trx
    .updateTable("processing_runs")
    .set({ logs_swept: sql<Date>`now()` })
    .where("state", "=", "ended")
    .where("logs_swept", "is", null)
    .execute();
  return ordered;
}

const JOBS_AT_ONCE = 1_000;

/**
 * Brings the manifests of all jobs to what the database says is published: the objects of a backup are
 * younger than its database.
 */
export async function settlePublished(deps: Pick<RunDeps, "store"> & { db: Db }): Promise<void> {
  for (let after = ""; ;) {
    const { rows } = await sql<{ id: string; job_id: string }>`
      SELECT DISTINCT ON (job_id) job_id, id FROM processing_runs WHERE job_id > ${after}
      ORDER BY job_id, attempt DESC LIMIT ${JOBS_AT_ONCE}`.execute(deps.db);
    for (const { id } of rows) {
      const { run, processing } = await readRun(deps.db, id);
      await deps.db.transaction().execute((trx) => settleManifest(trx, deps, processing, run));
    }
    if (rows.length < JOBS_AT_ONCE) return;
    after = rows.at(-1)!.job_id;
  }
}
