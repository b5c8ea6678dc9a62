import { AUDIT_KINDS, type AuditKind } from "@swath/contract/history";

export interface HistorySearch {
  page?: number;
  kind?: AuditKind;
}

/** Page and kind of an address; what is neither is left out. */
export function readHistorySearch(search: Readonly<Record<string, unknown>>): HistorySearch {
  const page = Number(search["page"]);
  const kind = AUDIT_KINDS.find((name) => name === search["kind"]);
  return {
    ...(Number.isInteger(page) && page > 1 && page <= 1_000_000 ? { page } : {}),
    ...(kind === undefined ? {} : { kind }),
  };
}
