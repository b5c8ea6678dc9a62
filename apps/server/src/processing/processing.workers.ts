import { sql } from "kysely";
import type { Queues } from "../platform/queues/queues.ts";
import type { ProcessingDeps } from "./processing-deps.ts";
import { nameFailures } from "./failures/name-failures.ts";
import { completeRecords, startProcessings } from "./orchestrate/start-processings.ts";

const START_SECONDS = 2;
const COMPACT_SECONDS = 60;
const COMPLETE_SECONDS = 3_600;

/** Runs the background work of processings' records on this process. */
export async function workProcessings(
  deps: Pick<ProcessingDeps, "db" | "templates"> & { readonly queues: Queues },
): Promise<void> {
  const { db, queues } = deps;
  await queues.every("start-processings", START_SECONDS, () => startProcessings(deps));
  await queues.every("complete-processings", COMPLETE_SECONDS, () => completeRecords(deps));
  await queues.every("name-failures", START_SECONDS, () => nameFailures(db));
  await queues.every("processing-counts", COMPACT_SECONDS, async () => {
    await sql`SELECT compact_processing_counts(), compact_failure_counts()`.execute(db);
  });
}
