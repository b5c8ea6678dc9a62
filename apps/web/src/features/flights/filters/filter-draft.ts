import {
  filterText,
  filterValues,
  type FlightFilters,
  isSurveyRange,
  LIST_FIELDS,
  type ListField,
  parseSurveyRange,
} from "@swath/contract/flights";

/** What stands in the dialog; days are ISO days in UTC. */
export interface FilterDraft {
  readonly lists: Readonly<Partial<Record<ListField, readonly string[]>>>;
  readonly start: string | undefined;
  readonly end: string | undefined;
}

export const NO_FILTERS: FilterDraft = { lists: {}, start: undefined, end: undefined };

export function draftOf(filters: FlightFilters): FilterDraft {
  const lists = LIST_FIELDS.map((field) => {
    const text = filters[field];
    return [field, text === undefined ? [] : (filterValues(field, text) ?? [])] as const;
  });
  const range = filters.Date === undefined ? undefined : parseSurveyRange(filters.Date);
  return { lists: Object.fromEntries(lists), start: range?.start, end: range?.end };
}

export const valuesOf = (draft: FilterDraft, field: ListField): readonly string[] =>
  draft.lists[field] ?? [];

/** Each value once. */
export function withValues(
  draft: FilterDraft,
  field: ListField,
  values: readonly string[],
): FilterDraft {
  return { ...draft, lists: { ...draft.lists, [field]: [...new Set(values)] } };
}

/** A first start brings the end with it: today. Without a start there is no end. */
export function withStart(
  draft: FilterDraft,
  start: string | undefined,
  today: string,
): FilterDraft {
  return { ...draft, start, end: start === undefined ? undefined : (draft.end ?? today) };
}

/** Why the dates are no range; one date alone is no filter and no fault. */
export function rangeFault({ start, end }: FilterDraft): string | undefined {
  if (start === undefined || end === undefined || isSurveyRange({ start, end })) return undefined;
  return "End date should be greater than start date.";
}

/** The filters of a draft whose dates are at no fault. */
export function filtersOf(draft: FilterDraft): FlightFilters {
  const lists = LIST_FIELDS.flatMap((field) => {
    const values = valuesOf(draft, field);
    return values.length === 0 ? [] : [[field, filterText(field, values)] as const];
  });
  const { start, end } = draft;
  const dated = start !== undefined && end !== undefined && rangeFault(draft) === undefined;
  return { ...Object.fromEntries(lists), ...(dated ? { Date: `${start}+${end}` } : {}) };
}

const textOf = (filters: FlightFilters): string => JSON.stringify(filtersOf(draftOf(filters)));

/** Whether two sets of filters ask for the same. */
export function sameFilters(one: FlightFilters, other: FlightFilters): boolean {
  return textOf(one) === textOf(other);
}
