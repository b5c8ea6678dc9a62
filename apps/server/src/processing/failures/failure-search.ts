import { may, type Role } from "@swath/contract/identity";
import type { FailureFilters, FailureKind } from "@swath/contract/processing";
import { type RawBuilder, sql } from "kysely";
import { type FilterQuery, readFilters } from "../../domain/search/read-filters.ts";
import { PROCESSING_FIELDS } from "../search/processing-search.ts";

export type Area = "ip" | "iptm";

/** Failures of the dashboards that the caller sees, of processings that filters find. */
export interface FailureSearch {
  readonly areas: readonly Area[];
  readonly filters: FilterQuery;
  /** Of one group. */
  readonly key?: string | undefined;
  readonly kind?: FailureKind | undefined;
}

/** The dashboards whose failures a caller sees (processing/A1). */
const areasOf = (roles: readonly Role[]): readonly Area[] =>
  may(roles, "readTerrainMapper") ? ["ip", "iptm"] : ["ip"];

export function failureSearch(
  roles: readonly Role[],
  { kind, ...filters }: FailureFilters,
  key?: string,
): FailureSearch {
  return { areas: areasOf(roles), filters, key, kind };
}

/** Whether filters choose among the processings. */
export const isFiltered = ({ filters }: FailureSearch): boolean =>
  Object.values(filters).some((text) => text !== undefined);

/** The condition on areas, group and kind. */
const ofGroups = ({ areas, key, kind }: FailureSearch): RawBuilder<unknown> =>
  sql`f.area = ANY (${areas}::text[])
    ${key === undefined ? sql`` : sql`AND f.key = ${key}`}
    ${kind === undefined ? sql`` : sql`AND f.kind = ${kind}`}`;

/**
 * Rows of `job_failures AS f` that wait for an answer, as their indexes have them. Throws INVALID_FILTER, naming
 * the field.
 */
export function openFailures(search: FailureSearch): RawBuilder<unknown> {
  const { areas, filters } = search;
  const found = isFiltered(search)
    ? sql`AND f.processing_id IN (SELECT id FROM processings
        WHERE area = ANY (${areas}::text[])
        AND ${readFilters(PROCESSING_FIELDS, filters)})`
    : sql``;
  return sql`FROM job_failures f
    WHERE f.is_open AND f.key IS NOT NULL AND ${ofGroups(search)} ${found}`;
}

/** How many of each group, kind and label they are, as `f.n`: kept counts where nothing is filtered. */
export function countedFailures(search: FailureSearch): RawBuilder<unknown> {
  if (isFiltered(search))
    return sql`FROM (SELECT f.key, f.kind, f.label, count(*) AS n
      ${openFailures(search)} GROUP BY f.key, f.kind, f.label) AS f`;
  // A failure that was added and answered is in two rows until they are compacted.
  return sql`FROM (SELECT f.key, f.kind, f.label, sum(f.n) AS n
    FROM (SELECT * FROM failure_counts UNION ALL SELECT * FROM failure_count_changes) AS f
    WHERE ${ofGroups(search)} GROUP BY f.key, f.kind, f.label HAVING sum(f.n) > 0) AS f`;
}
