import {
  type Calibration,
  calibrationFields,
  type CalibrationFilters,
  type ImageryCalibration,
} from "@swath/contract/calibrations";
import type { BodyInput, QueryInput } from "@swath/contract/endpoint";
import { endpoints } from "@swath/contract/endpoints";
import { callQuery, pageQuery } from "../../data/queries.ts";
import type { Api, Page } from "../../platform/api/api.ts";
import { POLL_SLOW_MS } from "../../platform/query/polling.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";

/** Document 3, section 2.3. */
export const PARAMETERS_PAGE_SIZE = 10;
const SENSORS_FRESH_MS = 60_000;

/** The calls of each kind of parameters. */
const CALLS = {
  lidar: {
    list: endpoints.listCalibrations,
    read: endpoints.readCalibration,
    create: endpoints.createCalibration,
    update: endpoints.updateCalibration,
    collection: "calibration_parameters",
  },
  imagery: {
    list: endpoints.listImageryCalibrations,
    read: endpoints.readImageryCalibration,
    create: endpoints.createImageryCalibration,
    update: endpoints.updateImageryCalibration,
    collection: "imagery_calibration_parameters",
  },
} as const;

type Calls = typeof CALLS;
export type ParameterKind = keyof Calls;
/** The records of each kind of parameters, and the bodies that save them. */
export interface RecordOf {
  readonly lidar: Calibration;
  readonly imagery: ImageryCalibration;
}
export type AnyRecord = RecordOf[ParameterKind];
export type BodyOf = { readonly [K in ParameterKind]: BodyInput<Calls[K]["create"]> };

/** A page of parameters, latest survey first. */
export function parameterListQuery<K extends ParameterKind>(
  api: Api,
  kind: K,
  page: number,
  filters: CalibrationFilters,
) {
  const { Date: SurveyDate, ...others } = filters;
  const query = {
    page,
    pageSize: PARAMETERS_PAGE_SIZE,
    ...others,
    ...(SurveyDate === undefined ? {} : { SurveyDate }),
  };
  // A kind's endpoint answers its records.
  const read = (signal: AbortSignal): Promise<Page<unknown>> =>
    api.list(CALLS[kind].list, { query, signal });
  return pageQuery(
    queryKeys.parameterList(kind, { page, filters }),
    POLL_SLOW_MS,
    page,
    read as (signal: AbortSignal) => Promise<Page<readonly RecordOf[K][]>>,
  );
}

/** One record. Each visit reads it again: a form begins with the record as it is. */
export const parameterQuery = <K extends ParameterKind>(
  api: Api,
  kind: K,
  calibrationId: string,
) => ({
  queryKey: queryKeys.parameterRecord(kind, calibrationId),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.call(CALLS[kind].read, { params: { calibrationId }, signal }) as Promise<RecordOf[K]>,
  staleTime: 0,
  gcTime: 0,
});

/** Adds a record, or completes `base` if nobody else has changed it. */
export const saveRecord = <K extends ParameterKind>(
  api: Api,
  kind: K,
  body: BodyOf[K],
  base: RecordOf[K] | undefined,
): Promise<unknown> =>
  base === undefined
    ? api.call(CALLS[kind].create, { body })
    : api.call(CALLS[kind].update, {
        params: { calibrationId: base._id },
        query: { updated: base.Updated },
        body,
      });

/** The processings that a record would be chosen for. */
export const matchingFlightsQuery = (
  api: Api,
  query: QueryInput<typeof endpoints.listMatchingFlights> & { readonly kind: ParameterKind },
) => ({
  ...callQuery(api, queryKeys.matchingFlights(query.kind, query), endpoints.listMatchingFlights, {
    query,
  }),
  staleTime: 0,
});

/** What a record of parameters follows: the sensor in its aircraft, and when it was surveyed. */
export interface Fitting {
  readonly sensor: string;
  readonly aircraft: string;
  /** Null while it is not known: then any survey was before. */
  readonly survey: string | null;
}

/** Nothing was surveyed before it: a date is half typed. */
const FIRST_DAY = "1980-01-01";

/** The active record of the survey before; null where there was none. */
export const formerRecordQuery = (
  api: Api,
  kind: ParameterKind,
  { sensor, aircraft, survey }: Fitting,
) => ({
  queryKey: queryKeys.formerParameters(kind, { sensor, aircraft, survey }),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<AnyRecord | null> => {
    if (survey !== null && survey < FIRST_DAY) return null;
    const query = {
      page: 1,
      pageSize: PARAMETERS_PAGE_SIZE,
      Aircraft: calibrationFields.textOf("Aircraft", [aircraft]),
      SensorName: calibrationFields.textOf("SensorName", [sensor]),
      ...(survey === null ? {} : { SurveyDate: `${FIRST_DAY}+${survey.slice(0, 10)}` }),
    };
    const listed: Page<readonly AnyRecord[]> = await api.list(CALLS[kind].list, { query, signal });
    const isBefore = ({ SurveyDate }: AnyRecord): boolean =>
      survey === null || Date.parse(SurveyDate) < Date.parse(survey);
    // The latest survey is first.
    return listed.items.find((record) => record.IsActive && isBefore(record)) ?? null;
  },
  staleTime: 0,
});

/** The instrument files of two records side by side. */
export const instrumentDifferencesQuery = (api: Api, first: string, second: string) => ({
  ...callQuery(
    api,
    queryKeys.instrumentDifferences(first, second),
    endpoints.compareInstrumentFiles,
    { query: { first, second } },
  ),
  staleTime: 0,
});

/** The sensors that there are parameters of. */
export const calibratedSensorsQuery = (api: Api, kind: ParameterKind) => ({
  ...callQuery(api, queryKeys.calibratedSensors(kind), endpoints.listUnique, {
    params: { collection: CALLS[kind].collection, field: "SensorName" },
  }),
  staleTime: SENSORS_FRESH_MS,
});
