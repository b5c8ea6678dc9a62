import { randomUUID } from "node:crypto";
import {
  BULK_EXAMPLES,
  type BulkPreview,
  type BulkPreviewRequest,
} from "@swath/contract/processing";
import { type BulkContext, type JudgedJob, plainJob } from "./bulk-context.ts";
import { judgeJobs, type Judgement } from "./judge-jobs.ts";
import { keepBulk } from "./saved-bulk.ts";
import { selectJobs } from "./select-jobs.ts";

interface Said {
  readonly reason: string;
  readonly job: JudgedJob;
}

/** What is said of jobs, the most frequent first. */
function counted(said: readonly Said[]): BulkPreview["refused"] {
  return [...Map.groupBy(said, ({ reason }) => reason)]
    .map(([reason, of]) => ({
      reason,
      count: of.length,
      examples: of.slice(0, BULK_EXAMPLES).map(({ job }) => plainJob(job)),
    }))
    .toSorted((a, b) => b.count - a.count || a.reason.localeCompare(b.reason));
}

/** The reasons by which jobs are refused. */
const refusals = (jobs: readonly JudgedJob[]) =>
  counted(jobs.flatMap((job) => (job.code === null ? [] : [{ reason: job.reason ?? "", job }])));

/** The bounds that the others miss. */
const missedBounds = (jobs: readonly JudgedJob[]) =>
  counted(jobs.flatMap((job) => (job.missed ?? []).map((reason) => ({ reason, job }))));

/** What an action would be to the jobs that a call is about now. */
export async function judgeScope(
  context: BulkContext,
  { on }: BulkPreviewRequest,
): Promise<Judgement> {
  const selected = await selectJobs(context.db, on, context.caller.identity.roles);
  return judgeJobs(context, selected);
}

/** How many of the jobs an action may be done to; what it found is kept under the key that it answers. */
export async function previewBulk(
  context: BulkContext,
  request: BulkPreviewRequest,
): Promise<BulkPreview> {
  const { jobs, overwritten } = await judgeScope(context, request);
  const key = randomUUID();
  const name = { subject: context.caller.identity.subject, key };
  const expires = await keepBulk(context.db, name, request, jobs);
  return {
    key,
    eligible: jobs.filter(({ code }) => code === null).length,
    missed: jobs.filter(({ missed }) => missed !== undefined).length,
    missedBounds: missedBounds(jobs),
    refused: refusals(jobs),
    overwritten,
    expires: expires.toISOString(),
  };
}
