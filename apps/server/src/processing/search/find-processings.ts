import { JOB_STATUS, JOB_STATUSES } from "@swath/contract/processing";
import { type RawBuilder, sql } from "kysely";
import { prepared } from "../../platform/postgres/connection.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import {
  COLUMNS,
  type Condition,
  conditionSql,
  decidedByStatuses,
  type StatusBits,
} from "./processing-condition.ts";
import type { ProcessingSearch } from "./processing-search.ts";

/** Where one way of finding a page ends and the next begins; other bounds find the same pages. */
export interface FindBounds {
  /** Up to this many matches of statuses are gathered from the jobs that have them. */
  readonly fewOfStatus: number;
  /** Most rows that the values of one field may give to one page. */
  readonly merged: number;
  /** Of other conditions, up to this many matches are gathered and sorted; more are walked. */
  readonly gathered: number;
}
const FIND_BOUNDS: FindBounds = { fewOfStatus: 500, merged: 200_000, gathered: 50_000 };

/** The bits of statuses are the database's own; they change with its migrations only. */
export async function readStatusBits(db: Db): Promise<StatusBits> {
  const found = await sql<{ status: string; bit: number }>`
    SELECT status, bit FROM job_status_bits`.execute(db);
  return new Map(found.rows.map(({ status, bit }) => [status, bit]));
}

/** How many processings a search finds, exactly: by statuses from kept counts, else from an index. */
export async function countProcessings(
  db: Db,
  { area, condition }: ProcessingSearch,
  bits: StatusBits,
): Promise<number> {
  const where = sql`area = ${area} AND ${conditionSql(condition, bits)}`;
  const query = decidedByStatuses(condition)
    ? sql<{ count: number }>`SELECT coalesce(sum(n), 0)::bigint AS count FROM (
        SELECT area, statuses, n FROM processing_counts
        UNION ALL SELECT area, statuses, n FROM processing_count_changes) AS counted WHERE ${where}`
    : sql<{ count: number }>`SELECT count(*) AS count FROM processings WHERE ${where}`;
  const { rows } = await query.execute(db);
  return rows[0]!.count;
}

/** A page as it is read: from the nearer end of the matches, in the order that starts there. */
interface Window {
  readonly fromEnd: boolean;
  readonly order: RawBuilder<unknown>;
  readonly skip: number;
  readonly limit: number;
}

function windowOf(search: ProcessingSearch, total: number): Window | undefined {
  const { offset } = search;
  const limit = Math.min(search.limit, total - offset);
  if (limit <= 0) return undefined;
  const fromEnd = offset > total / 2;
  const direction = search.descending === fromEnd ? sql`ASC` : sql`DESC`;
  return {
    fromEnd,
    order: sql`ORDER BY survey_date ${direction}, id ${direction}`,
    skip: fromEnd ? total - offset - limit : offset,
    limit,
  };
}

interface Found {
  readonly search: ProcessingSearch;
  readonly total: number;
  readonly bits: StatusBits;
  readonly window: Window;
  readonly bounds: FindBounds;
}

type ByField = Extract<Condition, { kind: "text" }>;

/** A condition that is nothing but any of some values of one field; undefined for others. */
function oneField(condition: Condition): ByField | undefined {
  const single = only(condition);
  return single.kind === "text" ? single : undefined;
}

/**
 * Each value's first processings from the index of its field, merged: a processing has one value. Of
 * each field, order and end there is one text, so that its plan is kept.
 */
function mergedPage({ search, window }: Found, { field, anyOf }: ByField): RawBuilder<unknown> {
  const { order, skip, limit } = window;
  return sql`${prepared} SELECT id FROM unnest(${[...new Set(anyOf)]}::text[]) AS wanted (value)
    CROSS JOIN LATERAL (SELECT id, survey_date FROM processings
      WHERE area = ${search.area} AND ${sql.ref(COLUMNS[field])} = wanted.value
      ${order} LIMIT ${skip + limit}) AS first ${order} LIMIT ${limit} OFFSET ${skip}`;
}

