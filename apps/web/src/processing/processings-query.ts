import { keepPreviousData } from "@tanstack/react-query";
import { PROCESSING_PAGE_SIZE, type ProcessingFilters } from "@swath/contract/processing";
import { endpoints } from "@swath/contract/endpoints";
import type { Api } from "../platform/api/api.ts";
import { POLL_SLOW_MS, polling } from "../platform/query/polling.ts";
import { queryKeys } from "../platform/query/query-keys.ts";
import { nextMoment } from "./actions/blocked-rows.ts";

/** As document 3, section 7, has it. */
const INCLUDE = "ProjectID project ProjectID Project";

/** A page of processings, polled; the old page stays until the next is there. */
export function processingsQuery(api: Api, page: number, filters: ProcessingFilters) {
  return {
    queryKey: queryKeys.processings({ page, filters }),
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const began = nextMoment();
      const list = await api.list(endpoints.listProcessings, {
        query: { page, pageSize: PROCESSING_PAGE_SIZE, include: INCLUDE, ...filters },
        signal,
      });
      return { ...list, page, began };
    },
    placeholderData: keepPreviousData,
    ...polling(POLL_SLOW_MS),
  };
}
