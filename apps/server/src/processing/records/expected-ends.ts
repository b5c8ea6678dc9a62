import { isRunning } from "@swath/contract/processing";
import type { ExpectedEnds, ProcessingDeps } from "../processing-deps.ts";
import { readStored, type StoredJob, type StoredProcessing } from "./stored-processing.ts";

/** Processings with when their jobs are expected to end: of all in one question, and none where nothing runs. */
export async function readShown(
  { db, expectedEnds }: Pick<ProcessingDeps, "db" | "expectedEnds">,
  ids: readonly string[],
): Promise<readonly StoredProcessing[]> {
  const rows = await readStored(db, ids);
  const active = rows.filter(({ jobs }) => jobs.some(({ status }) => isRunning(status)));
  if (active.length === 0) return rows;
  const ends = await expectedEnds(
    active.flatMap(({ id, jobs }) => jobs.map((job) => ({ ...job, processing_id: id }))),
  );
  return rows.map((row) => withEnds(row, ends));
}

const withEnds = (row: StoredProcessing, ends: ExpectedEnds): StoredProcessing => ({
  ...row,
  jobs: row.jobs.map((job) => (isRunning(job.status) ? withEnd(job, ends) : job)),
});

const withEnd = (job: StoredJob, ends: ExpectedEnds): StoredJob => ({
  ...job,
  expected: ends.get(job.id),
});
