import type { FailedFiles, FailureLine } from "@swath/contract/processing";
import type { JobRow, ProcessingRow } from "../records/processing-row.ts";

/** Stages that share one summary of failures (document 3, section 9). */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  ICP: ["ICP1_MineIP1", "ICP2_MineIP1"],
};

/** The name of the summary that a job's failures are in. */
export function failureGroup(job: JobRow): string {
  return Object.entries(GROUPS).find(([, names]) => names.includes(job.name))?.[0] ?? job.name;
}

/** The failed files of a job, with those of the other stages of its group. */
export function failuresOf(row: ProcessingRow, job: JobRow): readonly FailedFiles[] {
  const names = GROUPS[failureGroup(job)] ?? [job.name];
  const of = job.area === "stage" ? row.stages.filter(({ name }) => names.includes(name)) : [job];
  return of.flatMap(({ failedFiles }) => failedFiles);
}

/** The summary without any line (document 3, section 5). */
export const NO_FAILURES = "All tasks run successfully or all errors filtered.";

/** The summary as a text file. */
export function failureText(lines: readonly FailureLine[]): string {
  if (lines.length === 0) return `${NO_FAILURES}\n`;
  return lines
    .flatMap(({ message, files }) => [
      `${message} (${files.length})`,
      ...files.map((file) => `  ${file}`),
    ])
    .join("\n")
    .concat("\n");
}

/** The file's name: the sensor log's identifier and the cluster (document 3, section 2.2). */
export const failureFileName = (row: ProcessingRow, job: JobRow): string =>
  `${row.sensorId}_${failureGroup(job)}_Errors.txt`;
