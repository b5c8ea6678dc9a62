import { AppError } from "@swath/contract/errors";
import { may } from "@swath/contract/identity";
import { isApproval, isMark, refusalOf } from "@swath/contract/processing";
import {
  type KnownTemplates,
  readsCalibration,
  stagesBefore,
} from "../../domain/processing/known-templates.ts";
import {
  actionFacts,
  lockProcessing,
  lockProcessings,
  type ProcessingRecord,
} from "../records/processing-record.ts";
import type { ProcessingJob } from "../../domain/processing/move-job-status.ts";
import { type AuditEvent, recordEvents } from "../../platform/audit/record-event.ts";
import type { Trx } from "../../platform/postgres/schema.ts";
import { transactAgain } from "../../platform/postgres/transact-again.ts";
import type { Caller, ProcessingDeps } from "../processing-deps.ts";
import { type ChangingAction, EFFECTS, type Effect } from "./effects.ts";
import { checkUnchanged, checkVisible, jobOf, type JobName } from "../records/find-processing.ts";
import { missedBounds } from "./missed-bounds.ts";

/** An action on a job of a processing. */
export interface JobRequest {
  readonly processingId: string;
  readonly job: JobName;
  readonly action: ChangingAction;
  readonly qa?: Effect["qa"];
  /** Why, of a mark that is set by hand. */
  readonly reason?: string | undefined;
}

type Deps = Pick<ProcessingDeps, "db" | "templates" | "requireReason">;

const RESUBMITS: ReadonlySet<ChangingAction> = new Set(["resubmit", "resubmitJob"]);

/** INVALID_TRANSITION, with why in the words of the table of actions. */
function invalid(job: ProcessingJob, action: string, reason: string): AppError {
  return new AppError("INVALID_TRANSITION", reason, {
    job: job.name,
    status: job.status,
    action,
    reason,
  });
}

/** Throws INSUFFICIENT_PRIVILEGES where results would be overwritten (processing/A3). */
function checkGroup(action: ChangingAction, { identity }: Caller): void {
  if (!RESUBMITS.has(action) || may(identity.roles, "resubmitProcessings")) return;
  throw new AppError("INSUFFICIENT_PRIVILEGES", "your groups do not allow this", {
    permission: "resubmitProcessings",
  });
}

/** An effect with its mark (processing/A4); throws INVALID_REQUEST without a required reason. */
export function markedBy(
  effect: Effect,
  { action, reason }: Pick<JobRequest, "action" | "reason">,
  requireReason: boolean,
): Effect {
  const { job, caller } = effect;
  if (!isMark(action, job.status)) return effect;
  if (requireReason && reason === undefined)
    throw new AppError("INVALID_REQUEST", "a mark that is set by hand takes a reason", {
      field: "Reason",
    });
  return { ...effect, mark: { action, by: caller.identity.name, reason: reason ?? null } };
}

/** An effect with the reviewer's words (processing/A6); throws BOUNDS_MISSED without them. */
export function approvedBy(
  effect: Effect,
  { action, reason }: Pick<JobRequest, "action" | "reason">,
  missed: readonly string[],
): Effect {
  if (action === "undoQA") return { ...effect, words: reason };
  if (!isApproval(action) || missed.length === 0) return effect;
  const { job, caller } = effect;
  if (reason === undefined)
    throw new AppError("BOUNDS_MISSED", `Say why it is approved: ${missed.join("; ")}`, {
      job: job.name,
      field: "Reason",
      missed,
    });
  return { ...effect, missed, mark: { action, by: caller.identity.name, reason } };
}

