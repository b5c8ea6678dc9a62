import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { FLIGHT_PAGE_SIZE, type FlightFilters } from "@swath/contract/flights";
import { POLL_FAST_MS } from "@swath/contract/limits";
import { routes } from "@swath/contract/routes";
import type { Api } from "../../platform/api/api.ts";
import { ApiError } from "../../platform/api/api-error.ts";

/** Whether asking again may help; what the server refuses it will refuse again. */
export function mayPass(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 0 || error.status === 429 || error.status >= 500;
}

/**
 * Polling: 5 s after each load that ended, while the page is visible. A failure that may pass is
 * tried again after as long, and stays known as `failureReason` until then.
 */
const polling = {
  retry: (_failures: number, error: Error) => mayPass(error),
  retryDelay: POLL_FAST_MS,
  refetchInterval: ({ state }: { state: { error: Error | null } }) =>
    state.error === null ? POLL_FAST_MS : (false as const),
  refetchOnWindowFocus: "always",
} as const;

/** A page of the flights that the filters find, polled while the page is visible; the old page stays until the next is there. */
export function flightsQuery(api: Api, page: number, filters: FlightFilters) {
  return queryOptions({
    queryKey: ["flights", { page, filters }],
    queryFn: ({ signal }) =>
      api.list(routes.listFlights, {
        query: { page, pageSize: FLIGHT_PAGE_SIZE, sort: "Date -1", ...filters },
        signal,
      }),
    placeholderData: keepPreviousData,
    ...polling,
  });
}

/** One flight, polled while the page is visible. */
export function flightQuery(api: Api, flightId: string) {
  return queryOptions({
    queryKey: ["flight", flightId],
    queryFn: ({ signal }) => api.call(routes.readFlight, { params: { flightId }, signal }),
    ...polling,
  });
}
