import { AppError } from "@swath/contract/errors";
import { type ActionFacts, refusalOf, rowCondition } from "@swath/contract/processing";
import type { Role } from "@swath/contract/identity";
import { type KnownTemplates, stagesBefore } from "../../../domain/processing/known-templates.ts";
import {
  type JobChange,
  moveJobStatus,
  type ProcessingJob,
} from "../../../domain/processing/move-job-status.ts";
import { type JobOrder, orderJob } from "../../../domain/processing/order-job.ts";
import { actionFacts, lockProcessing } from "../../../domain/processing/processing-record.ts";
import { resetLater } from "../../../domain/processing/reset-later.ts";
import type { Trx } from "../../../platform/postgres/schema.ts";
import { maySee } from "../attempts/find-attempt.ts";
import type { RunDeps } from "../run-deps.ts";
import { stageParams } from "../stages/stage-params.ts";

export interface CalledOrder extends JobOrder {
  readonly processingId: string;
  readonly job: string;
}

/** Who orders, and with which roles. */
export interface Orderer extends Pick<JobChange, "actor" | "from"> {
  readonly roles: readonly Role[];
}

const NO_QA = { qa_user: null, qa_issue_desc: null, qa_issue_res: null } as const;
/** Statuses of jobs that nothing came of yet. */
const UNBEGUN: ReadonlySet<string> = new Set(["NOT_COMMENCED", "UNAVAILABLE"]);
const USUAL = "row/O7";

/** Why a job may not be ordered, or undefined where it may. */
function refusal(facts: ActionFacts): string | undefined {
  if (!UNBEGUN.has(facts.job.status)) return refusalOf("resubmit", facts);
  const { rule } = rowCondition(facts);
  return rule === USUAL ? undefined : `not offered here (${rule})`;
}

function checkParams({ catalogue }: Pick<RunDeps, "catalogue">, { job, params }: CalledOrder) {
  const stage = catalogue.stages.get(job);
  const read = stage && stageParams(stage.file, params ?? {});
  if (read !== undefined && "faults" in read)
    throw new AppError("INVALID_REQUEST", read.faults.join("; "));
}

/** What was unavailable may be ordered again. */
async function restored(trx: Trx, job: ProcessingJob, change: JobChange): Promise<ProcessingJob> {
  const moved = await moveJobStatus(trx, job, "restore", change);
  if (!moved.ok) throw new AppError("INVALID_TRANSITION", `no restore from ${job.status}`);
  return moved.row;
}

/**
 * Orders a run of a job with parameters, or of some of its tasks: what never ran begins, what ended is
 * resubmitted by the rules of its menu, and the jobs after it begin anew. Throws
 * PROCESSING_NOT_FOUND, INVALID_REQUEST for parameters out of bounds, INVALID_TRANSITION.
 */
export async function orderByCall(
  deps: Pick<RunDeps, "db" | "catalogue"> & { readonly templates: KnownTemplates },
  order: CalledOrder,
  { roles, ...who }: Orderer,
): Promise<void> {
  checkParams(deps, order);
  await deps.db.transaction().execute(async (trx) => {
    const record = await lockProcessing(trx, order.processingId);
    const own = record.jobs.find(({ name }) => name === order.job);
    if (own === undefined || !maySee(roles, record.processing))
      throw new AppError("PROCESSING_NOT_FOUND", `there is no job ${order.job} of it`);
    const reason = refusal(actionFacts(record, own, { templates: deps.templates, roles }));
    if (reason !== undefined) {
      const details = { job: own.name, status: own.status, action: "resubmit", reason };
      throw new AppError("INVALID_TRANSITION", reason, details);
    }
    const change: JobChange = { ...who, flightId: record.processing.flight_id };
    const job = own.status === "UNAVAILABLE" ? await restored(trx, own, change) : own;
    const ordered = await orderJob(trx, job, order, { ...change, columns: NO_QA });
    if (!ordered.ok) throw new AppError("INVALID_TRANSITION", `no order from ${job.status}`);
    const { jobs } = record;
    await resetLater(trx, { jobs, own, earlier: stagesBefore(deps.templates) }, change);
  });
}
