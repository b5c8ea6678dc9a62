import { keepPreviousData } from "@tanstack/react-query";
import { FLIGHT_PAGE_SIZE, type FlightFilters } from "@swath/contract/flights";
import { endpoints } from "@swath/contract/endpoints";
import type { Api } from "../platform/api/api.ts";
import { POLL_FAST_MS, polling } from "../platform/query/polling.ts";
import { queryKeys } from "../platform/query/query-keys.ts";

/** A page of the flights that the filters find, polled; the old page stays until the next is there. */
export function flightsQuery(api: Api, page: number, filters: FlightFilters) {
  return {
    queryKey: queryKeys.flights({ page, filters }),
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const list = await api.list(endpoints.listFlights, {
        query: { page, pageSize: FLIGHT_PAGE_SIZE, sort: "Date -1", ...filters },
        signal,
      });
      // Until another page is there these rows stay, and must not be taken for it.
      return { ...list, page };
    },
    placeholderData: keepPreviousData,
    ...polling(POLL_FAST_MS),
  };
}
