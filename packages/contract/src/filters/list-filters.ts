import { z } from "zod";
import { parseFilterText, writeAnyOf } from "./filter-text.ts";
import { parseSurveyRange } from "./survey-range.ts";

const MAX_TEXT = 8_192;
/** Longest name that a list is filtered by. */
export const MAX_FILTER_NAME = 200;
export const filterNameSchema = z.string().min(1).max(MAX_FILTER_NAME);

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
  readonly schema: z.ZodType<FilterTexts<Field>>;
  /**
   * The filters of an address; unknown and malformed ones are left out. Of a list that is there
   * several times all values count, of days the first.
   */
  readonly read: (search: Readonly<Record<string, unknown>>) => FilterTexts<Field>;
}

/** The filters of a list whose fields hold such values; those of a pair of columns take `$anyOr`. */
export function listFilters<Field extends string>(
  values: Readonly<Record<Field, z.ZodType<string>>>,
  pairs: readonly Field[],
): ListFilters<Field> {
  const fields = Object.keys(values) as Field[];
  const operatorOf = (field: Field) => (pairs.includes(field) ? "anyOr" : "any");
  const isValue = (field: Field, value: string): boolean => values[field].safeParse(value).success;
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
  const list = (field: Field) =>
    z.string().refine((text) => isText(field, text), "is no list of the field's values");
  const date = z
    .string()
    .refine((text) => parseSurveyRange(text) !== undefined, "must be start+end");
  const schema = z
    .strictObject({
      ...Object.fromEntries(fields.map((field) => [field, list(field)])),
      Date: date,
    })
    .partial() as unknown as z.ZodType<FilterTexts<Field>>;
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
  return { fields, isValue, valuesOf, textOf, isText, schema, read };
}
