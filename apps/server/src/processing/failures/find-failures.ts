import type { FailureGroup, FailureKind } from "@swath/contract/processing";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import {
  type Area,
  countedFailures,
  type FailureSearch,
  isFiltered,
  openFailures,
} from "./failure-search.ts";

export interface Paging {
  readonly page: number;
  readonly pageSize: number;
}

export interface Found<T> {
  readonly rows: readonly T[];
  readonly total: number;
}

/** A total beside each row; of a page after the last one it is counted. */
const totalOf = (rows: readonly { readonly total: number }[]): number => rows[0]?.total ?? 0;

interface GroupRow {
  readonly key: string;
  readonly message: string;
  readonly example: string;
  readonly kinds: readonly FailureKind[];
  readonly stages: readonly string[];
  readonly jobs: number;
  readonly flights: number;
  readonly first: Date;
  readonly last: Date;
  readonly total: number;
}

/** Groups of failures that wait for an answer: most jobs first, of as many the latest. */
export async function findGroups(
  db: Db,
  search: FailureSearch,
  { page, pageSize }: Paging,
): Promise<Found<FailureGroup>> {
  const paged = sql`ORDER BY jobs DESC, last DESC, key
    LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`;
  const query = isFiltered(search)
    ? groupsOfFound(openFailures(search), paged)
    : groupsOfAll(search, paged);
  const { rows } = await sql<GroupRow>`${query}`.execute(db);
  const total = rows.length > 0 ? totalOf(rows) : await countGroups(db, search);
  return { rows: rows.map(groupOf), total };
}

/** Counts are kept; a page's groups are looked up in the index of each group. */
function groupsOfAll(search: FailureSearch, paged: RawBuilder<unknown>): RawBuilder<unknown> {
  const open = openFailures(search);
  return sql`WITH counted AS (
      SELECT f.key, sum(f.n)::bigint AS jobs, array_agg(DISTINCT f.label) AS stages,
        array_agg(DISTINCT f.kind) AS kinds
      ${countedFailures(search)} GROUP BY f.key),
    page AS (SELECT counted.*, latest.at AS last, count(*) OVER () AS total FROM counted
      CROSS JOIN LATERAL (SELECT f.at ${open} AND f.key = counted.key
        ORDER BY f.at DESC LIMIT 1) AS latest
      ${paged})
    SELECT page.*, latest.message, latest.example, flights.n AS flights, earliest.at AS first
    FROM page
    CROSS JOIN LATERAL (SELECT count(*) AS n FROM (SELECT f.flight_id
      ${open} AND f.key = page.key GROUP BY f.flight_id) AS flight) AS flights
    CROSS JOIN LATERAL (SELECT f.at ${open} AND f.key = page.key
      ORDER BY f.at LIMIT 1) AS earliest
    CROSS JOIN LATERAL (SELECT f.message, f.example ${open}
      AND f.key = page.key ORDER BY f.at DESC LIMIT 1) AS latest
    ORDER BY page.jobs DESC, page.last DESC, page.key`;
}

/** Reads the filtered failures once, and groups them. */
const groupsOfFound = (
  open: RawBuilder<unknown>,
  paged: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`WITH
    found AS MATERIALIZED (SELECT f.job_id, f.key, f.kind, f.label, f.flight_id, f.at ${open}),
    labelled AS (SELECT key, kind, label, count(*) AS n, max(at) AS last FROM found
      GROUP BY key, kind, label),
    page AS (SELECT key, sum(n)::bigint AS jobs, array_agg(DISTINCT label) AS stages,
        array_agg(DISTINCT kind) AS kinds, max(last) AS last, count(*) OVER () AS total
      FROM labelled GROUP BY key ${paged}),
    grouped AS (SELECT key, count(DISTINCT flight_id) AS flights, min(at) AS first,
        max(job_id) FILTER (WHERE at = page.last) AS latest
      FROM found JOIN page USING (key) GROUP BY key)
    SELECT page.*, grouped.flights, grouped.first, f.message, f.example
    FROM page JOIN grouped USING (key) JOIN job_failures f ON f.job_id = grouped.latest
    ORDER BY page.jobs DESC, page.last DESC, page.key`;

const groupOf = (row: GroupRow): FailureGroup => ({
  Key: row.key,
  Message: row.message,
  Example: row.example,
  Kinds: [...row.kinds],
  Stages: [...row.stages],
  Jobs: row.jobs,
  Flights: row.flights,
  First: row.first.toISOString(),
  Last: row.last.toISOString(),
});

async function countGroups(db: Db, search: FailureSearch): Promise<number> {
  const { rows } = await sql<{ total: number }>`SELECT count(*) AS total FROM (SELECT f.key
    ${countedFailures(search)} GROUP BY f.key) AS counted`.execute(db);
  return totalOf(rows);
}

/** How many jobs failed and wait for an answer. */
export async function countFailures(db: Db, search: FailureSearch): Promise<number> {
  const { rows } = await sql<{ total: number }>`SELECT coalesce(sum(f.n), 0)::bigint AS total
    ${countedFailures(search)}`.execute(db);
  return totalOf(rows);
}

/** A job that failed. */
export interface FailedJob {
  readonly processing_id: string;
  readonly job: string;
  readonly example: string;
  readonly at: Date;
}

/** The jobs of a group, latest first. */
export async function findGroupJobs(
  db: Db,
  search: FailureSearch,
  { page, pageSize }: Paging,
): Promise<Found<FailedJob>> {
  const { rows } = await sql<FailedJob>`SELECT found.processing_id, j.name AS job, found.example,
      found.at
    FROM (SELECT f.job_id, f.processing_id, f.example, f.at ${openFailures(search)}
      ORDER BY f.at DESC, f.job_id LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}) AS found
    JOIN processing_jobs j ON j.id = found.job_id
    ORDER BY found.at DESC, found.job_id`.execute(db);
  return { rows, total: await countFailures(db, search) };
}

/** A job as a call on many names it. */
export interface Target {
  readonly area: Area;
  readonly processingId: string;
  readonly job: string;
  readonly updated: string;
}

/** The jobs of a group as a call on many names them, latest first. */
export async function findTargets(db: Db, search: FailureSearch, most: number): Promise<Target[]> {
  const { rows } = await sql<{
    area: Area;
    processing_id: string;
    job: string;
    updated: Date;
  }>`
    SELECT p.area, found.processing_id, j.name AS job, p.updated
    FROM (SELECT f.job_id, f.processing_id, f.at ${openFailures(search)}
      ORDER BY f.at DESC, f.job_id LIMIT ${most}) AS found
    JOIN processing_jobs j ON j.id = found.job_id JOIN processings p ON p.id = found.processing_id
    ORDER BY found.at DESC, found.job_id`.execute(db);
  return rows.map(({ area, processing_id: processingId, job, updated }) => ({
    area,
    processingId,
    job,
    updated: updated.toISOString(),
  }));
}
