import { BULK_REVERSES, type BulkRequest } from "@swath/contract/processing";
import { lockProcessings, type ProcessingRecord } from "../records/processing-record.ts";
import type { StoredMark } from "../../domain/processing/processing.tables.ts";
import type { Trx } from "../../platform/postgres/schema.ts";
import { approvedBy, effectOf, markedBy, perform } from "../actions/act-on-job.ts";
import { type ChangingAction, datedMark, type Effect } from "../actions/effects.ts";
import { checkUnchanged } from "../records/find-processing.ts";
import { missedBounds } from "../actions/missed-bounds.ts";
import {
  actionOf,
  type BulkContext,
  IN_WORDS,
  jobIn,
  type JudgedJob,
  nameOfJob,
  plainJob,
  type Refusal,
  refusalIn,
} from "./bulk-context.ts";
import type { KeptRow } from "./saved-bulk.ts";

/** The caller's notes on an action on many jobs. */
export interface BulkNotes extends Pick<BulkRequest, "qa" | "reason"> {
  /** The outcomes of the calls that it undoes, by job. */
  readonly undone: ReadonlyMap<string, KeptRow>;
}

interface Attempt {
  readonly job: JudgedJob;
  readonly action: ChangingAction;
  readonly effect: Effect;
}

/** Jobs of locked records, and the outcome of each. */
interface Round {
  readonly trx: Trx;
  readonly context: BulkContext;
  readonly notes: BulkNotes;
  /** As they are now. */
  readonly records: Map<string, ProcessingRecord>;
  /** Bounds that their results miss, where the action approves of these. */
  readonly missed: Awaited<ReturnType<typeof missedBounds>>;
  /** When they were changed last, before this. */
  readonly seen: ReadonlyMap<string, string>;
  readonly outcomes: Map<JudgedJob, KeptRow>;
}

const rowOf = (job: JudgedJob, { code, reason }: Refusal): KeptRow => ({
  ...plainJob(job),
  code,
  reason,
  updated: null,
  reversible: false,
});

/** Whether the reverse action leads back: a stage that is utilised takes its processing with it. */
const isReversible = ({ action }: BulkContext, { job, record }: Effect): boolean =>
  BULK_REVERSES[action] !== undefined &&
  (BULK_REVERSES[action] === "undoQA" || job.area !== "stage" || record.processing.active);

/** The mark of a result that is superseded again (processing/B12). */
function formerMark(
  { notes, seen }: Round,
  job: JudgedJob,
  action: ChangingAction,
): StoredMark | undefined {
  const kept = notes.undone.get(nameOfJob(job));
  if (action !== "markSuperseded" || kept?.mark?.action !== action) return undefined;
  return kept.updated === seen.get(job.processingId) ? kept.mark : undefined;
}

function attemptOf(round: Round, job: JudgedJob): Attempt | undefined {
  const { context, records, notes, outcomes } = round;
  const record = records.get(job.processingId);
  const own = jobIn(records, job);
  if (record === undefined || own === undefined) {
    const code = "PROCESSING_NOT_FOUND";
    outcomes.set(job, rowOf(job, { code, reason: IN_WORDS[code] }));
    return undefined;
  }
  try {
    const action = actionOf(context, record, own);
    const request = { job: own.name, action, ...(notes.qa === undefined ? {} : { qa: notes.qa }) };
    // The state that was seen was compared before the first of its jobs was changed.
    const caller = { ...context.caller, updated: undefined };
    const effect = effectOf(record, request, caller, context.templates);
    const mark = { action, reason: notes.reason };
    const marked = approvedBy(
      markedBy(effect, mark, context.requireReason),
      mark,
      round.missed.get(own.id) ?? [],
    );
    const former = formerMark(round, job, action);
    return { job, action, effect: former === undefined ? marked : { ...marked, mark: former } };
  } catch (error) {
    outcomes.set(job, rowOf(job, refusalIn(error)));
    return undefined;
  }
}

/** Acts on jobs, each of another processing. */
async function actOnce(round: Round, jobs: readonly JudgedJob[]): Promise<void> {
  const { trx, records, outcomes } = round;
  const attempts = jobs.flatMap((job) => attemptOf(round, job) ?? []);
  for (const [action, of] of Map.groupBy(attempts, (each) => each.action)) {
    const effects = of.map(({ effect }) => effect);
    for (const [id, record] of await perform(trx, action, effects)) records.set(id, record);
    for (const { job, effect } of of)
      outcomes.set(job, {
        ...rowOf(job, { code: null, reason: null }),
        reversible: isReversible(round.context, effect),
        mark: datedMark(effect.job),
      });
  }
}

/** Those whose record is no longer as it was seen have their outcome; answers the others. */
function unchanged({ context, records, outcomes }: Round, jobs: readonly JudgedJob[]) {
  return jobs.filter((job) => {
    const record = records.get(job.processingId);
    try {
      if (record !== undefined)
        checkUnchanged(record, { ...context.caller, updated: job.updated ?? undefined });
      return true;
    } catch (error) {
      outcomes.set(job, rowOf(job, refusalIn(error)));
      return false;
    }
  });
}

/**
 * Acts on jobs, in one transaction, each by the rules of the single action and with its entries in
 * history and audit log (processing/B4 to B6).
 */
export async function actOnJobs(
  trx: Trx,
  context: BulkContext,
  notes: BulkNotes,
  jobs: readonly JudgedJob[],
): Promise<KeptRow[]> {
  const eligible = jobs.filter(({ code }) => code === null);
  const ids = [...new Set(eligible.map(({ processingId }) => processingId))];
  const records = await lockProcessings(trx, ids);
  const seen = new Map(
    [...records].map(([id, { processing }]) => [id, processing.updated.toISOString()]),
  );
  const missed = await missedBounds(
    trx,
    context.action,
    eligible.flatMap((job) => jobIn(records, job)?.id ?? []),
  );
  const round: Round = { trx, context, notes, records, missed, seen, outcomes: new Map() };
  const ofEach = Map.groupBy(unchanged(round, eligible), ({ processingId }) => processingId);
  const most = Math.max(0, ...[...ofEach.values()].map(({ length }) => length));
  for (let turn = 0; turn < most; turn += 1)
    await actOnce(
      round,
      [...ofEach.values()].flatMap((own) => own[turn] ?? []),
    );
  return jobs.map((job) => {
    const outcome = round.outcomes.get(job) ?? rowOf(job, job);
    const record = outcome.code === null ? records.get(job.processingId) : undefined;
    return { ...outcome, updated: record?.processing.updated.toISOString() ?? null };
  });
}
