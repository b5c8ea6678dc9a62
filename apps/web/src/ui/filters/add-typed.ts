import type { ChoiceField, IdsField, NamesField } from "./filter-field.ts";

/** A field of values that are typed, chosen or pasted. */
export type ListField = IdsField | NamesField | ChoiceField;

/** What became of a text: the values with it, what of it could not be added, and why. */
export interface Added {
  readonly values: readonly string[];
  readonly rest: string;
  readonly fault: string | undefined;
}

const NOT_ON_OFFER = "Not on the list: choose one that is.";

/** What of a pasted text is typed one after another; one item where it is no list. */
export function itemsOf(field: ListField, text: string): readonly string[] {
  const parts = text.split(field.kind === "ids" ? /[\s,;]+/ : /[\r\n\t]+/);
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/** Adds what was typed into a field to its values, as far as that can be. */
export function addTyped(
  field: ListField,
  { values, options }: { values: readonly string[]; options: readonly string[] },
  text: string,
): Added {
  const items = itemsOf(field, text);
  let added = values;
  const rest: string[] = [];
  let fault: string | undefined;
  for (const item of items) {
    const next = withItem(field, { values: added, options }, item);
    if ("fault" in next) {
      rest.push(item);
      fault ??= next.fault;
    } else added = next.values;
  }
  return { values: added, rest: rest.join(" "), fault };
}

type Next = { readonly values: readonly string[] } | { readonly fault: string };

function withItem(
  field: ListField,
  { values, options }: { values: readonly string[]; options: readonly string[] },
  item: string,
): Next {
  const next = withOne(field, { values, options }, item);
  if ("fault" in next) return next;
  const unique = [...new Set(next.values)];
  const overfull = unique.length > values.length ? field.overfull?.(unique) : undefined;
  return overfull === undefined ? { values: unique } : { fault: overfull };
}

function withOne(
  field: ListField,
  { values, options }: { values: readonly string[]; options: readonly string[] },
  item: string,
): Next {
  if (field.kind === "ids") {
    const next = field.add(values, item.toUpperCase());
    return next === undefined ? { fault: field.invalid } : { values: next };
  }
  if (field.kind === "names") {
    const fault = field.fault?.(item);
    return fault === undefined ? { values: [...values, item] } : { fault };
  }
  const meant = optionMeant(field, options, item);
  return meant === undefined ? { fault: NOT_ON_OFFER } : { values: [...values, meant] };
}

/** The value that reads so, or the only one that holds the text. */
function optionMeant(
  { labelOf = (value) => value }: ChoiceField,
  options: readonly string[],
  text: string,
): string | undefined {
  const wanted = text.toLowerCase();
  const label = (value: string): string => labelOf(value).toLowerCase();
  const exact = options.find((value) => label(value) === wanted);
  if (exact !== undefined) return exact;
  const holding = options.filter((value) => label(value).includes(wanted));
  return holding.length === 1 ? holding[0] : undefined;
}
