import type { Queues } from "../../platform/queues/queues.ts";
import type { Db } from "../../platform/postgres/schema.ts";

export const BRING_BACK_QUEUE = "bring-back";

export interface BringBackJob {
  readonly uploadId: string;
  /** Number of the replacement that brings files back. */
  readonly order: number;
}

/** Queues an order, unless it waits or runs already. */
export async function sendBringBack(queues: Queues, job: BringBackJob, within?: Db): Promise<void> {
  const options = { key: `${job.order}` };
  await queues.send(BRING_BACK_QUEUE, job, within === undefined ? options : { ...options, within });
}
