import type { ExplorerEntry } from "@swath/contract/explorer";
import { nameOf } from "../place/place.ts";

const SORT_COLUMNS = ["name", "lastModified", "size"] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];

export interface Sorting {
  readonly column: SortColumn;
  readonly descending: boolean;
}

/** As document 3, section 2.10, has it. */
export const BY_NAME: Sorting = { column: "name", descending: false };

const collator = new Intl.Collator("en", { sensitivity: "accent" });

function byName(a: ExplorerEntry, b: ExplorerEntry): number {
  const [one, other] = [nameOf(a.key), nameOf(b.key)];
  // Names that differ by case alone keep one order.
  return collator.compare(one, other) || (one < other ? -1 : 1);
}

const COMPARE: Readonly<Record<SortColumn, (a: ExplorerEntry, b: ExplorerEntry) => number>> = {
  name: byName,
  lastModified: (a, b) => (a.lastModified ?? "").localeCompare(b.lastModified ?? ""),
  size: (a, b) => (a.size ?? -1) - (b.size ?? -1),
};

/** Entries in an order: folders before files whatever the column, equal ones by name in any case. */
export function inOrder(entries: readonly ExplorerEntry[], sorting: Sorting): ExplorerEntry[] {
  const compare = COMPARE[sorting.column];
  const sign = sorting.descending ? -1 : 1;
  return entries.toSorted((a, b) => {
    if (a.type !== b.type) return a.type === "Folder" ? -1 : 1;
    return sign * compare(a, b) || byName(a, b);
  });
}

/** The order that a click on a column's head leads to. */
export function nextSorting({ column, descending }: Sorting, clicked: SortColumn): Sorting {
  return { column: clicked, descending: column === clicked && !descending };
}
