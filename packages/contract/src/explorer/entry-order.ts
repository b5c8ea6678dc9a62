import { z } from "zod";
import type { ExplorerEntry } from "./explorer.ts";

/** The columns that a folder can be sorted by; with `-` in front, downwards. */
const SORT_COLUMNS = ["name", "lastModified", "size"] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];

export const entrySortSchema = z.enum([
  "name",
  "-name",
  "lastModified",
  "-lastModified",
  "size",
  "-size",
]);
export type EntrySort = z.infer<typeof entrySortSchema>;

/** As document 3, section 2.10, has it. */
export const BY_NAME: EntrySort = "name";

export const isDescending = (sort: EntrySort): boolean => sort.startsWith("-");
export const sortColumn = (sort: EntrySort): SortColumn => sort.replace("-", "") as SortColumn;

/** The last part of a key, or of a folder's prefix. */
export function nameOf(key: string): string {
  const whole = key.endsWith("/") ? key.slice(0, -1) : key;
  return whole.slice(whole.lastIndexOf("/") + 1);
}

const collator = new Intl.Collator("en", { sensitivity: "accent" });

function byName(a: Named, b: Named): number {
  // Names that differ by case alone keep one order.
  return collator.compare(a.name, b.name) || (a.name < b.name ? -1 : 1);
}

interface Named {
  readonly entry: ExplorerEntry;
  readonly name: string;
}

const COMPARE: Readonly<Record<SortColumn, (a: Named, b: Named) => number>> = {
  name: byName,
  // ISO instants in UTC are in the order of their characters.
  lastModified: ({ entry: a }, { entry: b }) => {
    const [one, other] = [a.lastModified ?? "", b.lastModified ?? ""];
    return one === other ? 0 : one < other ? -1 : 1;
  },
  size: ({ entry: a }, { entry: b }) => (a.size ?? -1) - (b.size ?? -1),
};

/** Entries in an order: folders before files whatever the column, equal ones by name in any case. */
export function inOrder(entries: readonly ExplorerEntry[], sort: EntrySort): ExplorerEntry[] {
  const compare = COMPARE[sortColumn(sort)];
  const sign = isDescending(sort) ? -1 : 1;
  return entries
    .map((entry): Named => ({ entry, name: nameOf(entry.key) }))
    .toSorted((a, b) => {
      if (a.entry.type !== b.entry.type) return a.entry.type === "Folder" ? -1 : 1;
      return sign * compare(a, b) || byName(a, b);
    })
    .map(({ entry }) => entry);
}

/** The order that a click on a column's head leads to. */
export function nextSort(sort: EntrySort, clicked: SortColumn): EntrySort {
  return sortColumn(sort) === clicked && !isDescending(sort) ? `-${clicked}` : clicked;
}
