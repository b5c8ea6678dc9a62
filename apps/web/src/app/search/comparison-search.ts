import { PARAMETER_ID } from "./parameter-search.ts";

/** What the address of a comparison holds: its two records, and whether only what differs is shown. */
export interface ComparisonSearch {
  readonly first?: string | undefined;
  readonly second?: string | undefined;
  readonly only?: true | undefined;
}

const idOf = (value: unknown): string | undefined =>
  typeof value === "string" && PARAMETER_ID.test(value) ? value : undefined;

/** Reads an address; what is malformed is left out. */
export function readComparisonSearch(search: Readonly<Record<string, unknown>>): ComparisonSearch {
  const { first, second, only } = search;
  return {
    first: idOf(first),
    second: idOf(second),
    ...(only === true || only === "true" ? { only: true } : {}),
  };
}