/** The fields that an action may change, for the audit log. */
function shown({ processing, jobs }: ProcessingRecord, job: ProcessingJob) {
  const now = jobs.find(({ id }) => id === job.id) ?? job;
  const { status, active, qa_user, qa_issue_desc, qa_issue_res } = now;
  return {
    status,
    active: active && processing.active,
    qaUser: qa_user,
    qaIssueDesc: qa_issue_desc,
    qaIssueRes: qa_issue_res,
    calibration: processing.calibration_id,
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
  checkSeen(record, caller);
  return record;
}

function checkSeen(record: ProcessingRecord, caller: Caller): void {
  checkVisible(record.processing, caller.identity.roles);
  checkUnchanged(record, caller);
}

function auditOf(action: ChangingAction, effect: Effect, after: ProcessingRecord): AuditEvent {
  const { record, job, caller } = effect;
  return {
    action: "processing.changed",
    actor: caller.identity,
    from: caller.from,
    flightId: record.processing.flight_id,
    detail: {
      processing: record.processing.id,
      job: job.name,
      action,
      reason: effect.mark?.reason ?? effect.words ?? null,
      ...(effect.missed === undefined ? {} : { missed: effect.missed }),
      ...differences(shown(record, job), shown(after, job)),
    },
  };
}

/** Does an action to jobs, each of another processing, and records each change. */
export async function perform(
  trx: Trx,
  action: ChangingAction,
  effects: readonly Effect[],
): Promise<ReadonlyMap<string, ProcessingRecord>> {
  await EFFECTS[action](trx, effects);
  const ids = effects.map(({ record }) => record.processing.id);
  const after = await lockProcessings(trx, ids);
  const events = effects.map((effect) =>
    auditOf(action, effect, after.get(effect.record.processing.id) ?? effect.record),
  );
  await recordEvents(trx, events);
  return after;
}

/**
 * What an action is to a job of a locked record. Throws PROCESSING_NOT_FOUND for what the caller may
 * not see, RECORD_CHANGED, and INVALID_TRANSITION with the reason for what the table refuses.
 */
export function effectOf(
  record: ProcessingRecord,
  { job: name, action, qa }: Omit<JobRequest, "processingId">,
  caller: Caller,
  templates: KnownTemplates,
): Effect {
  checkSeen(record, caller);
  const job = jobOf(record, name);
  const { roles, subject } = caller.identity;
  const facts = actionFacts(record, job, { templates, roles, subject });
  const reason = refusalOf(action, facts);
  if (reason !== undefined) throw invalid(job, action, reason);
  return {
    record,
    job,
    caller,
    earlier: stagesBefore(templates),
    readsCalibration: readsCalibration(templates, job.name),
    ...(qa === undefined ? {} : { qa }),
  };
}

/**
 * Does to a job what its menu offers (contract: `refusalOf`), with its entry in the audit log, in one
 * transaction. Throws as {@link effectOf} does, and INSUFFICIENT_PRIVILEGES.
 *
 * The rules of all calls on jobs, those on many (act-in-bulk.ts) included:
 *
 * processing/A1 callers who may not see the Terrain Mapper's dashboard get PROCESSING_NOT_FOUND for its
 * records, and none of its failures;
 * processing/A2 a call that saw another state of the record is refused: RECORD_CHANGED;
 * processing/A3 every call that overwrites results requires a group that may resubmit;
 * processing/A4 a mark that is set by hand requires a reason if the setting says so;
 * processing/A5 the orchestrator locks jobs before their processing: if it and an action wait for each
 * other, the action starts again;
 * processing/A6 a result that misses a bound is approved with the reviewer's words only; they are kept
 * as a mark, with their author;
 * processing/A7 tasks that run alone have the parameters of the attempt whose outputs are carried over:
 * others are refused as INVALID_REQUEST;
 * processing/A8 another person's token in a body is refused, and no token is kept;
 * processing/A9 a call for lines gets one refusal for a record that does not exist, is of another sensor,
 * project or area, or is hidden from the caller, so that the caller learns nothing of it.
 */
export async function actOnJob(
  { db, templates, requireReason }: Deps,
  { processingId, ...request }: JobRequest,
  caller: Caller,
): Promise<void> {
  checkGroup(request.action, caller);
  await transactAgain(db, async (trx) => {
    const record = await lockProcessing(trx, processingId);
    const effect = effectOf(record, request, caller, templates);
    const marked = markedBy(effect, request, requireReason);
    const missed = await missedBounds(trx, request.action, [effect.job.id]);
    await perform(trx, request.action, [
      approvedBy(marked, request, missed.get(effect.job.id) ?? []),
    ]);
  });
}
