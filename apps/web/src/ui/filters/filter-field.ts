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

/** Loads the values on offer. */
export type OptionsQuery = UseQueryOptions<FilterOptions>;
