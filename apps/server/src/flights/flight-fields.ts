import {
  AIRCRAFT_TYPES,
  DISPATCH_METHODS,
  FLIGHT_FILTER_FIELDS,
  FLIGHT_TYPES,
  SENSOR_TYPES,
} from "@swath/contract/flights";
import { UPLOAD_STATUSES } from "@swath/contract/uploads";
import { sql } from "kysely";
import {
  anyBitSql,
  columnField,
  type Condition,
  type ListFields,
  notSql,
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

/** Kinds are in the index by date; the facets have an index that finds one of many values. */
const anyFacet = (facets: readonly string[]): Condition =>
  facets.every((each) => KINDS.has(each))
    ? anyBitSql("kinds", ["facet_bits", "facet"], facets)
    : sql<boolean>`facets && ${facets}::text[]`;

const facetsOf = (field: string, values: readonly string[]): string[] =>
  values.map((value) => `${field}=${value}`);

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

export const FLIGHT_FIELDS: ListFields = {
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
