import { z } from "zod";

const MAX_PAGE_SIZE = 200;

/** The lists of flights and processings count to here; their total is one more where there are more. */
export const MOST_COUNTED = 10_000;

/** Number of a page, from 1. */
export const pageSchema = z.coerce.number<number>().int().min(1).max(1_000_000).default(1);
/** Rows of a page; -1 means all. */
export const pageSizeSchema = z.coerce
  .number<number>()
  .int()
  .refine((n) => n === -1 || (n >= 1 && n <= MAX_PAGE_SIZE), `must be -1 or 1 to ${MAX_PAGE_SIZE}`);
/** Rows of a page of a list that is never answered whole. */
export const rowsSchema = (most: number, usual: number) =>
  z.coerce.number<number>().int().min(1).max(most).default(usual);
/** Refuses the call where the record is no longer as the caller saw it: RECORD_CHANGED. */
export const seenSchema = z.strictObject({ updated: z.iso.datetime().optional() });
/** `Name 1` ascending, `Name -1` descending. */
export const sortSchema = z
  .string()
  .regex(/^[A-Za-z]+ -?1$/, "must be a field, a space, and 1 or -1");

/** Paging of the small lists, which are answered whole where no page size is given. */
export const listQuerySchema = z.strictObject({
  page: pageSchema,
  pageSize: pageSizeSchema.default(-1),
  sort: sortSchema.default("Name 1"),
});

const MAX_VALUES = 500;

/** A filter as written in an address (design, decision 2). */
export type FilterText =
  | { readonly operator: "any" | "anyOr"; readonly values: readonly string[] }
  | { readonly operator: "exists" }
  | { readonly operator: "notExists" };
/** Why a text is no valid filter. */
export interface FilterFault {
  readonly fault: string;
}

/** Why a value is invalid, or undefined where it is valid. */
export function valueFault(value: string): string | undefined {
  if (value === "") return "holds an empty value";
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return /[\u0000-\u001f\u007f]/.test(value) ? "holds a control character" : undefined;
}

/** Splits at commas; a backslash escapes the next character. */
function splitValues(text: string): readonly string[] | FilterFault {
  const values: string[] = [];
  let value = "";
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]!;
    if (character === "\\") {
      index += 1;
      if (index === text.length) return { fault: "ends in a backslash" };
      value += text[index]!;
    } else if (character === ",") {
      values.push(value);
      value = "";
    } else {
      value += character;
    }
  }
  return [...values, value];
}

function listOf(operator: "any" | "anyOr", text: string): FilterText | FilterFault {
  const values = splitValues(text);
  if ("fault" in values) return values;
  if (values.length > MAX_VALUES) return { fault: `holds over ${MAX_VALUES} values` };
  const fault = values.map(valueFault).find((each) => each !== undefined);
  return fault === undefined ? { operator, values } : { fault };
}

/** Reads `$any A,B`, `$anyOr A,B`, `$exists`, `$notExists` or one plain value. */
export function parseFilterText(text: string): FilterText | FilterFault {
  if (!text.startsWith("$")) {
    const fault = valueFault(text);
    return fault === undefined ? { operator: "any", values: [text] } : { fault };
  }
  const match = /^\$(any|anyOr|exists|notExists)(?: (.*))?$/s.exec(text);
  const [, operator, values] = match ?? [];
  if (operator === "any" || operator === "anyOr") return listOf(operator, values ?? "");
  if (operator !== "exists" && operator !== "notExists")
    return { fault: "must be $any A,B, $anyOr A,B, $exists, $notExists or a value" };
  return values === undefined ? { operator } : { fault: `$${operator} takes no value` };
}

/** Writes `$any A,B` or `$anyOr A,B`, so that {@link parseFilterText} reads the same values. */
export function writeAnyOf(operator: "any" | "anyOr", values: readonly string[]): string {
  return `$${operator} ${values.map((value) => value.replaceAll(/[\\,]/g, String.raw`\$&`)).join(",")}`;
}

const DAY_MS = 86_400_000;

/** ISO days, both included. */
export interface SurveyRange {
  readonly start: string;
  readonly end: string;
}

const isDay = (text: string): boolean => {
  const day = new Date(text);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
};

/** Whether the end is a day or more after the start (document 1, section 5). */
function isSurveyRange({ start, end }: SurveyRange): boolean {
  return Date.parse(end) - Date.parse(start) >= DAY_MS;
}

/** Reads `start+end`; an address's `+` may arrive as a space. Undefined where it is no range. */
export function parseSurveyRange(text: string): SurveyRange | undefined {
  const [, start, end] = /^(\d{4}-\d\d-\d\d)[+ ](\d{4}-\d\d-\d\d)$/.exec(text) ?? [];
  if (start === undefined || end === undefined || !isDay(start) || !isDay(end)) return undefined;
  return isSurveyRange({ start, end }) ? { start, end } : undefined;
}

