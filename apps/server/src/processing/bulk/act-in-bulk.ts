import { AppError } from "@swath/contract/errors";
import type { BulkOutcome, BulkRequest, BulkRow } from "@swath/contract/processing";
import { transactAgain } from "../../platform/postgres/transact-again.ts";
import { actOnJobs } from "./act-on-jobs.ts";
import { type BulkContext, type JudgedJob, nameOfJob } from "./bulk-context.ts";
import {
  type KeptRow,
  type BulkName,
  countParts,
  keepBulk,
  type SavedBulk,
  readBulk,
  readUndone,
} from "./saved-bulk.ts";
import { judgeScope } from "./preview-bulk.ts";

/** Jobs of one transaction, so that no row is locked for long. */
const PART_JOBS = 250;

/** Parts of jobs, in their order; those of one processing stand in one part. */
export function partsOf(jobs: readonly JudgedJob[]): JudgedJob[][] {
  const parts: JudgedJob[][] = [];
  for (const job of jobs) {
    const last = parts.at(-1);
    const isSame = last?.at(-1)?.processingId === job.processingId;
    if (last === undefined || (last.length >= PART_JOBS && !isSame)) parts.push([job]);
    else last.push(job);
  }
  return parts;
}

interface Part {
  readonly name: BulkName;
  readonly number: number;
  readonly jobs: readonly JudgedJob[];
}

/** Acts on a part once, even if its call is sent again, and answers its outcome. */
async function actOnPart(
  context: BulkContext,
  request: BulkRequest,
  { name, number: part, jobs }: Part,
): Promise<{ readonly rows: readonly KeptRow[]; readonly isNew: boolean }> {
  return transactAgain(context.db, async (trx) => {
    // Another call with the same key waits here until this one has ended.
    const begun = await trx
      .insertInto("processing_bulk_parts")
      .values({ ...name, part, rows: "[]" })
      .onConflict((conflict) => conflict.doNothing())
      .returning("part")
      .executeTakeFirst();
    const of = { ...name, part };
    if (begun === undefined) {
      const row = await trx
        .selectFrom("processing_bulk_parts")
        .select("rows")
        .where((where) => where.and(of))
        .executeTakeFirstOrThrow();
      return { rows: row.rows, isNew: false };
    }
    const undone = await readUndone(trx, name.subject, request.undoes ?? []);
    const rows = await actOnJobs(trx, context, { ...request, undone }, jobs);
    await trx
      .updateTable("processing_bulk_parts")
      .set({ rows: JSON.stringify(rows) })
      .where((where) => where.and(of))
      .execute();
    return { rows, isNew: true };
  });
}

/** The previewed jobs without those that the filters no longer find, and the number found since. */
async function compared(
  context: BulkContext,
  request: BulkRequest,
  { jobs, added }: SavedBulk,
): Promise<{ readonly jobs: readonly JudgedJob[]; readonly added: number }> {
  if ("targets" in request.on) return { jobs, added: 0 };
  const before = new Set(jobs.filter(({ code }) => code === null).map(nameOfJob));
  const { jobs: now } = await judgeScope(context, request);
  const found = new Set(now.map(({ processingId }) => processingId));
  const since = now.filter((each) => each.code === null && !before.has(nameOfJob(each))).length;
  const gone = { code: "RECORD_CHANGED", reason: "The filters no longer find it" } as const;
  return {
    jobs: jobs.map((job) =>
      job.code === null && !found.has(job.processingId) ? { ...job, ...gone } : job,
    ),
    added: added ?? since,
  };
}

async function keptOf(
  context: BulkContext,
  request: BulkRequest,
  name: BulkName,
): Promise<SavedBulk> {
  const kept = await readBulk(context.db, name, request);
  if (kept !== undefined) return kept;
  // Without a preview the filters may find jobs that nobody saw (processing/B7).
  if (!("targets" in request.on))
    throw new AppError("PREVIEW_EXPIRED", "there is no such preview, or it is too old");
  const { jobs } = await judgeScope(context, request);
  await keepBulk(context.db, name, request, jobs);
  return (await readBulk(context.db, name, request)) ?? { jobs, added: null };
}

function checkRequest({ action, on, qa }: BulkRequest): void {
  if (action === "completeQAWithErrors" && qa === undefined)
    throw new AppError("INVALID_REQUEST", "QA with errors takes an issue and its resolution", {
      field: "qa",
    });
  if (action === "resubmit" && !("targets" in on) && on.job === null)
    throw new AppError("INVALID_REQUEST", "a resubmission names its job", { field: "job" });
}

/**
 * Does an action to many jobs, part by part, and answers the outcome of each:
 *
 * processing/B1 filters of the Terrain Mapper's list are refused to callers who may not see it;
 * processing/B2 a job that the caller may not see is answered like one that does not exist: no name, no reason;
 * processing/B3 a key stands for one request, so that the action is the one that was previewed;
 * processing/B4 every call locks records in the order of their identifiers;
 * processing/B5 jobs whose record changed since the preview are left, and the others are done;
 * processing/B6 jobs of one processing are done in their order, each on the state that the last one left;
 * processing/B7 the jobs that filters find are done as previewed; jobs found since are counted, not done;
 * processing/B8 a call that is sent again with its key goes on with the parts that were not done, and answers
 * the earlier outcome of the others: nothing is done twice;
 * processing/B9 each row of a resubmission requires the group that may resubmit;
 * processing/B10 a call that waits for the orchestrator, which waits for it, starts again;
 * processing/B11 a mark requires a reason if the setting says so: without one nothing is done;
 * processing/B12 a result that is superseded again, because its utilisation is taken back, has its former mark,
 * unless its record changed since;
 * processing/B13 a preview names the jobs that miss a bound; without words these are left.
 */
export async function actInBulk(context: BulkContext, request: BulkRequest): Promise<BulkOutcome> {
  checkRequest(request);
  const { key, action } = request;
  const name = { subject: context.caller.identity.subject, key };
  const kept = await keptOf(context, request, name);
  const isWhole = (await countParts(context.db, name)) === partsOf(kept.jobs).length;
  const { jobs, added } = isWhole
    ? { jobs: kept.jobs, added: kept.added ?? 0 }
    : await compared(context, request, kept);
  if (kept.added === null)
    await context.db
      .updateTable("processing_bulks")
      .set({ added })
      .where((where) => where.and({ ...name }))
      .where("added", "is", null)
      .execute();
  const parts: Awaited<ReturnType<typeof actOnPart>>[] = [];
  for (const [number, of] of partsOf(jobs).entries())
    parts.push(await actOnPart(context, request, { name, number, jobs: of }));
  const rows = parts.flatMap((part) => part.rows.map(({ mark: _mark, ...row }): BulkRow => row));
  return {
    key,
    action,
    added,
    rows,
    done: rows.filter(({ code }) => code === null).length,
    repeated: parts.length > 0 && parts.every(({ isNew }) => !isNew),
  };
}
