import { randomUUID } from "node:crypto";
import {
  BULK_EXAMPLES,
  type BulkPreview,
  type BulkPreviewRequest,
} from "@swath/contract/processing";
import { type BulkContext, type JudgedJob, plainJob } from "./bulk-context.ts";
import { judgeJobs, type Judgement } from "./judge-jobs.ts";
import { keepBulk } from "./kept-bulk.ts";
import { selectJobs } from "./select-jobs.ts";

/** The reasons by which jobs are refused, the most frequent first. */
function refusals(jobs: readonly JudgedJob[]): BulkPreview["refused"] {
  const refused = jobs.filter(({ code }) => code !== null);
  return [...Map.groupBy(refused, ({ reason }) => reason ?? "")]
    .map(([reason, of]) => ({
      reason,
      count: of.length,
      examples: of.slice(0, BULK_EXAMPLES).map(plainJob),
    }))
    .toSorted((a, b) => b.count - a.count || a.reason.localeCompare(b.reason));
}

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
    refused: refusals(jobs),
    overwritten,
    expires: expires.toISOString(),
  };
}