const MAX_TEXT = 8_192;
/** Longest name that a list is filtered by. */
export const MAX_FILTER_NAME = 200;

/** Whether a text is a value that a field can hold. */
export type IsValue = (value: string) => boolean;
/** A name of what a list is filtered by. */
export const isFilterName: IsValue = ({ length }) => length > 0 && length <= MAX_FILTER_NAME;
/** One that a pattern matches. */
export const matches =
  (pattern: RegExp): IsValue =>
  (value) =>
    pattern.test(value);
/** One of several words. */
export const oneOf =
  (words: readonly string[]): IsValue =>
  (value) =>
    words.includes(value);

/** The filters of a list as its query writes them, by field; those that are not set are absent. */
export type FilterTexts<Field extends string> = { readonly [F in Field | "Date"]?: string };

/**
 * What a person may filter a list by: for each field a list of values, and a range of survey dates.
 * Narrower than the list's query itself, whose other forms are for programs.
 */
export interface ListFilters<Field extends string> {
  readonly fields: readonly Field[];
  /** Whether a text is a value that the field can hold. */
  readonly isValue: (field: Field, value: string) => boolean;
  /** The values of a field's filter, each once; undefined where the text is no list of its values. */
  readonly valuesOf: (field: Field, text: string) => readonly string[] | undefined;
  /** The filter for any of these values. */
  readonly textOf: (field: Field, values: readonly string[]) => string;
  /** Whether a text can be the filter of a field in an address. */
  readonly isText: (field: Field, text: string) => boolean;
  /**
   * The filters of an address; unknown and malformed ones are left out. Of a list that is there
   * several times all values count, of days the first.
   */
  readonly read: (search: Readonly<Record<string, unknown>>) => FilterTexts<Field>;
}

/** The filters of a list whose fields hold such values; those of a pair of columns take `$anyOr`. */
export function listFilters<Field extends string>(
  values: Readonly<Record<Field, IsValue>>,
  pairs: readonly Field[],
): ListFilters<Field> {
  const fields = Object.keys(values) as Field[];
  const operatorOf = (field: Field) => (pairs.includes(field) ? "anyOr" : "any");
  const isValue = (field: Field, value: string): boolean => values[field](value);
  const textOf = (field: Field, chosen: readonly string[]): string =>
    writeAnyOf(operatorOf(field), chosen);
  const valuesOf = (field: Field, text: string): readonly string[] | undefined => {
    const filter = parseFilterText(text);
    if (!("values" in filter) || filter.operator !== operatorOf(field)) return undefined;
    const known = filter.values.every((value) => isValue(field, value));
    return known ? [...new Set(filter.values)] : undefined;
  };
  const isText = (field: Field, text: string): boolean =>
    text.length <= MAX_TEXT && valuesOf(field, text) !== undefined;
  /** As many of the values as one filter can hold. */
  const joined = (field: Field, texts: readonly string[]): string => {
    const text = textOf(field, [...new Set(texts.flatMap((each) => valuesOf(field, each) ?? []))]);
    return isText(field, text) ? text : (texts[0] ?? "");
  };
  const read = (search: Readonly<Record<string, unknown>>): FilterTexts<Field> => {
    const textsOf = (name: string): string[] =>
      [search[name]].flat().filter((text): text is string => typeof text === "string");
    const lists = fields.flatMap((field): [string, string][] => {
      const texts = textsOf(field).filter((text) => isText(field, text));
      return texts.length === 0 ? [] : [[field, joined(field, texts)]];
    });
    const range = textsOf("Date")
      .map(parseSurveyRange)
      .find((each) => each !== undefined);
    const days = range === undefined ? [] : [["Date", `${range.start}+${range.end}`] as const];
    return Object.fromEntries([...lists, ...days]) as FilterTexts<Field>;
  };
  return { fields, isValue, valuesOf, textOf, isText, read };
}

/** What {@link FilterTexts} of a list are valid. */
export function filterTextsSchema<Field extends string>({
  fields,
  isText,
}: ListFilters<Field>): z.ZodType<FilterTexts<Field>> {
  const list = (field: Field) =>
    z.string().refine((text) => isText(field, text), "is not a list of the field's values");
  const date = z
    .string()
    .refine((text) => parseSurveyRange(text) !== undefined, "must be start+end");
  return z
    .strictObject({
      ...Object.fromEntries(fields.map((field) => [field, list(field)])),
      Date: date,
    })
    .partial();
}
