import { endpoints } from "@swath/contract/endpoints";
import {
  BULK_LABELS,
  BULK_REVERSES,
  BULK_TARGETS,
  type BulkAction,
  type BulkJob,
  type BulkOutcome,
  type BulkPreview,
  type BulkRow,
  type BulkScope,
  CONFIRMATIONS,
  JOB_ACTIONS,
} from "@swath/contract/processing";
import type { Api } from "../../platform/api/api.ts";
import { formatCount, plural } from "../../ui/text/format.ts";
import { type BulkNotes, requestJob } from "../actions/job-request.ts";

/** A bulk action before its confirmation. */
export interface BulkPlan {
  readonly action: BulkAction;
  readonly on: BulkScope;
  /** The description of its jobs, such as 'PI1 of 12 processings'. */
  readonly what: string;
}

/** The server's preview of a plan. */
export interface PreviewedPlan extends Pick<
  BulkPreview,
  "eligible" | "missed" | "missedBounds" | "refused" | "overwritten"
> {
  readonly plan: BulkPlan;
  /** Parts that fit in one call, each with the key of its preview. */
  readonly parts: readonly { readonly on: BulkScope; readonly key: string }[];
}

/** The outcome of a plan. */
export interface BulkResult extends Pick<BulkOutcome, "action" | "done" | "added" | "rows"> {
  /** The keys of its calls. */
  readonly keys: readonly string[];
}

/** A reason for which jobs stay unchanged, with their count and examples. */
export type Refused = BulkPreview["refused"][number];

/** Asks the server for the preview of a plan, which changes nothing. */
export async function previewPlan(
  api: Api,
  plan: BulkPlan,
  signal?: AbortSignal,
): Promise<PreviewedPlan> {
  const previews: (BulkPreview & { readonly on: BulkScope })[] = [];
  for (const on of scopesOf(plan.on)) {
    const body = { action: plan.action, on };
    const call = signal === undefined ? { body } : { body, signal };
    previews.push({ ...(await api.call(endpoints.previewBulk, call)), on });
  }
  return {
    plan,
    parts: previews.map(({ on, key }) => ({ on, key })),
    eligible: sum(previews.map(({ eligible }) => eligible)),
    missed: sum(previews.map(({ missed }) => missed)),
    missedBounds: joined(previews.flatMap(({ missedBounds }) => missedBounds)),
    overwritten: sum(previews.map(({ overwritten }) => overwritten)),
    refused: joined(previews.flatMap(({ refused }) => refused)),
  };
}

/** Splits targets into calls; the jobs of one processing stay in one call. */
function scopesOf(on: BulkScope): BulkScope[] {
  if (!("targets" in on)) return [on];
  const scopes: (typeof on.targets)[] = [];
  for (const own of Map.groupBy(on.targets, ({ processingId }) => processingId).values()) {
    const last = scopes.at(-1);
    if (last !== undefined && last.length + own.length <= BULK_TARGETS) last.push(...own);
    else scopes.push([...own]);
  }
  return scopes.map((targets) => ({ targets }));
}

const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);

const EXAMPLES = 3;

/** Joins equal reasons, the most frequent first. */
function joined(refused: readonly Refused[]): Refused[] {
  return [...Map.groupBy(refused, ({ reason }) => reason)]
    .map(([reason, of]) => ({
      reason,
      count: sum(of.map(({ count }) => count)),
      examples: of.flatMap(({ examples }) => examples).slice(0, EXAMPLES),
    }))
    .toSorted((a, b) => b.count - a.count);
}

/**
 * Carries a plan out. After a failure it can be called again and continues: the server does nothing twice
 * under the key of a preview.
 */
export async function carryOut(
  api: Api,
  { plan: { action }, parts }: PreviewedPlan,
  notes: BulkNotes,
): Promise<BulkResult> {
  const outcomes: BulkOutcome[] = [];
  for (const { on, key } of parts)
    outcomes.push(await requestJob(api, { key, action, on, ...notes }));
  return {
    action,
    keys: outcomes.map(({ key }) => key),
    done: sum(outcomes.map(({ done }) => done)),
    added: sum(outcomes.map(({ added }) => added)),
    rows: outcomes.flatMap(({ rows }) => rows),
  };
}

/** The reasons for which jobs were not done, the most frequent first. */
export const notDone = (rows: readonly BulkRow[]): Refused[] =>
  joined(
    rows.flatMap((row) =>
      row.code === null ? [] : [{ reason: row.reason ?? "", count: 1, examples: [row] }],
    ),
  );

/** The plan that reverses an outcome, for the jobs that allow it; undefined without any. */
export function undoOf({ what }: BulkPlan, { action, rows }: BulkResult): BulkPlan | undefined {
  const reverse = BULK_REVERSES[action];
  const targets = rows.flatMap(({ processingId, job, updated, reversible }) =>
    reversible && updated !== null ? [{ processingId, job, updated }] : [],
  );
  if (reverse === undefined || targets.length === 0) return undefined;
  return { action: reverse, on: { targets }, what };
}

/** The name of the LMS job of a processing. */
const LMS = "LMS";

/** The question before an action (document 3, section 8); another one where LMS may be cancelled. */
export function confirmationOf({ action, on }: Omit<BulkPlan, "what">): string | undefined {
  if (action === "cancel") {
    const jobs = "targets" in on ? on.targets.map(({ job }) => job) : [on.job ?? LMS];
    return jobs.includes(LMS) ? CONFIRMATIONS.cancelLMS : CONFIRMATIONS.update;
  }
  const row = JOB_ACTIONS[action];
  return "confirm" in row ? CONFIRMATIONS[row.confirm] : undefined;
}

/** The summary of a preview: 'Eligible 37, not 5'. */
export function previewLine(eligible: number, refused: readonly Refused[]): string {
  const not = sum(refused.map(({ count }) => count));
  return `Eligible ${formatCount(eligible)}, not ${formatCount(not)}`;
}

export function outcomeLine({ done, rows }: BulkResult): string {
  return `Done ${formatCount(done)}, not ${formatCount(rows.length - done)}`;
}

/** The job's sensor log, flight and label. */
export const nameOf = ({ sensorId, processingId, flightId, label }: BulkJob): string =>
  [sensorId ?? processingId, flightId, label]
    .filter((part) => part !== null && part !== "")
    .join(" ");

/** The outcome of a plan as text for the clipboard. */
export function outcomeText({ action, what }: BulkPlan, result: BulkResult): string {
  const { rows, added } = result;
  return [
    `${BULK_LABELS[action]}: ${what}`,
    `${outcomeLine(result)}${added === 0 ? "" : `, ${plural(added, "job")} found since and left`}`,
    ...rows.map((row) => `${nameOf(row)}: ${row.code === null ? /* text */ "done" : row.reason}`),
  ].join("\n");
}
