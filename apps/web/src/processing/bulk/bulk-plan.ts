import {
  BULK_REVERSES,
  BULK_TARGETS,
  type BulkAction,
  type BulkOutcome,
  type BulkPreview,
  type BulkRow,
  type BulkScope,
} from "@swath/contract/processing";
import { endpoints } from "@swath/contract/endpoints";
import type { Api } from "../../platform/api/api.ts";

/** What somebody is about to do to many jobs. */
export interface BulkPlan {
  readonly action: BulkAction;
  readonly on: BulkScope;
  /** What it is done to, as in 'PI1 of 12 processings'. */
  readonly what: string;
}

/** What was written down with it. */
export interface BulkNotes {
  readonly qa?: { readonly issue: string; readonly resolution: string };
  readonly reason?: string;
  /** Keys of the calls that it takes back. */
  readonly undoes?: string[];
}

/** A part that one call takes, by the key of its preview. */
interface BulkPart {
  readonly on: BulkScope;
  readonly key: string;
}

/** What the server says of a plan before it is carried out. */
export interface PreviewedPlan extends Pick<
  BulkPreview,
  "eligible" | "missed" | "missedBounds" | "refused" | "overwritten"
> {
  readonly plan: BulkPlan;
  readonly parts: readonly BulkPart[];
}

/** What became of a plan. */
export interface BulkResult extends Pick<BulkOutcome, "action" | "done" | "added" | "rows"> {
  /** Of its calls. */
  readonly keys: readonly string[];
}

/** A reason by which jobs are left as they are. */
export type Refused = BulkPreview["refused"][number];

/** As many calls as the jobs need; those of one processing stay together. */
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

function joined(refused: readonly Refused[]): Refused[] {
  return [...Map.groupBy(refused, ({ reason }) => reason)]
    .map(([reason, of]) => ({
      reason,
      count: of.reduce((sum, { count }) => sum + count, 0),
      examples: of.flatMap(({ examples }) => examples).slice(0, 3),
    }))
    .toSorted((a, b) => b.count - a.count);
}

/** Has the server say what a plan would do; nothing is changed. */
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
    eligible: previews.reduce((sum, { eligible }) => sum + eligible, 0),
    missed: previews.reduce((sum, { missed }) => sum + missed, 0),
    missedBounds: joined(previews.flatMap(({ missedBounds }) => missedBounds)),
    overwritten: previews.reduce((sum, { overwritten }) => sum + overwritten, 0),
    refused: joined(previews.flatMap(({ refused }) => refused)),
  };
}

/**
 * Carries a plan out. Sent again after a failure it goes on where that left it: the keys are those of
 * the preview, by which the server does nothing twice.
 */
export async function carryOut(
  api: Api,
  { plan: { action }, parts }: PreviewedPlan,
  notes: BulkNotes,
): Promise<BulkResult> {
  const outcomes: BulkOutcome[] = [];
  for (const { on, key } of parts)
    outcomes.push(await api.call(endpoints.actInBulk, { body: { key, action, on, ...notes } }));
  return {
    action,
    keys: outcomes.map(({ key }) => key),
    done: outcomes.reduce((sum, { done }) => sum + done, 0),
    added: outcomes.reduce((sum, { added }) => sum + added, 0),
    rows: outcomes.flatMap(({ rows }) => rows),
  };
}

const EXAMPLES = 3;

/** Why jobs were not done, the most frequent reason first. */
export function notDone(rows: readonly BulkRow[]): Refused[] {
  const refused = rows.filter(({ code }) => code !== null);
  return [...Map.groupBy(refused, ({ reason }) => reason ?? "")]
    .map(([reason, of]) => ({ reason, count: of.length, examples: of.slice(0, EXAMPLES) }))
    .toSorted((a, b) => b.count - a.count);
}

/** The reverse of what was done, for the jobs that it leads back; undefined where there is none. */
export function undoOf({ what }: BulkPlan, { action, rows }: BulkResult): BulkPlan | undefined {
  const reverse = BULK_REVERSES[action];
  const targets = rows.flatMap(({ processingId, job, updated, reversible }) =>
    reversible && updated !== null ? [{ processingId, job, updated }] : [],
  );
  if (reverse === undefined || targets.length === 0) return undefined;
  return { action: reverse, on: { targets }, what };
}
