import { AppError } from "@swath/contract/errors";
import {
  FLIGHT_FILTER_FIELDS,
  type FlightFilterField,
  type FlightQuery,
} from "@swath/contract/flights";
import { type RawBuilder, sql } from "kysely";
import {
  invalidFilter,
  parseDateRange,
  readFilterText,
} from "../../domain/search/filter-values.ts";
import { type Condition, facet, hasFacet, not } from "../filters/flight-condition.ts";
import { parseCustomFilter } from "../filters/custom-filter.ts";

type FlightFilters = Omit<FlightQuery, "page" | "pageSize" | "sort">;

const EVERY: Condition = { kind: "all", of: [] };
const presence = (field: FlightFilterField | "Sensor"): Condition =>
  field === "FlightID" ? EVERY : hasFacet(field);

function ofField(field: FlightFilterField, text: string): Condition {
  const filter = readFilterText(field, text);
  if (filter.operator === "exists") return presence(field);
  if (filter.operator === "notExists") return not(presence(field));
  if (filter.operator === "anyOr") throw invalidFilter(field, "$anyOr is for Sensor");
  return field === "FlightID"
    ? { kind: "flight", anyOf: filter.values }
    : facet(field, filter.values);
}

/** `$anyOr` is over the pair of sensor and secondary sensor. */
function ofSensor(text: string): Condition {
  const filter = readFilterText("Sensor", text);
  if (filter.operator === "exists") return presence("Sensor");
  if (filter.operator === "notExists") return not(presence("Sensor"));
  const { values } = filter;
  if (filter.operator === "any") return facet("Sensor", values);
  return { kind: "facet", anyOf: values.flatMap((v) => [`Sensor=${v}`, `SecondarySensor=${v}`]) };
}

/** The conditions of a flight query, all of which must hold; malformed ones throw INVALID_FILTER. */
export function flightConditions(query: FlightFilters): Condition[] {
  const conditions = FLIGHT_FILTER_FIELDS.flatMap((field) => {
    const text = query[field];
    return text === undefined ? [] : [ofField(field, text)];
  });
  if (query.Sensor !== undefined) conditions.push(ofSensor(query.Sensor));
  if (query.Date !== undefined)
    conditions.push({ kind: "surveyed", ...parseDateRange(query.Date) });
  if (query.$custom !== undefined) conditions.push(parseCustomFilter(query.$custom));
  return conditions;
}

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
