import { queryOptions } from "@tanstack/react-query";
import { endpoints } from "@swath/contract/endpoints";
import type { Api } from "../platform/api/api.ts";
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

/** Every aircraft of the company, by name. */
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
