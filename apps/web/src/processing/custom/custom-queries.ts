import { endpoints } from "@swath/contract/endpoints";
import type { CustomProcessing } from "@swath/contract/processing";
import { callQuery } from "../../data/queries.ts";
import type { Api } from "../../platform/api/api.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";

const FRESH = { staleTime: 60_000 } as const;
const flightIdOf = (digits: string): string => `FL${digits}`;

/** The sensor logs of a flight, by its six digits. */
export const logsQuery = (api: Api, flight: string) => ({
  ...callQuery(api, queryKeys.custom("logs", flight), endpoints.listSensorLogs, {
    query: {
      FlightID: flightIdOf(flight),
      include: /* code */ "ProjectID project FlightID flight",
    },
  }),
  ...FRESH,
});

const FILES = { gps: endpoints.listGPSFiles, range: endpoints.listRangeFiles } as const;

/** The files that a log recorded. */
export const logFilesQuery = (
  api: Api,
  kind: "gps" | "range",
  flight: string,
  sensorId: string,
) => ({
  ...callQuery(api, queryKeys.custom(kind, flight, sensorId), FILES[kind], {
    params: { flightId: flightIdOf(flight) },
    query: { sensorId },
  }),
  ...FRESH,
});

export const templatesQuery = (api: Api) => ({
  ...callQuery(api, queryKeys.custom("templates"), endpoints.listTemplates),
  ...FRESH,
});

/** The preflight of a custom processing, read again for each choice. */
export const customPreflightQuery = (
  api: Api,
  flight: string,
  body: CustomProcessing | undefined,
) => ({
  ...callQuery(
    api,
    queryKeys.custom("preflight", flight, JSON.stringify(body)),
    endpoints.readCustomPreflight,
    { params: { flightId: flightIdOf(flight) }, body },
  ),
  enabled: body !== undefined,
  gcTime: 0,
  staleTime: 0,
  refetchOnWindowFocus: false,
});

/** Creates the custom processing; the key prevents a second one. */
export const submitCustom = (api: Api, flight: string, body: CustomProcessing) =>
  api.call(endpoints.submitCustom, { params: { flightId: flightIdOf(flight) }, body });
