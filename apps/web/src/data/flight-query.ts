import { queryOptions } from "@tanstack/react-query";
import { endpoints } from "@swath/contract/endpoints";
import type { Api } from "../platform/api/api.ts";
import { queryKeys } from "../platform/query/query-keys.ts";

/** One flight with its sensors and uploads. */
export function flightQuery(api: Api, flightId: string) {
  return queryOptions({
    queryKey: queryKeys.flight(flightId),
    queryFn: ({ signal }) => api.call(endpoints.readFlight, { params: { flightId }, signal }),
  });
}
