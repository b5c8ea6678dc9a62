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
