import {
  PROCESSING_FILTER_FIELDS,
  type ProcessingFilterField,
  type ProcessingQuery,
  STATUS_FILTER_VALUES,
  type StatusFilterValue,
  type TerrainMapperQuery,
} from "@swath/contract/processing";
import { isComparison } from "../../domain/search/condition-sql.ts";
import {
  customFlag,
  customTexts,
  isJsonFields,
  readCustomJson,
  refuseCustom,
} from "../../domain/search/custom-json.ts";
import {
  invalidFilter,
  parseDateRange,
  parseMoment,
  readFilterText,
} from "../../domain/search/filter-values.ts";
import {
  COMPARED,
  type ComparedField,
  type Condition,
  FLAGS,
  type FlagField,
  isTextField,
} from "./processing-condition.ts";

type Filters = Omit<ProcessingQuery, "page" | "pageSize" | "sort" | "include">;

const isStatus = (value: string): value is StatusFilterValue =>
  (STATUS_FILTER_VALUES as readonly string[]).includes(value);
const not = (of: Condition): Condition => ({ kind: "not", of });

function statusOf(field: string, values: readonly string[]): Condition {
  const unknown = values.find((value) => !isStatus(value));
  if (unknown !== undefined) throw invalidFilter(field, `knows no status ${unknown}`);
  return { kind: "status", anyOf: values.filter(isStatus) };
}

function ofText(field: ProcessingFilterField, text: string): Condition {
  const filter = readFilterText(field, text);
  if (filter.operator === "exists") return { kind: "present", field };
  if (filter.operator === "notExists") return not({ kind: "present", field });
  if (filter.operator === "anyOr" && field !== "Sensor")
    throw invalidFilter(field, "$anyOr is for Sensor");
  return { kind: "text", field, anyOf: filter.values };
}

function ofStatus(text: string): Condition {
  const filter = readFilterText("Status", text);
  if (filter.operator === "any") return statusOf("Status", filter.values);
  throw invalidFilter("Status", "takes $any and statuses");
}

const isCompared = (field: string): field is ComparedField => Object.hasOwn(COMPARED, field);
const isFlag = (field: string): field is FlagField => Object.hasOwn(FLAGS, field);

function onText(
  field: ProcessingFilterField | "Status",
  operator: string,
  value: unknown,
): Condition {
  const anyOf = (): Condition =>
    field === "Status"
      ? statusOf("$custom", customTexts(field, value))
      : { kind: "text", field, anyOf: customTexts(field, value) };
  if (operator === "$any" || operator === "$eq") return anyOf();
  if (operator === "$ne") return not(anyOf());
  if (operator !== "$exists" || field === "Status")
    return refuseCustom(`${field} knows no ${operator}`);
  return customFlag(operator, value) ? { kind: "present", field } : not({ kind: "present", field });
}

function onCompared(field: ComparedField, operator: string, value: unknown): Condition {
  if (!isComparison(operator)) return refuseCustom(`${field} knows no ${operator}`);
  if (field === "DocumentMajorVersion")
    return typeof value === "number"
      ? { kind: "compare", field, comparison: operator, value }
      : refuseCustom(`${field} takes a number`);
  return typeof value === "string"
    ? { kind: "compare", field, comparison: operator, value: parseMoment("$custom", value) }
    : refuseCustom(`${field} takes a date`);
}

function onFlag(field: FlagField, operator: string, value: unknown): Condition {
  const is = customFlag(field, value);
  if (operator === "$eq") return { kind: "flag", field, value: is };
  return operator === "$ne"
    ? { kind: "flag", field, value: !is }
    : refuseCustom(`${field} knows no ${operator}`);
}

function onField(field: string, value: unknown): Condition {
  const operators = isJsonFields(value) ? value : { $eq: value };
  const of = Object.entries(operators).map(([operator, operand]): Condition => {
    if (isCompared(field)) return onCompared(field, operator, operand);
    if (isFlag(field)) return onFlag(field, operator, operand);
    if (field === "Status" || isTextField(field)) return onText(field, operator, operand);
    return refuseCustom(`knows no field ${JSON.stringify(field.slice(0, 64))}`);
  });
  if (of.length === 0) refuseCustom(`${field.slice(0, 64)} is compared with nothing`);
  return { kind: "all", of };
}

/** The conditions of the dashboard's query, all of which must hold; throws INVALID_FILTER. */
export function processingConditions(query: Filters): Condition[] {
  const conditions = PROCESSING_FILTER_FIELDS.flatMap((field) => {
    const text = query[field];
    return text === undefined ? [] : [ofText(field, text)];
  });
  if (query.Status !== undefined) conditions.push(ofStatus(query.Status));
  if (query.Date !== undefined)
    conditions.push({ kind: "surveyed", ...parseDateRange(query.Date) });
  if (query.$custom !== undefined)
    conditions.push(
      readCustomJson<Condition>(query.$custom, { onField, joined: (kind, of) => ({ kind, of }) }),
    );
  return conditions;
}

/** The Terrain Mapper's names of the same filters; its values are comma-joined, without an operator. */
const TERRAIN_MAPPER_FIELDS = {
  aircraft: "Aircraft",
  sensor: "Sensor",
  projectManager: "ProjectManager",
  ProcessingTemplate: "ProcessingTemplate",
  sensorId: "SensorID",
  projectId: "ProjectID",
  flightId: "FlightID",
  status: "Status",
} as const;

/** A Terrain Mapper's query as the dashboard's: both are read by one parser (decision 14). */
export function asProcessingQuery(query: TerrainMapperQuery): Filters {
  const renamed = Object.entries(TERRAIN_MAPPER_FIELDS).flatMap(([from, to]) => {
    const text = query[from as keyof typeof TERRAIN_MAPPER_FIELDS];
    if (text === undefined || text === "") return [];
    return [[to, text.startsWith("$") ? text : `$any ${text}`]];
  });
  const { surveyDate } = query;
  return {
    ...Object.fromEntries(renamed),
    ...(surveyDate === undefined ? {} : { Date: surveyDate }),
  };
}
