import { PROJECT_ID } from "@swath/contract/ids";
import {
  INSTRUCTION_SORT,
  type INSTRUCTION_SORTS,
  type InstructionQuery,
} from "@swath/contract/instructions";
import { textOf, wholeOf } from "@swath/contract/read-value";
import type { ColumnSort } from "../../ui/table/data-table.tsx";

type SortField = (typeof INSTRUCTION_SORTS)[number];
/** How a list is sorted by a field, and how to sort it so. */
export type SortOf = (field: SortField) => ColumnSort;

const DEFAULT_SORT = "instruction.Updated -1";

/** {@link SortOf} of a list's query; another click turns the order. */
export function sortOf(sort: string = DEFAULT_SORT, onSort: (sort: string) => void): SortOf {
  const [field, direction] = sort.split(" ");
  return (name) => {
    const isSorted = field === `instruction.${name}`;
    const ascending = direction === "1";
    const next = isSorted ? !ascending : name !== "Updated";
    return {
      direction: isSorted ? (ascending ? "asc" : "desc") : undefined,
      onSort: () => onSort(`instruction.${name} ${next ? 1 : -1}`),
    };
  };
}

/** What a list of instructions or products is asked for; what is left out has its default. */
export type ListQuery = Partial<InstructionQuery>;

/** The total of a list that is not loaded yet (document 3, section 3). */
export const UNKNOWN_TOTAL = -1;

/** Reads the parameters of a query; what is the default is left out with what is malformed. */
const PARAMETERS: {
  readonly [Name in keyof InstructionQuery]-?: (
    value: unknown,
  ) => InstructionQuery[Name] | undefined;
} = {
  page: (value) => wholeOf(value, 2, 1_000_000),
  size: (value) => unless(10, wholeOf(value, 1, 100)),
  sort: (value) => unless(DEFAULT_SORT, textOf(value, INSTRUCTION_SORT)),
  projectId: (value) => textOf(value, PROJECT_ID),
  siteName: (value) => textOf(textOf(value)?.trim(), /^[^]{1,60}$/),
};

const unless = <T>(usual: T, value: T | undefined): T | undefined =>
  value === usual ? undefined : value;

const isKey = (key: string): key is keyof InstructionQuery => Object.hasOwn(PARAMETERS, key);

/**
 * Changes a query by one parameter.
 * Rules web-instructions/Q1 to Q3.
 */
export function withParameter(
  query: ListQuery,
  change: Readonly<Record<string, string | number>>,
): ListQuery {
  const entries = Object.entries(change);
  const [entry] = entries;
  if (entry === undefined || entries.length !== 1)
    throw new RangeError(`a query is changed by one parameter, not by ${entries.length}`);
  const [key, value] = entry;
  if (!isKey(key)) throw new RangeError(`a list has no parameter ${key}`);
  return readListQuery({ ...query, page: undefined, [key]: value === "" ? undefined : value });
}

/** Reads a query, of an address for instance; what is malformed, or the default, is left out. */
export function readListQuery(search: Readonly<Record<string, unknown>>): ListQuery {
  const read = Object.entries(PARAMETERS).flatMap(([name, readValue]) => {
    const value = readValue(search[name]);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(read);
}
