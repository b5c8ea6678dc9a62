import type { INSTRUCTION_SORTS } from "@swath/contract/instructions";
import type { ColumnSort } from "../../ui/table/head-cell.tsx";

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
