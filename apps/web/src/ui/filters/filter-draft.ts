import type { UseQueryOptions } from "@tanstack/react-query";

interface NamedField {
  /** Its key in the draft and in the lists of options. */
  readonly name: string;
  readonly label: string;
  /** Why so many values cannot be searched by at once; undefined where they can. */
  readonly overfull?: (values: readonly string[]) => string | undefined;
}

/** Identifiers as chips, upper-cased as typed, added on Enter; a pasted list of them at once. */
export interface IdsField extends NamedField {
  readonly kind: "ids";
  readonly hint: string;
  /** Shown of what is no identifier. */
  readonly invalid: string;
  /** The chips with one more; undefined where it is no identifier. */
  readonly add: (ids: readonly string[], id: string) => readonly string[] | undefined;
}

/** Names as chips, added on Enter: those on offer, or any other. */
export interface NamesField extends NamedField {
  readonly kind: "names";
  readonly hint: string;
  /** Why a text is no name; undefined where it can be one. */
  readonly fault?: (name: string) => string | undefined;
}

/** Several of the values on offer, each once. */
export interface ChoiceField extends NamedField {
  readonly kind: "choice";
  /** A value as people read it. */
  readonly labelOf?: (value: string) => string;
}

/** The first and the last of a range of days, in UTC. */
export interface DaysField extends NamedField {
  readonly kind: "days";
}

/** A filter as an area declares it. */
export type FilterField = IdsField | NamesField | ChoiceField | DaysField;

/** The values on offer, by the names of the fields. */
export type FilterOptions = Readonly<Record<string, readonly string[]>>;

export type OptionsQuery = UseQueryOptions<FilterOptions>;

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
