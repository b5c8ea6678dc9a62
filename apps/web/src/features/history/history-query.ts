import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type AuditKind, HISTORY_PAGE_SIZE } from "@swath/contract/history";
import { POLL_MODERATE_MS } from "@swath/contract/limits";
import { routes } from "@swath/contract/routes";
import type { Api } from "../../platform/api/api.ts";

/** A page of a flight's history, looked at again every 15 s while the page is visible. */
export function historyQuery(
  api: Api,
  flightId: string,
  { page, kind }: { page: number; kind: AuditKind | undefined },
) {
  return queryOptions({
    queryKey: ["history", flightId, { page, kind }],
    queryFn: ({ signal }) =>
      api.list(routes.readHistory, {
        params: { flightId },
        query: { page, pageSize: HISTORY_PAGE_SIZE, ...(kind === undefined ? {} : { kind }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MODERATE_MS,
    refetchOnWindowFocus: "always",
  });
}
