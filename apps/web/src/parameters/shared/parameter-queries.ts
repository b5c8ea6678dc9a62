import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type {
  Calibration,
  CalibrationFilters,
  ImageryCalibration,
} from "@swath/contract/calibrations";
import type { QueryInput } from "@swath/contract/endpoint";
import { endpoints } from "@swath/contract/endpoints";
import type { Api, Page } from "../../platform/api/api.ts";
import { POLL_SLOW_MS, polling } from "../../platform/query/polling.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";

/** Document 3, section 2.3. */
export const PARAMETERS_PAGE_SIZE = 10;
const SENSORS_FRESH_MS = 60_000;

/** The records of each kind of parameters. */
export interface RecordOf {
  readonly lidar: Calibration;
  readonly imagery: ImageryCalibration;
}
export type ParameterKind = keyof RecordOf;

type ListQuery = QueryInput<typeof endpoints.listCalibrations>;

/** The calls of a kind of parameters. */
interface KindCalls<R> {
  readonly list: (api: Api, query: ListQuery, signal: AbortSignal) => Promise<Page<readonly R[]>>;
  readonly read: (api: Api, calibrationId: string, signal: AbortSignal) => Promise<R>;
}

const CALLS: { readonly [K in ParameterKind]: KindCalls<RecordOf[K]> } = {
  lidar: {
    list: (api, query, signal) => api.list(endpoints.listCalibrations, { query, signal }),
    read: (api, calibrationId, signal) =>
      api.call(endpoints.readCalibration, { params: { calibrationId }, signal }),
  },
  imagery: {
    list: (api, query, signal) => api.list(endpoints.listImageryCalibrations, { query, signal }),
    read: (api, calibrationId, signal) =>
      api.call(endpoints.readImageryCalibration, { params: { calibrationId }, signal }),
  },
};

/** A page of the records of a kind, latest survey first. */
export interface RecordPage<R> {
  readonly items: readonly R[];
  readonly total: number;
  readonly page: number;
}

/** A page of parameters, polled; the old page stays until the next is there. */
export function parameterListQuery<K extends ParameterKind>(
  api: Api,
  kind: K,
  page: number,
  filters: CalibrationFilters,
) {
  const { Date: SurveyDate, ...others } = filters;
  return {
    queryKey: queryKeys.parameterList(kind, { page, filters }),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<RecordPage<RecordOf[K]>> => {
      const query = {
        page,
        pageSize: PARAMETERS_PAGE_SIZE,
        ...others,
        ...(SurveyDate === undefined ? {} : { SurveyDate }),
      };
      return { ...(await CALLS[kind].list(api, query, signal)), page };
    },
    placeholderData: keepPreviousData,
    ...polling(POLL_SLOW_MS),
  };
}

/** One record of parameters. */
export function parameterQuery<K extends ParameterKind>(api: Api, kind: K, calibrationId: string) {
  return queryOptions({
    queryKey: queryKeys.parameterRecord(kind, calibrationId),
    queryFn: ({ signal }): Promise<RecordOf[K]> => CALLS[kind].read(api, calibrationId, signal),
    // Each visit reads it anew: a form begins with the record as it is.
    staleTime: 0,
    gcTime: 0,
  });
}

/** The processings that a record would be chosen for. */
export function matchingFlightsQuery(
  api: Api,
  query: QueryInput<typeof endpoints.listMatchingFlights> & { readonly kind: ParameterKind },
) {
  return queryOptions({
    queryKey: queryKeys.matchingFlights(query.kind, query),
    queryFn: ({ signal }) => api.call(endpoints.listMatchingFlights, { query, signal }),
    staleTime: 0,
  });
}

/** The instrument files of two records side by side. */
export function instrumentDifferencesQuery(api: Api, first: string, second: string) {
  return queryOptions({
    queryKey: queryKeys.instrumentDifferences(first, second),
    queryFn: ({ signal }) =>
      api.call(endpoints.compareInstrumentFiles, { query: { first, second }, signal }),
    staleTime: 0,
  });
}

const COLLECTIONS = {
  lidar: "calibration_parameters",
  imagery: "imagery_calibration_parameters",
} as const;

/** The sensors that there are parameters of. */
export function calibratedSensorsQuery(api: Api, kind: ParameterKind) {
  return queryOptions({
    queryKey: queryKeys.calibratedSensors(kind),
    queryFn: ({ signal }) =>
      api.call(endpoints.listUnique, {
        params: { collection: COLLECTIONS[kind], field: "SensorName" },
        signal,
      }),
    staleTime: SENSORS_FRESH_MS,
  });
}
