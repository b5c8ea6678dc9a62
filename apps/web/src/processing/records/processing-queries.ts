import { endpoints } from "@swath/contract/endpoints";
import {
  PROCESSING_PAGE_SIZE,
  type ProcessingFilters,
  processingFilters,
  type ProcessingListField,
  type TerrainMapperQuery,
} from "@swath/contract/processing";
import { keepPreviousData } from "@tanstack/react-query";
import type { Api } from "../../platform/api/api.ts";
import { POLL_MODERATE_MS, POLL_SLOW_MS, polling } from "../../platform/query/polling.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";
import { nextMoment } from "./blocked-rows.ts";
import { rowOfProcessing } from "./rows-of-documents.ts";

/** As in document 3, section 7. */
const INCLUDE = "ProjectID project ProjectID Project";

/** A page of processings, polled; the old page stays until the next arrives. */
export function processingsQuery(api: Api, page: number, filters: ProcessingFilters) {
  return {
    queryKey: queryKeys.processings({ page, filters }),
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const began = nextMoment();
      const list = await api.list(endpoints.listProcessings, {
        query: { page, pageSize: PROCESSING_PAGE_SIZE, include: INCLUDE, ...filters },
        signal,
      });
      return { ...list, page, began };
    },
    placeholderData: keepPreviousData,
    ...polling(POLL_SLOW_MS),
  };
}

/** The record, polled, so that a reviewer sees other people's changes. */
export const recordQuery = (api: Api, processingId: string) => ({
  queryKey: queryKeys.processing(processingId),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const began = nextMoment();
    const document = await api.call(endpoints.readProcessing, { params: { processingId }, signal });
    return { row: rowOfProcessing(document), began };
  },
  ...polling(POLL_MODERATE_MS),
});

interface TerrainMapperPart {
  readonly page: number;
  readonly limit: number;
  readonly filters: ProcessingFilters;
}

/** A page of the Terrain Mapper's processings, polled every 30 s (document 3, section 2.9). */
export function terrainMapperQuery(api: Api, { page, limit, filters }: TerrainMapperPart) {
  return {
    queryKey: queryKeys.terrainMapper({ page, limit, filters }),
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const began = nextMoment();
      const { documents, count } = await api.call(endpoints.listTerrainMapperProcessings, {
        query: { page, limit, ...terrainMapperFilters(filters) },
        signal,
      });
      return { items: documents, total: count, page, began };
    },
    placeholderData: keepPreviousData,
    ...polling(POLL_SLOW_MS),
  };
}

/** The filters' names in the Terrain Mapper service's query (document 3, section 7). */
const NAMES = {
  SensorID: "sensorId",
  ProjectID: "projectId",
  FlightID: "flightId",
  Aircraft: "aircraft",
  Sensor: "sensor",
  ProjectManager: "projectManager",
  ProcessingTemplate: "ProcessingTemplate",
  Status: "status",
} as const satisfies Record<ProcessingListField, keyof TerrainMapperQuery>;

/** The values joined by commas; a backslash escapes a comma (decision 14). */
const joined = (values: readonly string[]): string =>
  values.map((value) => value.replaceAll(/[\\,]/g, String.raw`\$&`)).join(",");

/** The filters in the Terrain Mapper service's form. */
export function terrainMapperFilters(filters: ProcessingFilters): Partial<TerrainMapperQuery> {
  const lists = processingFilters.fields.flatMap((field) => {
    const values = processingFilters.valuesOf(field, filters[field] ?? "") ?? [];
    return values.length === 0 ? [] : [[NAMES[field], joined(values)] as const];
  });
  const days = filters.Date === undefined ? [] : [["surveyDate", filters.Date] as const];
  return Object.fromEntries([...lists, ...days]);
}
