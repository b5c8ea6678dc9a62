import { type FilterText } from "@swath/contract/filters";
import { type RawBuilder, sql } from "kysely";
import { unstorablePlace } from "../../platform/json/storable-text.ts";
import {
  checkedValue,
  invalidFilter,
  parseDateRange,
  parseMoment,
  readFilterText,
} from "./filter-values.ts";

/** What a row must fulfil, in SQL; each value is a parameter. */
export type Condition = RawBuilder<boolean>;

/** A field that is filtered by texts. */
export interface TextField {
  /** `inField` is named where a value is refused. */
  readonly anyOf: (values: readonly string[], inField: string) => Condition;
  /** `$anyOr`: any of the values in this field or in the one it is paired with. */
  readonly anyOfPair?: (values: readonly string[]) => Condition;
  /** Whether the field has a value; without it, nobody can ask. */
  readonly present?: (is: boolean) => Condition;
}

/** A field that `$custom` compares with numbers or dates. */
interface ComparedField {
  readonly column: string;
  readonly takes: "number" | "date";
  /** Whether `$exists` may ask for a value. */
  readonly isOptional?: true;
}

/** The fields of a list, by the names of its filters. */
export interface ListFields {
  readonly texts: Readonly<Record<string, TextField>>;
  readonly compared: Readonly<Record<string, ComparedField>>;
  /** Columns that are true or false. */
  readonly flags?: Readonly<Record<string, string>>;
  /** Surveyed from `start` on and before `end`. */
  readonly surveyed: (start: Date, end: Date) => Condition;
}

const CUSTOM = "$custom";
const MAX_DEPTH = 5;
const MAX_CONDITIONS = 100;
const COMPARISONS: Readonly<Record<string, string>> = {
  $eq: "=",
  $gt: ">",
  $gte: ">=",
  $lt: "<",
  $lte: "<=",
};

/** What is not known to hold does not hold. */
export const notSql = (of: Condition): Condition => sql<boolean>`NOT coalesce(${of}, FALSE)`;

/** Whether a column of bits has any of some values' bits, which a table lists. */
export const anyBitSql = (
  column: string,
  [table, value]: readonly [table: string, value: string],
  values: readonly string[],
): Condition => sql<boolean>`(${sql.ref(column)} & (SELECT bit_or(1::bigint << bit)
    FROM ${sql.table(table)} WHERE ${sql.ref(value)} = ANY (${values}::text[]))) <> 0`;

function joined(of: readonly Condition[], by: "AND" | "OR"): Condition {
  if (of.length === 0) return sql<boolean>`TRUE`;
  return sql<boolean>`(${sql.join(of, sql.raw(` ${by} `))})`;
}

const refuse = (message: string): never => {
  throw invalidFilter(CUSTOM, message);
};

