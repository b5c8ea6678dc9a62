import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import {
  type Condition,
  conditionSql,
  decidedByKinds,
  type FacetBits,
} from "../filters/flight-condition.ts";
import type { FlightSearch } from "./flight-search.ts";
import { manyValued, manyValuedPage } from "./many-valued.ts";
import { type PageWindow, pageOf, pageWindow } from "./page-window.ts";
import { surveyRange, surveyRangePage } from "./survey-range.ts";

/** Where one way of finding a page ends and the next begins; other bounds find the same pages. */
export interface PageBounds {
  /** Up to this many matches of kinds are gathered by their facets; more are walked. */
  readonly fewOfKinds: number;
  /** Most rows that the values of fields of many values may give to one page. */
  readonly merged: number;
  /** Of other conditions, up to this many matches are gathered and sorted; more are walked. */
  readonly gathered: number;
}
export const PAGE_BOUNDS: PageBounds = { fewOfKinds: 2_000, merged: 200_000, gathered: 50_000 };

interface Found {
  readonly search: FlightSearch;
  readonly total: number;
  readonly bits: FacetBits;
  readonly window: PageWindow;
  readonly bounds: PageBounds;
}

/** All matches by the filter's index, sorted: the planner alone would guess wrong where filters exclude another. */
function gather({ window }: Found, where: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`WITH matching AS MATERIALIZED (
      SELECT flight_id, latest_date, aircraft FROM flights WHERE ${where}
    ) SELECT flight_id FROM matching ${pageOf(window)}`;
}

/** The flights in their order, up to the page's end. */
function walk({ window }: Found, where: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`SELECT flight_id FROM flights WHERE ${where} ${pageOf(window)}`;
}

/** Whether the index of facets leads to a condition's matches. */
function ledByFacets(condition: Condition): boolean {
  if (condition.kind === "all") return condition.of.some(ledByFacets);
  if (condition.kind === "some") return condition.of.every(ledByFacets);
  return condition.kind === "facet";
}

/** Conditions that kinds decide: rare ones by their facets, others along the index by date alone. */
function kindsPage(found: Found): RawBuilder<unknown> {
  const { search, bounds, bits } = found;
  const few = search.order.field === "Date" ? bounds.fewOfKinds : bounds.gathered;
  return found.total <= few && ledByFacets(search.condition)
    ? gather(found, conditionSql(search.condition))
    : walk(found, conditionSql(search.condition, bits));
}

function pageSql(found: Found): RawBuilder<unknown> {
  const { search, bits, bounds, window, total } = found;
  const { condition, order } = search;
  if (decidedByKinds(condition, bits)) return kindsPage(found);
  if (order.field === "Date") {
    const range = surveyRange(condition, bits);
    if (range !== undefined) return surveyRangePage(range, window, bits);
    const values = manyValued(condition);
    const rows = (values?.lookups ?? 0) * (window.skip + window.limit);
    if (values !== undefined && rows <= bounds.merged) return manyValuedPage(values, window);
  }
  const where = conditionSql(condition, bits);
  return total <= bounds.gathered ? gather(found, where) : walk(found, where);
}

/** The identifiers of a page, in its order; `total` is what the search finds in all. */
export async function pageOfFlights(
  db: Db,
  search: FlightSearch,
  total: number,
  bits: FacetBits,
  bounds: PageBounds = PAGE_BOUNDS,
): Promise<string[]> {
  const window = pageWindow(search, total);
  if (window === undefined) return [];
  const query = pageSql({ search, total, bits, window, bounds });
  const found = await sql<{ flight_id: string }>`${query}`.execute(db);
  const ids = found.rows.map((row) => row.flight_id);
  return window.fromEnd ? ids.toReversed() : ids;
}
