import { unstorablePlace } from "../../platform/json/storable-text.ts";
import { checkedValue, invalidFilter } from "./filter-values.ts";

const FIELD = "$custom";
const MAX_DEPTH = 5;
const MAX_CONDITIONS = 100;

export type JsonFields = Readonly<Record<string, unknown>>;

export const refuseCustom = (message: string): never => {
  throw invalidFilter(FIELD, message);
};
export const isJsonFields = (value: unknown): value is JsonFields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The texts that a field is compared with, one or a list. */
export function customTexts(field: string, value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (list.length === 0) refuseCustom(`${field} is compared with no value`);
  return list.map((each) =>
    typeof each === "string" ? checkedValue(FIELD, each) : refuseCustom(`${field} takes text`),
  );
}

/** True or false, for what `name` says of the value. */
export const customFlag = (name: string, value: unknown): boolean =>
  typeof value === "boolean" ? value : refuseCustom(`${name} takes true or false`);

/** What a list makes of the parts of a custom filter. */
export interface CustomGrammar<C> {
  /** A field with a value, or with operators. */
  readonly onField: (field: string, value: unknown) => C;
  readonly joined: (kind: "all" | "some", of: readonly C[]) => C;
}

function parsedJson(text: string): unknown {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return refuseCustom("is not JSON");
  }
  if (unstorablePlace(parsed) !== undefined) return refuseCustom("holds NUL or malformed Unicode");
  return parsed;
}

/**
 * Reads the JSON of `$custom`: fields with values or operators, `$and` and `$or` over lists of them;
 * throws INVALID_FILTER.
 */
export function readCustomJson<C>(text: string, { onField, joined }: CustomGrammar<C>): C {
  let count = 0;
  const read = (value: unknown, depth: number): C => {
    if (depth > MAX_DEPTH) return refuseCustom(`is nested more than ${MAX_DEPTH} deep`);
    if (!isJsonFields(value)) return refuseCustom("must be an object of fields");
    const of = Object.entries(value).map(([key, operand]): C => {
      if ((count += 1) > MAX_CONDITIONS)
        return refuseCustom(`holds over ${MAX_CONDITIONS} conditions`);
      if (key !== "$and" && key !== "$or") return onField(key, operand);
      if (!Array.isArray(operand) || operand.length === 0)
        return refuseCustom(`${key} takes a list`);
      const parts = operand.map((each) => read(each, depth + 1));
      return joined(key === "$and" ? "all" : "some", parts);
    });
    return joined("all", of);
  };
  return read(parsedJson(text), 1);
}
