import { z } from "zod";
import { normaliseMessage, summaryLine } from "./normalise-message.ts";
import type { JobStatus } from "./job-status.ts";

/** Files that failed, with what was reported of them. */
export const failedFilesSchema = z.object({
  file_names: z.array(z.string()),
  failure_message: z.array(z.string()),
});
export interface FailedFiles {
  readonly file_names: readonly string[];
  readonly failure_message: readonly string[];
}

/** A message and the files that it was reported of. */
export interface FailureLine {
  readonly message: string;
  readonly files: readonly string[];
}

/**
 * The messages of failed files (document 3, section 5), by the rules of {@link summaryLine}.
 *
 * contract/F3 the same message is one line with all its files, most files first.
 */
export function failureLines(failed: readonly FailedFiles[]): readonly FailureLine[] {
  const lines = new Map<string, Set<string>>();
  for (const { file_names, failure_message } of failed)
    for (const line of failure_message.flatMap((message) => message.split(/\r?\n/))) {
      const message = summaryLine(line);
      if (message === undefined) continue;
      const files = lines.get(message) ?? new Set();
      for (const file of file_names) files.add(file);
      lines.set(message, files);
    }
  return [...lines]
    .map(([message, files]) => ({ message, files: [...files] }))
    .toSorted((a, b) => b.files.length - a.files.length);
}

/** Most lines of a job that are compared: what fails for ever costs nothing. */
const MOST_LINES = 2_000;

/**
 * What a job failed with: of its files' messages, normalised, the one that most files have, with the
 * first line that says so; undefined where the files say nothing.
 */
export function leadingFailure(
  failed: readonly FailedFiles[],
): { readonly message: string; readonly example: string } | undefined {
  const found = new Map<string, { example: string; files: number }>();
  for (const { message: example, files } of failureLines(failed).slice(0, MOST_LINES)) {
    const message = normaliseMessage(example);
    const known = found.get(message);
    if (known !== undefined) known.files += files.length;
    else if (message !== "") found.set(message, { example, files: files.length });
  }
  const [first] = [...found].toSorted(([, a], [, b]) => b.files - a.files);
  return first === undefined ? undefined : { message: first[0], example: first[1].example };
}

/** What decides whether a job that failed still waits for an answer. */
export interface FailedJobFacts {
  readonly status: JobStatus;
  /** Whether what comes after it waits for QA, and who completed it. */
  readonly requireQA: boolean;
  readonly qaUser: string | null;
  /** False: its result alone is superseded. */
  readonly active: boolean;
  readonly processing: {
    readonly active: boolean;
    readonly deletedSuperseded: boolean;
    readonly archived: boolean;
  };
}

const FAILED: ReadonlySet<JobStatus> = new Set([
  "FAILED",
  "COMPLETED_WITH_ERRORS",
  "MANUAL_PROCESSING_REQUIRED",
]);

/**
 * Whether a failure that a run ended with is one of the inbox:
 *
 * contract/I1 a job that FAILED, is COMPLETED_WITH_ERRORS or has to be processed by hand waits for an
 * answer: a run, QA, or a mark, each of which changes its status;
 * contract/I2 a COMPLETED one does while its QA is due: files failed within the stage's tolerance, or a
 * measure missed its bound; without QA the stage's own file has answered;
 * contract/I3 what is superseded or archived needs no answer.
 *
 * The database keeps the same beside each failure (`migrations/baseline/failures.sql`).
 */
export function awaitsAnswer(job: FailedJobFacts): boolean {
  const { processing } = job;
  if (!job.active || !processing.active) return false;
  if (processing.deletedSuperseded || processing.archived) return false;
  if (FAILED.has(job.status)) return true;
  return job.status === "COMPLETED" && job.requireQA && job.qaUser === null;
}
