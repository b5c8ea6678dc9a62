import type { Queues } from "../platform/queues/queues.ts";
import type { Db } from "../platform/postgres/schema.ts";

export const REBUILD_QUEUE = "rebuild";

export interface RebuildJob {
  readonly uploadId: string;
}

/** Queues the rebuild of an upload, unless one waits or runs already. */
export async function sendRebuild(queues: Queues, uploadId: string, within?: Db): Promise<void> {
  const job: RebuildJob = { uploadId };
  const options = { key: uploadId };
  await queues.send(REBUILD_QUEUE, job, within === undefined ? options : { ...options, within });
}