type JsonFields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is JsonFields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const ownOf = <T>(of: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  of !== undefined && Object.hasOwn(of, name) ? of[name] : undefined;

/** The texts that a field is compared with, one or a list. */
function textsOf(field: string, value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (list.length === 0) refuse(`${field} is compared with no value`);
  return list.map((each) =>
    typeof each === "string" ? checkedValue(CUSTOM, each) : refuse(`${field} takes text`),
  );
}
const flagOf = (name: string, value: unknown): boolean =>
  typeof value === "boolean" ? value : refuse(`${name} takes true or false`);
const dateOf = (field: string, value: unknown): Date =>
  parseMoment(CUSTOM, typeof value === "string" ? value : refuse(`${field} takes a date`));
const numberOf = (field: string, value: unknown): number =>
  typeof value === "number" ? value : refuse(`${field} takes a number`);

const present = (column: string, is: boolean): Condition =>
  is ? sql<boolean>`${sql.ref(column)} IS NOT NULL` : sql<boolean>`${sql.ref(column)} IS NULL`;

/** A field that one column has the only value of. */
export const columnField = (column: string): TextField => ({
  anyOf: (values) => sql<boolean>`${sql.ref(column)} = ANY (${values}::text[])`,
  present: (is) => present(column, is),
});

/** One operator of `$custom` on a field; undefined where the field does not know it. */
function ofOperator(
  fields: ListFields,
  field: string,
  operator: string,
  value: unknown,
): Condition | undefined {
  const text = ownOf(fields.texts, field);
  const compared = ownOf(fields.compared, field);
  const flag = ownOf(fields.flags, field);
  const comparison = ownOf(COMPARISONS, operator);
  if (text !== undefined) {
    if (operator === "$exists") return text.present?.(flagOf(operator, value));
    if (operator !== "$any" && operator !== "$eq" && operator !== "$ne") return undefined;
    const anyOf = text.anyOf(textsOf(field, value), CUSTOM);
    return operator === "$ne" ? notSql(anyOf) : anyOf;
  }
  if (compared !== undefined) {
    const { column, takes, isOptional } = compared;
    if (operator === "$exists" && isOptional) return present(column, flagOf(operator, value));
    if (comparison === undefined) return undefined;
    const operand = takes === "number" ? numberOf(field, value) : dateOf(field, value);
    return sql<boolean>`${sql.ref(column)} ${sql.raw(comparison)} ${operand}`;
  }
  if (flag === undefined) return refuse(`knows no field ${JSON.stringify(field.slice(0, 64))}`);
  const is = flagOf(field, value);
  if (operator !== "$eq" && operator !== "$ne") return undefined;
  return sql<boolean>`${sql.ref(flag)} = ${is === (operator === "$eq")}`;
}

/** `{ "$gte": start, "$lt": end }` over any of several survey dates. */
function ofDates({ surveyed }: ListFields, { $gte, $lt, ...rest }: JsonFields): Condition {
  if (Object.keys(rest).length > 0 || typeof $gte !== "string" || typeof $lt !== "string")
    return refuse("Date takes $gte and $lt");
  const [start, end] = [dateOf("Date", $gte), dateOf("Date", $lt)];
  if (start >= end) refuse("Date ends before it starts");
  return surveyed(start, end);
}

function ofJsonField(fields: ListFields, field: string, value: unknown): Condition {
  const operators = isFields(value) ? value : { $eq: value };
  if (field === "Date" && !Object.hasOwn(fields.compared, field)) return ofDates(fields, operators);
  const of = Object.entries(operators).map(
    ([operator, operand]) =>
      ofOperator(fields, field, operator, operand) ?? refuse(`${field} knows no ${operator}`),
  );
  if (of.length === 0) refuse(`${field.slice(0, 64)} is compared with nothing`);
  return joined(of, "AND");
}

function parsedJson(text: string): unknown {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return refuse("is not JSON");
  }
  if (unstorablePlace(parsed) !== undefined) return refuse("holds NUL or malformed Unicode");
  return parsed;
}

/** Reads the JSON of `$custom`: fields with values or operators, `$and` and `$or` over lists of them. */
function readCustom(fields: ListFields, text: string): Condition {
  let count = 0;
  const read = (value: unknown, depth: number): Condition => {
    if (depth > MAX_DEPTH) return refuse(`is nested more than ${MAX_DEPTH} deep`);
    if (!isFields(value)) return refuse("must be an object of fields");
    const of = Object.entries(value).map(([key, operand]): Condition => {
      if ((count += 1) > MAX_CONDITIONS) return refuse(`holds over ${MAX_CONDITIONS} conditions`);
      if (key !== "$and" && key !== "$or") return ofJsonField(fields, key, operand);
      if (!Array.isArray(operand) || operand.length === 0) return refuse(`${key} takes a list`);
      const parts = operand.map((each) => read(each, depth + 1));
      return joined(parts, key === "$and" ? "AND" : "OR");
    });
    return joined(of, "AND");
  };
  return read(parsedJson(text), 1);
}

function ofText(field: string, text: TextField, filter: FilterText): Condition {
  const { operator } = filter;
  const condition =
    operator === "any"
      ? text.anyOf(filter.values, field)
      : operator === "anyOr"
        ? text.anyOfPair?.(filter.values)
        : text.present?.(operator === "exists");
  if (condition === undefined) throw invalidFilter(field, `does not take $${operator}`);
  return condition;
}

/** Texts of filters by their fields; `Date` has a range, `$custom` JSON. */
export type FilterQuery = Readonly<Record<string, string | undefined>>;

/** The condition of a list's filters, all of which must hold; throws INVALID_FILTER, naming the field. */
export function readFilters(fields: ListFields, query: FilterQuery): Condition {
  const of = Object.entries(query).flatMap(([field, text]): Condition[] => {
    if (text === undefined) return [];
    if (field === CUSTOM) return [readCustom(fields, text)];
    if (field !== "Date") return [ofText(field, fields.texts[field]!, readFilterText(field, text))];
    const { start, end } = parseDateRange(text);
    return [fields.surveyed(start, end)];
  });
  return joined(of, "AND");
}
