import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { FLIGHT_PAGE_SIZE, POLL_FAST_MS } from "@swath/contract/limits";
import { routes } from "@swath/contract/routes";
import type { Api } from "../../platform/api/api.ts";
import { ApiError } from "../../platform/api/api-error.ts";

/** 5 s after each load that ended; a call that the server refuses is not asked again. */
export function pollAfter(error: unknown): number | false {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return refused && error.status !== 429 ? false : POLL_FAST_MS;
}

/** A page of flights, polled while the page is visible; the old page stays until the next is there. */
export function flightsQuery(api: Api, page: number) {
  return queryOptions({
    queryKey: ["flights", { page }],
    queryFn: ({ signal }) =>
      api.list(routes.listFlights, {
        query: { page, pageSize: FLIGHT_PAGE_SIZE, sort: "Date -1" },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => pollAfter(state.error),
    refetchOnWindowFocus: "always",
  });
}

/** One flight, polled while the page is visible. */
export function flightQuery(api: Api, flightId: string) {
  return queryOptions({
    queryKey: ["flight", flightId],
    queryFn: ({ signal }) => api.call(routes.readFlight, { params: { flightId }, signal }),
    refetchInterval: ({ state }) => pollAfter(state.error),
    refetchOnWindowFocus: "always",
  });
}
