import type { Kysely } from "kysely";
import type { Jobs } from "../../../platform/jobs/jobs.ts";
import type { Database } from "../../../platform/postgres/schema.ts";

export const REBUILD_QUEUE = "rebuild";

export interface RebuildJob {
  readonly uploadId: string;
}

/** Has an upload rebuilt; one that waits or runs already is not asked for twice. */
export async function sendRebuild(
  jobs: Jobs,
  uploadId: string,
  within?: Kysely<Database>,
): Promise<void> {
  const job: RebuildJob = { uploadId };
  const options = { key: uploadId };
  await jobs.send(REBUILD_QUEUE, job, within === undefined ? options : { ...options, within });
}
