import type { FailedFiles, FailureLine } from "@swath/contract/processing";
import type { JobRow, ProcessingRow } from "../rows/processing-row.ts";

/** Stages whose failures are summed up together (document 3, section 9). */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  ICP: ["ICP1_MineIP1", "ICP2_MineIP1"],
};

/** The name under which a job's failures are summed up. */
export function failureGroup(job: JobRow): string {
  return Object.entries(GROUPS).find(([, names]) => names.includes(job.name))?.[0] ?? job.name;
}

/** The failed files of a job, with those of the other stages of its group. */
export function failuresOf(row: ProcessingRow, job: JobRow): readonly FailedFiles[] {
  const names = GROUPS[failureGroup(job)] ?? [job.name];
  const of = job.area === "stage" ? row.stages.filter(({ name }) => names.includes(name)) : [job];
  return of.flatMap(({ failedFiles }) => failedFiles);
}

/** Shown, and saved, where no line is left (document 3, section 5). */
export const NO_FAILURES = "All tasks run successfully or all errors filtered.";

/** The summary as the text file that is saved. */
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

/** Its name: the sensor log's identifier and the cluster (document 3, section 2.2). */
export const failureFileName = (row: ProcessingRow, job: JobRow): string =>
  `${row.sensorId}_${failureGroup(job)}_Errors.txt`;
