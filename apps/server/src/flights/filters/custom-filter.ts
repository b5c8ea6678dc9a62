import {
  COMPARED_FIELDS,
  facet,
  hasFacet,
  isFacetField,
  not,
  type ComparedField,
  type Condition,
  type FacetField,
} from "./flight-condition.ts";
import { isComparison } from "../../domain/search/condition-sql.ts";
import {
  customFlag,
  customTexts,
  isJsonFields as isFields,
  type JsonFields as Fields,
  readCustomJson,
  refuseCustom as refuse,
} from "../../domain/search/custom-json.ts";
import { parseMoment } from "../../domain/search/filter-values.ts";

const FIELD = "$custom";
const isCompared = (field: string): field is ComparedField =>
  (COMPARED_FIELDS as readonly string[]).includes(field);
function onText(field: FacetField | "FlightID", operator: string, value: unknown): Condition {
  const matches = (values: string[]): Condition =>
    field === "FlightID" ? { kind: "flight", anyOf: values } : facet(field, values);
  switch (operator) {
    case "$any":
    case "$eq":
      return matches(customTexts(field, value));
    case "$ne":
      return not(matches(customTexts(field, value)));
    case "$exists": {
      const present: Condition = field === "FlightID" ? { kind: "all", of: [] } : hasFacet(field);
      return customFlag(operator, value) ? present : not(present);
    }
    default:
      return refuse(`${field} knows no ${operator}`);
  }
}

function onNumber(field: ComparedField, operator: string, value: unknown): Condition {
  if (operator === "$exists") {
    const present: Condition = { kind: "present", field };
    return customFlag(operator, value) ? present : not(present);
  }
  if (!isComparison(operator)) return refuse(`${field} knows no ${operator}`);
  const operand =
    field === "DocumentMajorVersion"
      ? typeof value === "number"
        ? value
        : refuse(`${field} takes a number`)
      : parseMoment(FIELD, typeof value === "string" ? value : refuse(`${field} takes a date`));
  return { kind: "compare", field, comparison: operator, value: operand };
}

/** `{ "$gte": start, "$lt": end }` over any of the survey dates. */
function onDate(operators: Fields): Condition {
  const { $gte, $lt, ...rest } = operators;
  if (Object.keys(rest).length > 0 || typeof $gte !== "string" || typeof $lt !== "string")
    return refuse("Date takes $gte and $lt");
  const [start, end] = [parseMoment(FIELD, $gte), parseMoment(FIELD, $lt)];
  if (start >= end) refuse("Date ends before it starts");
  return { kind: "surveyed", start, end };
}

function onField(field: string, value: unknown): Condition {
  const operators: Fields = isFields(value) ? value : { $eq: value };
  if (field === "Date") return onDate(operators);
  const conditions = Object.entries(operators).map(([operator, operand]) => {
    if (isCompared(field)) return onNumber(field, operator, operand);
    if (field === "FlightID" || isFacetField(field)) return onText(field, operator, operand);
    return refuse(`knows no field ${JSON.stringify(field.slice(0, 64))}`);
  });
  if (conditions.length === 0) refuse(`${field.slice(0, 64)} is compared with nothing`);
  return { kind: "all", of: conditions };
}

/** Reads the JSON of `$custom`: fields with values or operators, `$and` and `$or` over lists of them. */
export function parseCustomFilter(text: string): Condition {
  return readCustomJson<Condition>(text, { onField, joined: (kind, of) => ({ kind, of }) });
}
