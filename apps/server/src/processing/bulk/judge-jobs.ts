import { isOn, JOB_STATES } from "@swath/contract/processing";
import { stagesBefore } from "../../domain/processing/known-templates.ts";
import type { ProcessingJob } from "../../domain/processing/move-job-status.ts";
import {
  actionFacts,
  type ProcessingRecord,
  readProcessingRecords,
} from "../records/processing-record.ts";
import { jobsToReset } from "../records/order-jobs.ts";
import { effectOf } from "../actions/act-on-job.ts";
import { isVisible } from "../records/find-processing.ts";
import { missedBounds } from "../actions/missed-bounds.ts";
import {
  actionOf,
  type BulkContext,
  IN_WORDS,
  jobIn,
  type JudgedJob,
  type Refusal,
  refusalIn,
} from "./bulk-context.ts";

/** A job that a call is about; of no name: every job of the processing that the action is for. */
export interface SelectedJob {
  readonly processingId: string;
  readonly job: string | null;
  /** The state of the record that the caller saw. */
  readonly updated?: string | undefined;
}

/** Records are read by this many at once. */
const READ_AT_ONCE = 500;
const NONE = { code: null, reason: null } as const;

const UNKNOWN = {
  code: "PROCESSING_NOT_FOUND",
  reason: IN_WORDS.PROCESSING_NOT_FOUND,
} as const;
const unknownJob = ({ processingId, job }: SelectedJob): JudgedJob => ({
  processingId,
  job: job ?? "",
  label: job ?? "",
  flightId: null,
  sensorId: null,
  projectId: null,
  updated: null,
  ...UNKNOWN,
});

/** The record once a job of it was resubmitted. */
function resubmitted(
  context: BulkContext,
  record: ProcessingRecord,
  own: ProcessingJob,
): ProcessingRecord {
  const earlier = stagesBefore(context.templates);
  const reset = new Set(jobsToReset({ own, jobs: record.jobs, earlier }).map(({ id }) => id));
  const moved = (job: ProcessingJob): ProcessingJob => {
    const event = job.id === own.id ? "order" : reset.has(job.id) ? "reset" : undefined;
    const status = event && JOB_STATES[job.area].nextStatus(job.status, event);
    return status === undefined ? job : { ...job, status };
  };
  return { ...record, jobs: record.jobs.map(moved) };
}

/** The record once a job's result, or where it is no stage's the processing, is superseded or not. */
function withActive(
  record: ProcessingRecord,
  own: ProcessingJob,
  active: boolean,
): ProcessingRecord {
  const { processing, jobs } = record;
  const isStage = own.area === "stage";
  const moved = (job: ProcessingJob): ProcessingJob =>
    isStage && job.id === own.id ? { ...job, active } : job;
  return {
    ...record,
    processing: isStage && !active ? processing : { ...processing, active },
    jobs: jobs.map(moved),
  };
}

/** The record after an action on a job, from which its later jobs are judged. */
function recordAfter(
  context: BulkContext,
  record: ProcessingRecord,
  own: ProcessingJob,
): ProcessingRecord {
  if (context.action === "resubmit") return resubmitted(context, record, own);
  if (context.action === "markSuperseded") return withActive(record, own, false);
  if (context.action === "markUtilised") return withActive(record, own, true);
  return record;
}

/** The jobs of a record that a call is about, in their order. */
function jobsOf(
  context: BulkContext,
  record: ProcessingRecord,
  selected: readonly SelectedJob[],
): { readonly job: ProcessingJob; readonly updated?: string | undefined }[] {
  return record.jobs.flatMap((job) => {
    const named = selected.find((each) => each.job === job.name);
    if (named !== undefined) return [{ job, updated: named.updated }];
    const any = selected.some((each) => each.job === null);
    if (!any) return [];
    const { templates, caller } = context;
    const { roles, subject } = caller.identity;
    const facts = actionFacts(record, job, { templates, roles, subject });
    return isOn(actionOf(context, record, job), facts.job) ? [{ job }] : [];
  });
}

function judgeOne(
  context: BulkContext,
  record: ProcessingRecord,
  job: ProcessingJob,
  updated: string | undefined,
): Refusal {
  try {
    const request = { job: job.name, action: actionOf(context, record, job) };
    effectOf(record, request, { ...context.caller, updated }, context.templates);
    return NONE;
  } catch (error) {
    return refusalIn(error);
  }
}

