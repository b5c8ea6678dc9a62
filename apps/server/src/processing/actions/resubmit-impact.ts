import type { Role } from "@swath/contract/identity";
import {
  JOB_STATUS,
  LAST_FORMER_VERSION,
  refusalOf,
  type ResubmitImpact,
} from "@swath/contract/processing";
import { stagesBefore } from "../../domain/processing/known-templates.ts";
import type { ProcessingJob } from "../../domain/processing/move-job-status.ts";
import {
  actionFacts,
  type ProcessingRecord,
  readProcessingRecord,
} from "../records/processing-record.ts";
import { jobsToReset } from "../records/order-jobs.ts";
import type { ProcessingDeps } from "../processing-deps.ts";
import { checkVisible, jobOf } from "../records/find-processing.ts";

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

function overwritten(job: ProcessingJob): ResubmitImpact["Overwritten"][number] {
  const { run_started: began, run_ended: ended } = job;
  return {
    Name: job.name,
    Label: job.label,
    Status: job.status,
    Attempts: job.attempts,
    RunStartDate: iso(began),
    RunEndDate: iso(ended),
    Seconds: began && ended ? Math.max(0, (ended.getTime() - began.getTime()) / 1_000) : null,
    SucceededJobCount: job.succeeded,
    QAUser: job.qa_user,
    OutputS3Path: job.output_path,
  };
}

const refusal = (record: ProcessingRecord, facts: Parameters<typeof refusalOf>[1]) => {
  const isFormer = record.processing.document_major_version <= LAST_FORMER_VERSION;
  return refusalOf(isFormer ? "resubmitJob" : "resubmit", facts) ?? null;
};

const isResult = ({ status }: ProcessingJob): boolean => JOB_STATUS[status].kind !== "rest";

/** The results that resubmitting a job overwrites, by the rule of the resubmission itself. */
export async function resubmitImpact(
  { db, templates }: Pick<ProcessingDeps, "db" | "templates">,
  processingId: string,
  name: string,
  roles: readonly Role[],
): Promise<ResubmitImpact> {
  const record = await readProcessingRecord(db, processingId);
  checkVisible(record.processing, roles);
  const own = jobOf(record, name);
  const later = jobsToReset({ own, jobs: record.jobs, earlier: stagesBefore(templates) });
  const lost = [own, ...later].filter(isResult).map(overwritten);
  const names = new Set([own, ...later].map((job) => job.name));
  return {
    Refusal: refusal(record, actionFacts(record, own, { templates, roles })),
    Overwritten: lost,
    Kept: record.jobs
      .filter((job) => isResult(job) && !names.has(job.name))
      .map(({ label }) => label),
    Seconds: lost.reduce((sum, { Seconds }) => sum + (Seconds ?? 0), 0),
    Updated: record.processing.updated.toISOString(),
  };
}
