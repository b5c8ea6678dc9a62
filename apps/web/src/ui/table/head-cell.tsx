import TableSortLabel from "@mui/material/TableSortLabel";

/** Of a column that the rows can be sorted by. */
export interface ColumnSort {
  readonly direction: "asc" | "desc" | undefined;
  readonly onSort: () => void;
}

const SORTED = { asc: "ascending", desc: "descending" } as const;

/** What a sorted head says to assistive technology. */
export function ariaSort(sort: ColumnSort | undefined) {
  if (sort === undefined) return {};
  return {
    "aria-sort": sort.direction === undefined ? ("none" as const) : SORTED[sort.direction],
  };
}

/** The text of a column's head; a button where the rows can be sorted by it. */
export function HeadText({ name, sort }: { name: string; sort: ColumnSort | undefined }) {
  if (sort === undefined) return name;
  return (
    <TableSortLabel
      active={sort.direction !== undefined}
      direction={sort.direction ?? "asc"}
      onClick={sort.onSort}
    >
      {name}
    </TableSortLabel>
  );
}
