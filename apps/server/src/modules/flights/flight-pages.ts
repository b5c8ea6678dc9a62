import { sql, type RawBuilder } from "kysely";
import { AppError } from "@swath/contract/errors";
import type { FlightQuery } from "@swath/contract/flights";
import type { Db } from "../../platform/postgres/schema.ts";
import {
  type Condition,
  conditionSql,
  decidedByKinds,
  type FacetBits,
} from "./filters/condition.ts";
import { flightConditions } from "./filters/flight-filter.ts";

/** Up to this many matches are gathered and sorted; more are found by walking in order. */
const GATHERED = 50_000;

const ORDERS: Readonly<Record<string, RawBuilder<unknown>>> = {
  Date: sql`latest_date`,
  FlightID: sql`flight_id`,
  Aircraft: sql`aircraft`,
};

interface Order {
  readonly column: RawBuilder<unknown>;
  readonly descending: boolean;
}

function parseOrder(sort: string): Order {
  const [field = "", direction] = sort.split(" ");
  const column = Object.hasOwn(ORDERS, field) ? ORDERS[field] : undefined;
  if (column === undefined)
    throw new AppError("INVALID_REQUEST", `sort: flights are not sorted by ${field}`, {
      field: "sort",
      allowed: Object.keys(ORDERS),
    });
  return { column, descending: direction === "-1" };
}

/** A search for flights: its conditions, its order, and which page of it. */
export interface FlightSearch {
  /** Equal for equal conditions. */
  readonly key: string;
  /** Equal for equal pages. */
  readonly pageKey: string;
  readonly condition: Condition;
  readonly order: Order;
  readonly limit: number;
  readonly offset: number;
}

/** Reads a flight query; throws INVALID_FILTER or INVALID_REQUEST, naming the field. */
export function flightSearch(query: FlightQuery): FlightSearch {
  const { page, pageSize, sort, ...filters } = query;
  if (pageSize < 1)
    throw new AppError("INVALID_REQUEST", "pageSize: flights come in pages", { field: "pageSize" });
  const of = flightConditions(filters);
  return {
    key: JSON.stringify(of),
    pageKey: JSON.stringify([of, sort, page, pageSize]),
    condition: { kind: "all", of },
    order: parseOrder(sort),
    limit: pageSize,
    offset: (page - 1) * pageSize,
  };
}

/** The bits of facets are the database's own; they change with its migrations only. */
export async function readFacetBits(db: Db): Promise<FacetBits> {
  const found = await sql<{
    facet: string;
    bit: number;
  }>`SELECT facet, bit FROM facet_bits`.execute(db);
  return new Map(found.rows.map(({ facet, bit }) => [facet, bit]));
}

export async function countFlights(
  db: Db,
  { condition }: FlightSearch,
  bits: FacetBits,
): Promise<number> {
  const query = sql<{ count: number }>`SELECT count(*) AS count FROM flights
    WHERE ${conditionSql(condition, bits)}`;
  return (await query.execute(db)).rows[0]!.count;
}

function ordered({ column }: Order, descending: boolean): RawBuilder<unknown> {
  const direction = descending ? sql`DESC` : sql`ASC`;
  return sql`ORDER BY ${column} ${direction}, flight_id ${direction}`;
}

/**
 * The identifiers of a page. Few matches are gathered by the filter's index; many are walked in
 * order, from the nearer end: the planner alone would guess wrong where filters exclude another.
 */
export async function pageOfFlights(
  db: Db,
  search: FlightSearch,
  total: number,
  bits: FacetBits,
): Promise<string[]> {
  const { order, offset, condition } = search;
  const limit = Math.min(search.limit, total - offset);
  if (limit <= 0) return [];
  const fromEnd = total > GATHERED && offset > total / 2;
  const skip = fromEnd ? total - offset - limit : offset;
  const way = ordered(order, order.descending !== fromEnd);
  // What is rare among the kinds is found by its facets.
  const rare = total <= GATHERED && decidedByKinds(condition, bits);
  const where = rare ? conditionSql(condition) : conditionSql(condition, bits);
  const found =
    total <= GATHERED
      ? sql<{ flight_id: string }>`WITH matching AS MATERIALIZED (
          SELECT flight_id, latest_date, aircraft FROM flights WHERE ${where}
        ) SELECT flight_id FROM matching ${way} LIMIT ${limit} OFFSET ${skip}`
      : sql<{ flight_id: string }>`SELECT flight_id FROM flights WHERE ${where}
        ${way} LIMIT ${limit} OFFSET ${skip}`;
  const ids = (await found.execute(db)).rows.map((row) => row.flight_id);
  return fromEnd ? ids.toReversed() : ids;
}