/** A job of a record, as it was judged. */
const judgedOf = (
  { processing }: ProcessingRecord,
  { name, label }: Pick<ProcessingJob, "name" | "label">,
  { code, reason }: Refusal,
  updated = processing.updated.toISOString(),
): JudgedJob => ({
  processingId: processing.id,
  flightId: processing.flight_id,
  sensorId: processing.sensor_id,
  projectId: processing.project_id,
  job: name,
  label,
  updated,
  code,
  reason,
});

/** None of a record's jobs is one that the action is for. */
const NO_JOB = [
  { name: "", label: "" },
  { code: "INVALID_TRANSITION", reason: "No job of it offers this" },
] as const;

function judgeRecord(
  context: BulkContext,
  first: ProcessingRecord,
  selected: readonly SelectedJob[],
): JudgedJob[] {
  let record = first;
  const judged = jobsOf(context, first, selected).map(({ job, updated }): JudgedJob => {
    const now = record.jobs.find(({ id }) => id === job.id)!;
    const refusal = judgeOne(context, record, now, updated);
    if (refusal.code === null) record = recordAfter(context, record, now);
    return judgedOf(first, job, refusal, updated);
  });
  const names = new Set(judged.map(({ job }) => job));
  const missing = selected.flatMap(({ job: name }) =>
    name === null || names.has(name) ? [] : [judgedOf(first, { name, label: name }, UNKNOWN)],
  );
  const all = [...judged, ...missing];
  return all.length > 0 ? all : [judgedOf(first, ...NO_JOB)];
}

/** How many later jobs' results the resubmission of jobs overwrites. */
function overwrittenBy(
  { action, templates }: BulkContext,
  record: ProcessingRecord,
  judged: readonly JudgedJob[],
): number {
  if (action !== "resubmit") return 0;
  const own = new Set(judged.filter(({ code }) => code === null).map(({ job }) => job));
  const earlier = stagesBefore(templates);
  const later = record.jobs
    .filter(({ name }) => own.has(name))
    .flatMap((job) => jobsToReset({ own: job, jobs: record.jobs, earlier }));
  return new Set(later.map(({ id }) => id)).size;
}

/** Jobs that were judged, in the order in which they are acted on. */
export interface Judgement {
  readonly jobs: JudgedJob[];
  readonly overwritten: number;
}

function judge(
  context: BulkContext,
  record: ProcessingRecord | undefined,
  own: readonly SelectedJob[],
): Judgement {
  // A hidden record is answered like one that does not exist (processing/B2).
  if (record === undefined || !isVisible(record.processing, context.caller.identity.roles))
    return { jobs: own.map(unknownJob), overwritten: 0 };
  const jobs = judgeRecord(context, record, own);
  return { jobs, overwritten: overwrittenBy(context, record, jobs) };
}

/** The same, where those that an action approves of say which bounds they miss. */
async function withMissed(
  { db, action }: BulkContext,
  records: ReadonlyMap<string, ProcessingRecord>,
  judged: readonly Judgement[],
): Promise<readonly Judgement[]> {
  const idOf = (job: JudgedJob): string => jobIn(records, job)?.id ?? "";
  const eligible = judged.flatMap(({ jobs }) => jobs.filter(({ code }) => code === null));
  const bounds = await missedBounds(db, action, eligible.map(idOf));
  if (bounds.size === 0) return judged;
  const told = (job: JudgedJob): JudgedJob => {
    const missed = job.code === null ? (bounds.get(idOf(job)) ?? []) : [];
    return missed.length === 0 ? job : { ...job, missed };
  };
  return judged.map(({ jobs, overwritten }) => ({ jobs: jobs.map(told), overwritten }));
}

/** Whether an action may be done to each of some jobs, by the rules of the single action. */
export async function judgeJobs(
  context: BulkContext,
  selected: readonly SelectedJob[],
): Promise<Judgement> {
  const ofEach = Map.groupBy(selected, ({ processingId }) => processingId);
  const ids = [...ofEach.keys()].toSorted();
  const judgements: Judgement[] = [];
  for (let from = 0; from < ids.length; from += READ_AT_ONCE) {
    const page = ids.slice(from, from + READ_AT_ONCE);
    const records = await readProcessingRecords(context.db, page);
    const judged = page.map((id) => judge(context, records.get(id), ofEach.get(id) ?? []));
    judgements.push(...(await withMissed(context, records, judged)));
  }
  return {
    jobs: judgements.flatMap(({ jobs }) => jobs),
    overwritten: judgements.reduce((sum, { overwritten }) => sum + overwritten, 0),
  };
}
