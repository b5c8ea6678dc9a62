import type { Jobs } from "../../../platform/jobs/jobs.ts";
import type { Db } from "../../../platform/postgres/schema.ts";

export const BRING_BACK_QUEUE = "bring-back";

export interface BringBackJob {
  readonly uploadId: string;
  /** Number of the replacement that brings files back. */
  readonly order: number;
}

/** Queues an order, unless it waits or runs already. */
export async function sendBringBack(jobs: Jobs, job: BringBackJob, within?: Db): Promise<void> {
  const options = { key: `${job.order}` };
  await jobs.send(BRING_BACK_QUEUE, job, within === undefined ? options : { ...options, within });
}
