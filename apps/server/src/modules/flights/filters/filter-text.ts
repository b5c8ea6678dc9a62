import { AppError } from "@swath/contract/errors";

const MAX_VALUES = 500;

/** A filter as it stands in an address. */
export type FilterText =
  | { readonly operator: "any" | "anyOr"; readonly values: readonly string[] }
  | { readonly operator: "exists" }
  | { readonly operator: "notExists" };

/** INVALID_FILTER, naming the field. */
export function invalidFilter(field: string, message: string): AppError {
  return new AppError("INVALID_FILTER", `${field}: ${message}`, { field });
}

/** A value that PostgreSQL can hold, or INVALID_FILTER. */
export function checkedValue(field: string, value: string): string {
  if (value === "") throw invalidFilter(field, "holds an empty value");
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(value)) throw invalidFilter(field, "holds a control character");
  return value;
}

/** Splits at commas; a backslash takes the next character as it is. */
function splitValues(field: string, text: string): string[] {
  const values: string[] = [];
  let value = "";
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]!;
    if (character === "\\") {
      index += 1;
      if (index === text.length) throw invalidFilter(field, "ends in a backslash");
      value += text[index]!;
    } else if (character === ",") {
      values.push(value);
      value = "";
    } else {
      value += character;
    }
  }
  values.push(value);
  if (values.length > MAX_VALUES) throw invalidFilter(field, `holds over ${MAX_VALUES} values`);
  return values.map((each) => checkedValue(field, each));
}

/** Reads `$any A,B`, `$anyOr A,B`, `$exists`, `$notExists` or one plain value (design, decision 2). */
export function parseFilterText(field: string, text: string): FilterText {
  if (!text.startsWith("$")) return { operator: "any", values: [checkedValue(field, text)] };
  const match = /^\$(any|anyOr|exists|notExists)(?: (.*))?$/s.exec(text);
  const [, operator, values] = match ?? [];
  if (operator === "any" || operator === "anyOr")
    return { operator, values: splitValues(field, values ?? "") };
  if (operator !== "exists" && operator !== "notExists")
    throw invalidFilter(field, "must be $any A,B, $anyOr A,B, $exists, $notExists or a value");
  if (values !== undefined) throw invalidFilter(field, `$${operator} takes no value`);
  return { operator };
}
