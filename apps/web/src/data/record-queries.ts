import { endpoints } from "@swath/contract/endpoints";
import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../platform/api/api.ts";
import { POLL_FAST_MS, polling } from "../platform/query/polling.ts";
import { queryKeys } from "../platform/query/query-keys.ts";

const FRESH_MS = 60_000;

/** Every sensor that the company has, by name. */
export function sensorEquipmentQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.sensorEquipment,
    queryFn: ({ signal }) =>
      api.call(endpoints.listSensorEquipment, {
        query: { page: 1, pageSize: -1, sort: "Name 1" },
        signal,
      }),
    staleTime: FRESH_MS,
    refetchOnWindowFocus: false,
  });
}

export function aircraftQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.aircraft,
    queryFn: ({ signal }) =>
      api.call(endpoints.listAircraft, {
        query: { page: 1, pageSize: -1, sort: "Name 1" },
        signal,
      }),
    staleTime: FRESH_MS,
    refetchOnWindowFocus: false,
  });
}

/** The application's settings, polled: an administrator may change the LMS version at any time. */
export function settingsQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.settings,
    queryFn: ({ signal }) => api.call(endpoints.readSettings, { signal }),
    ...polling(POLL_FAST_MS),
    staleTime: POLL_FAST_MS,
  });
}

export function flightQuery(api: Api, flightId: string) {
  return queryOptions({
    queryKey: queryKeys.flight(flightId),
    queryFn: ({ signal }) => api.call(endpoints.readFlight, { params: { flightId }, signal }),
  });
}
