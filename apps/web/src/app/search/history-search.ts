import { AUDIT_KINDS, type AuditKind } from "@swath/contract/history";
import { pageOf } from "./flight-search.ts";

export interface HistorySearch {
  page?: number | undefined;
  kind?: AuditKind | undefined;
}

/** Page and kind of an address; what is neither is left out. */
export function readHistorySearch(search: Readonly<Record<string, unknown>>): HistorySearch {
  const kind = AUDIT_KINDS.find((name) => name === search["kind"]);
  return { page: pageOf(search["page"]), kind };
}
