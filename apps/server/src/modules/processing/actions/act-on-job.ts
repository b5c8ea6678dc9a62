import { AppError } from "@swath/contract/errors";
import { may } from "@swath/contract/identity";
import { refusalOf } from "@swath/contract/processing";
import { stagesBefore } from "../../../domain/processing/known-templates.ts";
import {
  actionFacts,
  lockProcessing,
  type ProcessingRecord,
} from "../../../domain/processing/processing-record.ts";
import type { ProcessingJob } from "../../../domain/processing/move-job-status.ts";
import { recordEvent } from "../../../platform/audit/record-event.ts";
import type { Trx } from "../../../platform/postgres/schema.ts";
import type { Caller, ProcessingDeps } from "../processing-deps.ts";
import { type ChangingAction, EFFECTS, type Effect } from "./effects.ts";
import { checkUnchanged, checkVisible, jobOf, type JobName } from "./job-of.ts";

/** An action on a job of a processing. */
export interface JobRequest {
  readonly processingId: string;
  readonly job: JobName;
  readonly action: ChangingAction;
  readonly qa?: Effect["qa"];
}

type Deps = Pick<ProcessingDeps, "db" | "templates">;

const RESUBMITS: ReadonlySet<ChangingAction> = new Set(["resubmit", "resubmitJob"]);

/** INVALID_TRANSITION, with why in the words of the table of actions. */
export function invalid(job: ProcessingJob, action: string, reason: string): AppError {
  return new AppError("INVALID_TRANSITION", reason, {
    job: job.name,
    status: job.status,
    action,
    reason,
  });
}

/** processing/A3 what overwrites results takes a group that may resubmit, by whatever call it comes. */
function checkGroup(action: ChangingAction, { identity }: Caller): void {
  if (!RESUBMITS.has(action) || may(identity.roles, "resubmitProcessings")) return;
  throw new AppError("INSUFFICIENT_PRIVILEGES", "your groups do not allow this", {
    permission: "resubmitProcessings",
  });
}

/** What of a job and its processing an action may change, for the audit log. */
function shown({ processing, jobs }: ProcessingRecord, job: ProcessingJob) {
  const now = jobs.find(({ id }) => id === job.id) ?? job;
  const { status, active, qa_user, qa_issue_desc, qa_issue_res } = now;
  return {
    status,
    active: active && processing.active,
    qaUser: qa_user,
    qaIssueDesc: qa_issue_desc,
    qaIssueRes: qa_issue_res,
  };
}

/** The members that differ, before and after. */
function differences(before: object, after: object) {
  const changed = Object.entries(after).filter(
    ([name, value]) => (before as Record<string, unknown>)[name] !== value,
  );
  const names = new Set(changed.map(([name]) => name));
  return {
    before: Object.fromEntries(Object.entries(before).filter(([name]) => names.has(name))),
    after: Object.fromEntries(changed),
  };
}

/** Locks a processing that the caller sees, in the state that the caller saw. */
export async function lockFor(
  trx: Trx,
  processingId: string,
  caller: Caller,
): Promise<ProcessingRecord> {
  const record = await lockProcessing(trx, processingId);
  checkVisible(record.processing, caller.identity.roles);
  checkUnchanged(record, caller);
  return record;
}

/** Does an action, and records it with what it changed. */
export async function perform(
  trx: Trx,
  action: ChangingAction,
  effect: Effect,
  how: (trx: Trx, effect: Effect) => Promise<void> = EFFECTS[action],
): Promise<void> {
  const { record, job, caller } = effect;
  await how(trx, effect);
  const after = await lockProcessing(trx, record.processing.id);
  await recordEvent(trx, {
    action: "processing.changed",
    actor: caller.identity,
    from: caller.from,
    flightId: record.processing.flight_id,
    detail: {
      processing: record.processing.id,
      job: job.name,
      action,
      ...differences(shown(record, job), shown(after, job)),
    },
  });
}

/**
 * Does to a job what its menu offers (contract: `refusalOf`), with its entry in the audit log, in one
 * transaction. INVALID_TRANSITION with the reason for what the table refuses, RECORD_CHANGED,
 * PROCESSING_NOT_FOUND, INSUFFICIENT_PRIVILEGES.
 */
export async function actOnJob(
  { db, templates }: Deps,
  { processingId, job: name, action, qa }: JobRequest,
  caller: Caller,
): Promise<void> {
  checkGroup(action, caller);
  await db.transaction().execute(async (trx) => {
    const record = await lockFor(trx, processingId, caller);
    const job = jobOf(record, name);
    const facts = actionFacts(record, job, { templates, roles: caller.identity.roles });
    const reason = refusalOf(action, facts);
    if (reason !== undefined) throw invalid(job, action, reason);
    const earlier = stagesBefore(templates);
    await perform(trx, action, {
      record,
      job,
      caller,
      earlier,
      ...(qa === undefined ? {} : { qa }),
    });
  });
}
