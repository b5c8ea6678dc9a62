import { sql, type RawBuilder } from "kysely";
import { AppError } from "@swath/contract/errors";
import type { FlightQuery } from "@swath/contract/flights";
import type { Condition } from "../filters/condition.ts";
import { flightConditions } from "../filters/flight-filter.ts";

/** What the list is sorted by, and the columns that make each order total. */
const ORDERS = {
  Date: ["latest_date", "flight_id"],
  FlightID: ["flight_id"],
  Aircraft: ["aircraft", "latest_date", "flight_id"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

interface Order {
  readonly field: keyof typeof ORDERS;
  readonly descending: boolean;
}

const isOrdered = (field: string): field is Order["field"] => Object.hasOwn(ORDERS, field);

function parseOrder(sort: string): Order {
  const [field = "", direction] = sort.split(" ");
  if (!isOrdered(field))
    throw new AppError("INVALID_REQUEST", `sort: flights are not sorted by ${field}`, {
      field: "sort",
      allowed: Object.keys(ORDERS),
    });
  return { field, descending: direction === "-1" };
}

/** The `ORDER BY` of an order. */
export function orderBy({ field, descending }: Order): RawBuilder<unknown> {
  const direction = descending ? sql`DESC` : sql`ASC`;
  const columns = ORDERS[field].map((column) => sql`${sql.ref(column)} ${direction}`);
  return sql`ORDER BY ${sql.join(columns)}`;
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
