import { bucketNameSchema, folderPrefixSchema, MIN_SEARCH_LENGTH } from "@swath/contract/explorer";

export interface ExplorerSearch {
  readonly bucket?: string;
  readonly prefix?: string;
  readonly search?: string;
}

/** A name of digits alone comes out of an address as a number. */
const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

/** Where an address leads in the explorer; what cannot be is left out. */
export function explorerPlaceOf(search: Readonly<Record<string, unknown>>): ExplorerSearch {
  const bucket = bucketNameSchema.safeParse(textOf(search["bucket"]));
  if (!bucket.success) return {};
  const prefix = folderPrefixSchema.safeParse(textOf(search["prefix"]));
  const text = textOf(search["search"]).trim();
  return {
    bucket: bucket.data,
    ...(prefix.success && prefix.data !== "" ? { prefix: prefix.data } : {}),
    ...(text.length >= MIN_SEARCH_LENGTH ? { search: text.slice(0, 200) } : {}),
  };
}
