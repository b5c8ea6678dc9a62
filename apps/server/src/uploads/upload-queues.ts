import type { Db } from "../platform/postgres/schema.ts";
import type { Queues } from "../platform/queues/queues.ts";

export const BRING_BACK_QUEUE = "bring-back";

export interface BringBackJob {
  readonly uploadId: string;
  /** Number of the replacement that brings files back. */
  readonly order: number;
}

/** Queues an order, unless it waits or runs already. */
export async function sendBringBack(queues: Queues, job: BringBackJob, within?: Db): Promise<void> {
  await queues.send(BRING_BACK_QUEUE, job, { key: `${job.order}`, ...(within && { within }) });
}

export const REBUILD_QUEUE = "rebuild";

export interface RebuildJob {
  readonly uploadId: string;
}

/** Queues the rebuild of an upload, unless one waits or runs already. */
export async function sendRebuild(queues: Queues, uploadId: string, within?: Db): Promise<void> {
  const job: RebuildJob = { uploadId };
  await queues.send(REBUILD_QUEUE, job, { key: uploadId, ...(within && { within }) });
}
