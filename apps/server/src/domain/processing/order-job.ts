import { sql } from "kysely";
import { type AuditActor } from "../../platform/audit/record-event.ts";
import type { Trx } from "../../platform/postgres/schema.ts";
import { type JobChange, moveJobStatus, type ProcessingJob } from "./move-job-status.ts";
import type { StatusResult } from "../status-writer.ts";

/** What of a job is asked for; all of it with its stage's defaults where nothing is said. */
export interface JobOrder {
  readonly params?: Readonly<Record<string, string | number>>;
  /** Names of the tasks that are to run again, where not all are. */
  readonly onlyTasks?: readonly string[];
}

const personOf = (actor: AuditActor): string | null =>
  typeof actor === "string" ? null : JSON.stringify({ subject: actor.subject, name: actor.name });

/** Takes back orders that nobody took: their job was cancelled, reset or is ordered anew. */
export async function withdrawOrders(trx: Trx, jobId: string): Promise<void> {
  await trx
    .updateTable("job_orders")
    .set({ taken: sql<Date>`now()` })
    .where("job_id", "=", jobId)
    .where("taken", "is", null)
    .execute();
}

/**
 * Orders a job: its status becomes that of a job to be run, and the order stands in `job_orders`
 * until the orchestrator takes it, all in the caller's transaction.
 */
export async function orderJob(
  trx: Trx,
  job: ProcessingJob,
  order: JobOrder,
  change: JobChange,
): Promise<StatusResult<ProcessingJob>> {
  const moved = await moveJobStatus(trx, job, "order", change);
  if (!moved.ok) return moved;
  await withdrawOrders(trx, job.id);
  // It began: nothing is waited for any more.
  await trx
    .updateTable("processings")
    .set({ waits_on: null, waits_for: null, to_start: false })
    .where("id", "=", job.processing_id)
    .where("waits_on", "is not", null)
    .execute();
  await trx
    .insertInto("job_orders")
    .values({
      job_id: job.id,
      ordered_by: personOf(change.actor),
      params: JSON.stringify(order.params ?? {}),
      only_tasks: order.onlyTasks === undefined ? null : [...order.onlyTasks],
    })
    .execute();
  return moved;
}
