import { endpoints } from "@swath/contract/endpoints";
import {
  PROCESSING_PAGE_SIZE,
  type ProcessingFilters,
  processingFilters,
  type ProcessingListField,
  type TerrainMapperQuery,
} from "@swath/contract/processing";
import { pageQuery } from "../../data/queries.ts";
import type { Api } from "../../platform/api/api.ts";
import { POLL_MODERATE_MS, POLL_SLOW_MS, polling } from "../../platform/query/polling.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";
import { nextMoment } from "./blocked-rows.ts";
import { rowOfProcessing } from "./processing-row.ts";

/** As in document 3, section 7. */
const INCLUDE = /* code */ "ProjectID project ProjectID Project";

/** A page of processings, polled. */
export const processingsQuery = (api: Api, page: number, filters: ProcessingFilters) =>
  pageQuery(queryKeys.processings({ page, filters }), POLL_SLOW_MS, page, async (signal) => {
    const began = nextMoment();
    const query = { page, pageSize: PROCESSING_PAGE_SIZE, include: INCLUDE, ...filters };
    return { ...(await api.list(endpoints.listProcessings, { query, signal })), began };
  });

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
export const terrainMapperQuery = (api: Api, part: TerrainMapperPart) =>
  pageQuery(queryKeys.terrainMapper(part), POLL_SLOW_MS, part.page, async (signal) => {
    const began = nextMoment();
    const { filters, ...place } = part;
    const { documents, count } = await api.call(endpoints.listTerrainMapperProcessings, {
      query: { ...place, ...terrainMapperFilters(filters) },
      signal,
    });
    return { items: documents, total: count, began };
  });

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