function gather({ window }: Found, where: RawBuilder<unknown>): RawBuilder<unknown> {
  const { order, skip, limit } = window;
  return sql`WITH matching AS MATERIALIZED (SELECT id, survey_date FROM processings WHERE ${where})
    SELECT id FROM matching ${order} LIMIT ${limit} OFFSET ${skip}`;
}

/** Along the index by date; a single filter by status, or none, has one text for each order and end. */
function walk({ search, window }: Found, where: RawBuilder<unknown>): RawBuilder<unknown> {
  const { order, skip, limit } = window;
  const single = only(search.condition);
  const isFixed = single.kind === "status" || (single.kind === "all" && single.of.length === 0);
  return sql`${isFixed ? prepared : sql``} SELECT id FROM processings WHERE ${where} ${order}
    LIMIT ${limit} OFFSET ${skip}`;
}

type OfStatus = Extract<Condition, { kind: "status" }>;

/** A condition of one list of statuses that jobs have as such; undefined for others. */
function oneStatus(condition: Condition): OfStatus | undefined {
  const single = only(condition);
  if (single.kind !== "status") return undefined;
  return single.anyOf.some((each) => each.startsWith("QA_")) ? undefined : single;
}

function pageSql(found: Found): RawBuilder<unknown> {
  const { search, bits, bounds, window, total } = found;
  const { area, condition } = search;
  const where = sql`area = ${area} AND ${conditionSql(condition, bits)}`;
  const field = oneField(condition);
  const rows = (field?.anyOf.length ?? 0) * (window.skip + window.limit);
  if (field !== undefined && rows <= bounds.merged) return mergedPage(found, field);
  const status = oneStatus(condition);
  if (status?.anyOf.every(isActive) === true)
    return walk(found, sql`${where} AND ${activeSql(bits)}`);
  if (status !== undefined && total <= bounds.fewOfStatus)
    return gather(
      found,
      sql`area = ${area} AND id IN (SELECT processing_id FROM processing_jobs
        WHERE status = ANY (${status.anyOf}::text[]))`,
    );
  const broad = decidedByStatuses(condition) || total > bounds.gathered;
  const inOrder = broad || isRange(condition) || isAbsence(condition);
  return inOrder ? walk(found, where) : gather(found, where);
}

const isActive = (status: string): boolean =>
  JOB_STATUSES.some((each) => each === status && JOB_STATUS[each].kind === "active");

/** The condition of the index `processings_active`, in the index's words. */
function activeSql(bits: StatusBits): RawBuilder<boolean> {
  const mask = JOB_STATUSES.filter(isActive).reduce((sum, each) => sum + 2 ** bits.get(each)!, 0);
  return sql.raw<boolean>(`(statuses & ${mask}::bigint) <> 0`);
}

const only = (condition: Condition): Condition =>
  condition.kind === "all" && condition.of.length === 1 ? only(condition.of[0]!) : condition;

/** A range of dates is a part of the index by date. */
const isRange = (condition: Condition): boolean => only(condition).kind === "surveyed";

/** Those without a value stand together in the index of its field, in the order of dates. */
function isAbsence(condition: Condition): boolean {
  const single = only(condition);
  return single.kind === "not" && single.of.kind === "present";
}

/** The identifiers of a page, in its order; `total`: the number of matches. */
export async function findProcessings(
  db: Db,
  search: ProcessingSearch,
  total: number,
  bits: StatusBits,
  bounds: FindBounds = FIND_BOUNDS,
): Promise<string[]> {
  const window = windowOf(search, total);
  if (window === undefined) return [];
  const query = pageSql({ search, total, bits, window, bounds });
  const { rows } = await sql<{ id: string }>`${query}`.execute(db);
  const ids = rows.map(({ id }) => id);
  return window.fromEnd ? ids.toReversed() : ids;
}
