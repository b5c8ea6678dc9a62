import { AppError } from "@swath/contract/errors";
import type { FlightQuery } from "@swath/contract/flights";
import { type RawBuilder, sql } from "kysely";
import type { ListSearch } from "../domain/search/find-page.ts";
import { readFilters } from "../domain/search/read-filters.ts";
import { FLIGHT_FIELDS } from "./flight-fields.ts";

/** What the list is sorted by, and the columns that make each order total. */
const ORDERS: Readonly<Record<string, readonly string[]>> = {
  Date: ["latest_date", "flight_id"],
  FlightID: ["flight_id"],
  Aircraft: ["aircraft", "latest_date", "flight_id"],
};

function orderBy(sort: string): RawBuilder<unknown> {
  const [field = "", direction] = sort.split(" ");
  const columns = Object.hasOwn(ORDERS, field) ? ORDERS[field] : undefined;
  if (columns === undefined)
    throw new AppError("INVALID_REQUEST", `sort: flights are not sorted by ${field}`, {
      field: "sort",
      allowed: Object.keys(ORDERS),
    });
  const way = direction === "-1" ? sql`DESC` : sql`ASC`;
  return sql`ORDER BY ${sql.join(columns.map((column) => sql`${sql.ref(column)} ${way}`))}`;
}

/** Reads a flight query; throws INVALID_FILTER or INVALID_REQUEST, naming the field. */
export function flightSearch(query: FlightQuery): ListSearch {
  const { page, pageSize, sort, ...filters } = query;
  if (pageSize < 1)
    throw new AppError("INVALID_REQUEST", "pageSize: flights come in pages", { field: "pageSize" });
  return {
    key: JSON.stringify(query),
    matches: sql`SELECT flight_id FROM flights WHERE ${readFilters(FLIGHT_FIELDS, filters)}
      ${orderBy(sort)}`,
    limit: pageSize,
    offset: (page - 1) * pageSize,
  };
}
