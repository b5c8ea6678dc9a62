import { type ListQuery, readListQuery } from "../../instructions/list/list-query.ts";

/** What the address of the instructions holds: which list, and its query. */
export type InstructionSearch = ListQuery & { readonly list?: "products" | undefined };

/** Reads an address; what is malformed is left out. */
export function readInstructionSearch(
  search: Readonly<Record<string, unknown>>,
): InstructionSearch {
  return {
    ...readListQuery(search),
    ...(search["list"] === "products" ? { list: "products" as const } : {}),
  };
}
