import {
  asPrefix,
  BY_NAME,
  BUCKET_NAME,
  ENTRY_SORTS,
  type EntrySort,
  MIN_SEARCH_LENGTH,
  prefixFault,
} from "@swath/contract/explorer";
import { wordOf } from "@swath/contract/read-value";
import { pageOf } from "./address-search.ts";

export interface ExplorerSearch {
  readonly bucket?: string;
  readonly prefix?: string;
  readonly search?: string;
  readonly page?: number;
  readonly sort?: EntrySort;
  /** The key of the file whose preview is open. */
  readonly file?: string;
}

/** What an address holds, as text: a name of digits alone comes out of it as a number. */
const textOf = (value: unknown): string =>
  typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);

/** Reads an address; a malformed bucket or prefix stays, so that the page can say so. */
export function readExplorerSearch(search: Readonly<Record<string, unknown>>): ExplorerSearch {
  const [bucket, prefix] = [textOf(search["bucket"]), textOf(search["prefix"])];
  if (bucket === "") return {};
  const text = textOf(search["search"]).trim();
  const page = pageOf(search["page"]);
  const file = textOf(search["file"]);
  const sort = wordOf(search["sort"], ENTRY_SORTS) ?? BY_NAME;
  return {
    bucket,
    ...(prefix === ""
      ? {}
      : { prefix: prefixFault(prefix) === undefined ? asPrefix(prefix) : prefix }),
    ...(text.length >= MIN_SEARCH_LENGTH ? { search: text.slice(0, 200) } : {}),
    ...(page === undefined ? {} : { page }),
    ...(sort === BY_NAME ? {} : { sort }),
    ...(file === "" ? {} : { file }),
  };
}

/** Characters of a prefix; more is not shown. */
const LONGEST = 1_024;

/** Why an address leads nowhere in the explorer; undefined where it leads somewhere. */
export function explorerFault({ bucket, prefix = "" }: ExplorerSearch): string | undefined {
  if (bucket === undefined) return undefined;
  if (!BUCKET_NAME.test(bucket)) return `${bucket} is not the name of a bucket`;
  if (prefix.length > LONGEST) return "the prefix is longer than 1024 bytes";
  const fault = prefixFault(prefix);
  return fault === undefined ? undefined : `${prefix}: ${fault}`;
}
