import { AppError } from "@swath/contract/errors";
import {
  AIRCRAFT_TYPES,
  DISPATCH_METHODS,
  FLIGHT_FILTER_FIELDS,
  FLIGHT_TYPES,
  type FlightQuery,
  SENSOR_TYPES,
} from "@swath/contract/flights";
import { HAS_DATA, NOT_BEGUN } from "@swath/contract/overview";
import { UPLOAD_STATUSES } from "@swath/contract/uploads";
import { type RawBuilder, sql } from "kysely";
import type { ListSearch } from "../domain/search/list-pages.ts";
import {
  anyBitSql,
  columnField,
  type Condition,
  type ListFields,
  notSql,
  readFilters,
  type TextField,
} from "../domain/search/read-filters.ts";

/** Fields found by the `Field=value` and `has=Field` facets that are kept beside each flight. */
const FACET_FIELDS = [
  ...FLIGHT_FILTER_FIELDS.filter((field) => field !== "FlightID" && field !== "Aircraft"),
  "Sensor",
  "SecondarySensor",
];
const FEW_VALUES: Readonly<Record<string, readonly string[]>> = {
  AircraftType: AIRCRAFT_TYPES,
  SensorType: SENSOR_TYPES,
  FlightType: FLIGHT_TYPES,
  DataDispatchMethodLiDAR: DISPATCH_METHODS,
  DataDispatchMethodImagery: DISPATCH_METHODS,
  UploadStatus: UPLOAD_STATUSES,
  has: FACET_FIELDS,
};
/** Facets that a great part of the flights may have; each has a bit of `kinds` in `facet_bits`. */
export const KINDS: ReadonlySet<string> = new Set(
  Object.entries(FEW_VALUES).flatMap(([field, values]) =>
    values.map((value) => `${field}=${value}`),
  ),
);

function facetsOf(field: string, values: readonly string[]): string[] {
  return values.map((value) => `${field}=${value}`);
}

/** Statuses in which uploads stay: all others are of a few flights at a time. */
const LASTING = new Set(facetsOf("UploadStatus", [...HAS_DATA, ...NOT_BEGUN]));
const isRare = (facet: string): boolean => facet.startsWith("UploadStatus=") && !LASTING.has(facet);

/** Kinds are in the index by date; the facets have an index that finds one of many values, or a rare one. */
const anyFacet = (facets: readonly string[]): Condition =>
  facets.every((each) => KINDS.has(each)) && !facets.every(isRare)
    ? anyBitSql("kinds", ["facet_bits", "facet"], facets)
    : sql<boolean>`facets && ${facets}::text[]`;

const facetField = (field: string): TextField => {
  const present = anyFacet([`has=${field}`]);
  return {
    anyOf: (values) => anyFacet(facetsOf(field, values)),
    present: (is) => (is ? present : notSql(present)),
  };
};

/**
 * Any survey date from `start` on and before `end`. The index by date has those whose latest date is in the range, and
 * behind them the few that went on after it: they span its end, the last microsecond before it and the end itself.
 */
function surveyed(start: Date, end: Date): Condition {
  const wentOn = sql`flights WHERE date_span @> tstzrange(
    ${end}::timestamptz - interval '1 microsecond', ${end}::timestamptz, '[]')`;
  return sql<boolean>`(latest_date >= ${start}
    AND latest_date <= coalesce((SELECT max(latest_date) FROM ${wentOn}), ${end})
    AND (latest_date < ${end} OR flight_id = ANY (ARRAY(SELECT flight_id FROM ${wentOn}
      AND EXISTS (SELECT FROM unnest(dates) AS d (day) WHERE day >= ${start} AND day < ${end})))))`;
}

const FLIGHT_FIELDS: ListFields = {
  texts: {
    ...Object.fromEntries(FACET_FIELDS.map((field) => [field, facetField(field)])),
    Sensor: {
      ...facetField("Sensor"),
      anyOfPair: (values) =>
        anyFacet(["Sensor", "SecondarySensor"].flatMap((field) => facetsOf(field, values))),
    },
    FlightID: columnField("flight_id"),
    Aircraft: columnField("aircraft"),
  },
  compared: {
    WheelsUp: { column: "wheels_up", takes: "date", isOptional: true },
    WheelsDown: { column: "wheels_down", takes: "date", isOptional: true },
    DocumentMajorVersion: { column: "document_major_version", takes: "number", isOptional: true },
  },
  surveyed,
};

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
