import { keepPreviousData } from "@tanstack/react-query";
import { type AuditKind, HISTORY_PAGE_SIZE } from "@swath/contract/history";
import { endpoints } from "@swath/contract/endpoints";
import type { Api } from "../platform/api/api.ts";
import { POLL_MODERATE_MS, polling } from "../platform/query/polling.ts";
import { queryKeys } from "../platform/query/query-keys.ts";

/** A page of a flight's history, polled. */
export function historyQuery(
  api: Api,
  flightId: string,
  { page, kind }: { page: number; kind: AuditKind | undefined },
) {
  return {
    queryKey: queryKeys.history(flightId, { page, kind }),
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const list = await api.list(endpoints.readHistory, {
        params: { flightId },
        query: { page, pageSize: HISTORY_PAGE_SIZE, ...(kind === undefined ? {} : { kind }) },
        signal,
      });
      // Until another page is there these rows stay, and must not be taken for it.
      return { ...list, page };
    },
    placeholderData: keepPreviousData,
    ...polling(POLL_MODERATE_MS),
  };
}
