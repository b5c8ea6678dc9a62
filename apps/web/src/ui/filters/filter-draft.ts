import type { FilterField } from "./filter-field.ts";

/** Days as ISO days in UTC. */
export interface DayRange {
  readonly start?: string | undefined;
  readonly end?: string | undefined;
}

/** What the filter dialog holds, by the names of its fields. */
export interface FilterDraft {
  readonly lists: Readonly<Record<string, readonly string[]>>;
  readonly days: Readonly<Record<string, DayRange>>;
}

/** What an area filters by: its fields, and how they become what its address and calls hold. */
export interface FilterSet<Filters> {
  /** In the order of the dialog. */
  readonly fields: readonly FilterField[];
  readonly draftOf: (filters: Filters) => FilterDraft;
  /** Of a draft whose days are at no fault. */
  readonly filtersOf: (draft: FilterDraft) => Filters;
}

const DAY_MS = 86_400_000;

export const EMPTY_DRAFT: FilterDraft = { lists: {}, days: {} };

export const valuesOf = (draft: FilterDraft, name: string): readonly string[] =>
  draft.lists[name] ?? [];

/** Each value once. */
export function withValues(
  draft: FilterDraft,
  name: string,
  values: readonly string[],
): FilterDraft {
  return { ...draft, lists: { ...draft.lists, [name]: [...new Set(values)] } };
}

export const daysOf = (draft: FilterDraft, name: string): DayRange => draft.days[name] ?? {};

export function withDays(draft: FilterDraft, name: string, days: DayRange): FilterDraft {
  return { ...draft, days: { ...draft.days, [name]: days } };
}

/** A first start brings the end with it: today. Without a start there is no end. */
export function withStart({ end }: DayRange, start: string | undefined, today: string): DayRange {
  return { start, end: start === undefined ? undefined : (end ?? today) };
}

/** Why the days are no range; one day alone is no filter and no fault. */
export function rangeFault({ start, end }: DayRange): string | undefined {
  if (start === undefined || end === undefined) return undefined;
  if (Date.parse(end) - Date.parse(start) >= DAY_MS) return undefined;
  return "End date should be greater than start date.";
}

/** Whether the days of any field are no range. */
export function hasFault(draft: FilterDraft): boolean {
  return Object.values(draft.days).some((days) => rangeFault(days) !== undefined);
}

/** How many values of a field are set; a range of days counts as one. */
export function countOf(draft: FilterDraft, { kind, name }: FilterField): number {
  if (kind === "days") return daysOf(draft, name).start === undefined ? 0 : 1;
  return valuesOf(draft, name).length;
}

/** Whether two sets of filters find the same. */
export function sameFilters<Filters>(
  { draftOf, filtersOf }: FilterSet<Filters>,
  one: Filters,
  other: Filters,
): boolean {
  const textOf = (filters: Filters): string => JSON.stringify(filtersOf(draftOf(filters)));
  return textOf(one) === textOf(other);
}
