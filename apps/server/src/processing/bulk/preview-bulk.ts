import { AppError } from "@swath/contract/errors";
import { may, type Role } from "@swath/contract/identity";
import {
  BULK_EXAMPLES,
  BULK_FOUND,
  type BulkPreview,
  type BulkPreviewRequest,
  type BulkScope,
} from "@swath/contract/processing";
import { randomUUID } from "node:crypto";
import type { Db } from "../../platform/postgres/schema.ts";
import { findPage, type ListSearch } from "../../domain/search/list-pages.ts";
import { processingSearch, terrainMapperSearch } from "../search/processing-search.ts";
import { type BulkContext, type JudgedJob, plainJob } from "./bulk-context.ts";
import { judgeJobs, type Judgement, type SelectedJob } from "./judge-jobs.ts";
import { keepBulk } from "./saved-bulk.ts";

type Targets = Extract<BulkScope, { readonly targets: unknown }>;
type Found = Exclude<BulkScope, Targets>;

const PAGE = { page: 1, pageSize: BULK_FOUND, limit: BULK_FOUND } as const;

function searchOf(on: Found, roles: readonly Role[]): ListSearch {
  const { page, pageSize, limit } = PAGE;
  if (on.list === "processing")
    return processingSearch({ ...on.filters, page, pageSize, sort: "Date -1" });
  // A caller who may not see a list may not search it (processing/B1).
  if (!may(roles, "readTerrainMapper"))
    throw new AppError("INSUFFICIENT_PRIVILEGES", "your groups do not allow this", {
      permission: "readTerrainMapper",
    });
  return terrainMapperSearch({ ...on.filters, page, limit });
}

async function foundJobs(db: Db, on: Found, roles: readonly Role[]): Promise<SelectedJob[]> {
  const { total, ids } = await findPage(db, searchOf(on, roles));
  if (total > BULK_FOUND)
    throw new AppError("SEARCH_TOO_WIDE", `the filters find more than ${BULK_FOUND} processings`, {
      found: total,
      limit: BULK_FOUND,
    });
  return ids.map((processingId) => ({ processingId, job: on.job }));
}

const nameOf = ({ processingId, job }: SelectedJob): string => `${processingId}.${job}`;

/** The jobs that a call names, each once, or that its filters find now. */
async function selectJobs(db: Db, on: BulkScope, roles: readonly Role[]): Promise<SelectedJob[]> {
  if (!("targets" in on)) return foundJobs(db, on, roles);
  return [...new Map(on.targets.map((target) => [nameOf(target), target])).values()];
}

interface Said {
  readonly reason: string;
  readonly job: JudgedJob;
}

/** Reasons with their jobs, the most frequent first. */
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

/** Judges the jobs that a call names, or that its filters find now. */
export async function judgeScope(
  context: BulkContext,
  { on }: BulkPreviewRequest,
): Promise<Judgement> {
  const selected = await selectJobs(context.db, on, context.caller.identity.roles);
  return judgeJobs(context, selected);
}

/** Previews an action, and saves the preview under the key that it answers. */
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
