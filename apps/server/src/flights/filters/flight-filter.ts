import {
  FLIGHT_FILTER_FIELDS,
  type FlightFilterField,
  type FlightQuery,
} from "@swath/contract/flights";
import { facet, hasFacet, not, type Condition } from "./condition.ts";
import { parseCustomFilter } from "./custom-filter.ts";
import {
  invalidFilter,
  parseDateRange,
  readFilterText,
} from "../../domain/search/filter-values.ts";

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
