import { queryOptions } from "@tanstack/react-query";
import type { CustomProcessing } from "@swath/contract/processing";
import { endpoints } from "@swath/contract/endpoints";
import type { Api } from "../../platform/api/api.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";

const FRESH_MS = 60_000;
const flightIdOf = (digits: string): string => `FL${digits}`;

/** The sensor logs of a flight, by its six digits. */
export const logsQuery = (api: Api, flight: string) =>
  queryOptions({
    queryKey: queryKeys.custom("logs", flight),
    queryFn: ({ signal }) =>
      api.call(endpoints.listSensorLogs, {
        query: { FlightID: flightIdOf(flight), include: "ProjectID project FlightID flight" },
        signal,
      }),
    staleTime: FRESH_MS,
  });

/** The files that a log recorded. */
export const logFilesQuery = (api: Api, kind: "gps" | "range", flight: string, sensorId: string) =>
  queryOptions({
    queryKey: queryKeys.custom(kind, flight, sensorId),
    queryFn: ({ signal }) =>
      api.call(kind === "gps" ? endpoints.listGPSFiles : endpoints.listRangeFiles, {
        params: { flightId: flightIdOf(flight) },
        query: { sensorId },
        signal,
      }),
    staleTime: FRESH_MS,
  });

export const templatesQuery = (api: Api) =>
  queryOptions({
    queryKey: queryKeys.custom("templates"),
    queryFn: ({ signal }) => api.call(endpoints.listTemplates, { signal }),
    staleTime: FRESH_MS,
  });

/** The preflight of a custom processing, read again for each choice. */
export const customPreflightQuery = (
  api: Api,
  flight: string,
  body: CustomProcessing | undefined,
) =>
  queryOptions({
    queryKey: queryKeys.custom("preflight", flight, JSON.stringify(body)),
    queryFn: ({ signal }) =>
      api.call(endpoints.readCustomPreflight, {
        params: { flightId: flightIdOf(flight) },
        body: body!,
        signal,
      }),
    enabled: body !== undefined,
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });

/** Creates the custom processing; the key prevents a second one. */
export const submitCustom = (api: Api, flight: string, body: CustomProcessing) =>
  api.call(endpoints.submitCustom, { params: { flightId: flightIdOf(flight) }, body });
