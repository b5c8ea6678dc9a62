import {
  type INSTRUCTION_SORTS,
  type InstructionQuery,
  instructionQuerySchema,
} from "@swath/contract/instructions";
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

const isKey = (key: string): key is keyof InstructionQuery =>
  Object.hasOwn(instructionQuerySchema.shape, key);

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
  const defaults: Readonly<Record<string, unknown>> = instructionQuerySchema.parse({});
  const read = Object.entries(instructionQuerySchema.shape).flatMap(([key, schema]) => {
    if (search[key] === undefined) return [];
    const { data } = schema.safeParse(search[key]);
    return data === undefined || data === defaults[key] ? [] : [[key, data] as const];
  });
  return Object.fromEntries(read);
}
