import { sql } from "kysely";
import { type AuditActor } from "../../platform/audit/record-event.ts";
import type { Trx } from "../../platform/postgres/schema.ts";
import {
  type JobChange,
  type JobMove,
  moveJobStatuses,
  type ProcessingJob,
} from "../../domain/processing/move-job-status.ts";
import type { StatusResult } from "../../domain/status-writer.ts";

/** What of a job is asked for; all of it with its stage's defaults where nothing is said. */
export interface JobOrder {
  readonly params?: Readonly<Record<string, string | number>>;
  /** Names of the tasks that are to run again, where not all are. */
  readonly onlyTasks?: readonly string[];
}

const personOf = (actor: AuditActor): string | null =>
  typeof actor === "string" ? null : JSON.stringify({ subject: actor.subject, name: actor.name });

/** Takes back orders that were not taken: their job was cancelled, reset or is ordered anew. */
export async function withdrawOrders(trx: Trx, jobIds: readonly string[]): Promise<void> {
  await trx
    .updateTable("job_orders")
    .set({ taken: sql<Date>`now()` })
    .where(sql<boolean>`job_id = ANY (${jobIds}::text[])`)
    .where("taken", "is", null)
    .execute();
}

/**
 * Orders jobs: the status of each becomes that of a job to be run, and its order stands in
 * `job_orders` until the orchestrator takes it, all in the caller's transaction.
 */
export async function orderJobs(
  trx: Trx,
  moves: readonly JobMove[],
  order: JobOrder,
): Promise<StatusResult<ProcessingJob>[]> {
  const results = await moveJobStatuses(trx, moves, "order");
  const moved = moves.filter((_, index) => results[index]!.ok);
  if (moved.length === 0) return results;
  await withdrawOrders(
    trx,
    moved.map(({ job }) => job.id),
  );
  const processings = [...new Set(moved.map(({ job }) => job.processing_id))];
  // They began: nothing is waited for any more.
  await trx
    .updateTable("processings")
    .set({ waits_on: null, waits_for: null, to_start: false })
    .where(sql<boolean>`id = ANY (${processings}::text[])`)
    .where("waits_on", "is not", null)
    .execute();
  await trx
    .insertInto("job_orders")
    .values(
      moved.map(({ job, change }) => ({
        job_id: job.id,
        ordered_by: personOf(change.actor),
        params: JSON.stringify(order.params ?? {}),
        only_tasks: order.onlyTasks === undefined ? null : [...order.onlyTasks],
      })),
    )
    .execute();
  return results;
}

/** The same for one job. */
export async function orderJob(
  trx: Trx,
  job: ProcessingJob,
  order: JobOrder,
  change: JobChange,
): Promise<StatusResult<ProcessingJob>> {
  const [result] = await orderJobs(trx, [{ job, change }], order);
  return result!;
}
